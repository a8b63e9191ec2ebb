use yipan_core::{Cell, Side};

use crate::board::grid::Grid;

/// From where a board is looked at.
///
/// With gravity men fall to the last file, so the board is turned a quarter for both players and that file lies below;
/// turning it round then changes left and right only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orientation {
    /// Whose side lies below; with a quarter turn, whose side lies left.
    pub bottom: Side,
    /// Whether the last file lies below.
    pub rotated: bool,
}

impl Orientation {
    /// How many columns and rows are seen.
    #[must_use]
    pub const fn size(self, grid: Grid) -> (u8, u8) {
        if self.rotated { (grid.ranks(), grid.files()) } else { (grid.files(), grid.ranks()) }
    }

    /// The column from the left and the row from above where a cell is seen.
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

    /// The cell that is seen in a column and a row.
    #[must_use]
    pub fn cell_at(self, grid: Grid, column: u8, row: u8) -> Option<Cell> {
        grid.cells().find(|cell| self.column_and_row(grid, *cell) == (column, row))
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;

    fn column_and_row_of(outlook: Orientation, name: &str) -> (u8, u8) {
        let grid = Grid::new(GameKind::Chess);
        outlook.column_and_row(grid, grid.cell(name).expect("a cell"))
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
        for below in Side::BOTH {
            let outlook = Orientation { bottom: below, rotated: true };
            for rank in 1..=8 {
                assert_eq!(column_and_row_of(outlook, &format!("h{rank}")).1, 7);
                assert_eq!(column_and_row_of(outlook, &format!("a{rank}")).1, 0);
            }
        }
        assert_eq!(column_and_row_of(Orientation { bottom: Side::First, rotated: true }, "a1"), (0, 0));
        assert_eq!(column_and_row_of(Orientation { bottom: Side::Second, rotated: true }, "a1"), (7, 0));
    }

    #[test]
    fn every_column_and_row_shows_one_cell() {
        for kind in [GameKind::Chess, GameKind::Xiangqi, GameKind::Liuzichong] {
            let grid = Grid::new(kind);
            for below in Side::BOTH {
                for quarter in [false, true] {
                    let outlook = Orientation { bottom: below, rotated: quarter };
                    for cell in grid.cells() {
                        let (column, row) = outlook.column_and_row(grid, cell);
                        let (columns, rows) = outlook.size(grid);
                        assert!(column < columns && row < rows);
                        assert_eq!(outlook.cell_at(grid, column, row), Some(cell));
                    }
                }
            }
        }
    }
}
