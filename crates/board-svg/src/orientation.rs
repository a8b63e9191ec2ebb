use yipan_core::{Cell, Side};
use yipan_games::Grid;

/// The orientation of the board.
///
/// With gravity, pieces fall toward the last file. The board is therefore rotated by a quarter turn for both players, so that
/// this file is at the bottom, and flipping it only swaps left and right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orientation {
    /// The side at the bottom, or at the left of a rotated board.
    pub bottom: Side,
    /// Whether the board is rotated by a quarter turn, so that the last file is at the bottom.
    pub rotated: bool,
}

impl Orientation {
    /// Returns the number of columns and rows.
    #[must_use]
    pub const fn size(self, grid: Grid) -> (u8, u8) {
        if self.rotated { (grid.ranks(), grid.files()) } else { grid.size() }
    }

    /// Returns the column from the left and the row from the top at which a cell is shown.
    #[must_use]
    pub fn column_and_row(self, grid: Grid, cell: Cell) -> (u8, u8) {
        let (file, rank) = (grid.files() - 1 - cell.file, grid.ranks() - 1 - cell.rank);
        match (self.rotated, self.bottom) {
            (false, Side::First) => (cell.file, rank),
            (false, Side::Second) => (file, cell.rank),
            (true, Side::First) => (cell.rank, cell.file),
            (true, Side::Second) => (rank, cell.file),
        }
    }

    /// Returns the cell shown in a column and a row.
    #[must_use]
    pub fn cell_at(self, grid: Grid, column: u8, row: u8) -> Option<Cell> {
        grid.cells().find(|cell| self.column_and_row(grid, *cell) == (column, row))
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;

    fn column_and_row_of(orientation: Orientation, name: &str) -> (u8, u8) {
        let grid = Grid::new(GameKind::Chess);
        orientation.column_and_row(grid, grid.cell(name).expect("a cell"))
    }

    #[test]
    fn each_player_sees_their_own_side_at_the_bottom() {
        let white = Orientation { bottom: Side::First, rotated: false };
        let black = Orientation { bottom: Side::Second, rotated: false };
        assert_eq!((column_and_row_of(white, "a1"), column_and_row_of(white, "h8")), ((0, 7), (7, 0)));
        assert_eq!((column_and_row_of(black, "a1"), column_and_row_of(black, "h8")), ((7, 0), (0, 7)));
    }

    #[test]
    fn with_gravity_down_is_down_for_both() {
        for bottom in Side::BOTH {
            let orientation = Orientation { bottom, rotated: true };
            for rank in 1..=8 {
                assert_eq!(column_and_row_of(orientation, &format!("h{rank}")).1, 7);
                assert_eq!(column_and_row_of(orientation, &format!("a{rank}")).1, 0);
            }
        }
        assert_eq!(column_and_row_of(Orientation { bottom: Side::First, rotated: true }, "a1"), (0, 0));
        assert_eq!(column_and_row_of(Orientation { bottom: Side::Second, rotated: true }, "a1"), (7, 0));
    }

    #[test]
    fn every_column_and_row_shows_one_cell() {
        for kind in [GameKind::Chess, GameKind::Xiangqi, GameKind::Liuzichong] {
            let grid = Grid::new(kind);
            for bottom in Side::BOTH {
                for rotated in [false, true] {
                    let orientation = Orientation { bottom, rotated };
                    for cell in grid.cells() {
                        let (column, row) = orientation.column_and_row(grid, cell);
                        let (columns, rows) = orientation.size(grid);
                        assert!(column < columns && row < rows);
                        assert_eq!(orientation.cell_at(grid, column, row), Some(cell));
                    }
                }
            }
        }
    }
}
