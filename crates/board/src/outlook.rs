use yipan_rules::{Cell, Seat};

use crate::Grid;

/// From where a board is looked at.
///
/// With gravity men fall to the last file, so the board is turned a quarter for both players and that file lies below;
/// turning it round then changes left and right only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// Whose side lies below; with a quarter turn, whose side lies left.
    pub below: Seat,
    /// Whether the last file lies below.
    pub quarter: bool,
}

impl Outlook {
    /// How many columns and rows are seen.
    #[must_use]
    pub const fn size(self, grid: Grid) -> (u8, u8) {
        if self.quarter { (grid.ranks(), grid.files()) } else { (grid.files(), grid.ranks()) }
    }

    /// The column from the left and the row from above where a cell is seen.
    #[must_use]
    pub fn place(self, grid: Grid, cell: Cell) -> (u8, u8) {
        let (file, rank) = (grid.files() - 1 - cell.file, grid.ranks() - 1 - cell.rank);
        match (self.quarter, self.below) {
            (false, Seat::First) => (cell.file, rank),
            (false, Seat::Second) => (file, cell.rank),
            (true, Seat::First) => (cell.rank, cell.file),
            (true, Seat::Second) => (rank, cell.file),
        }
    }

    /// The cell that is seen in a column and a row.
    #[must_use]
    pub fn cell(self, grid: Grid, column: u8, row: u8) -> Option<Cell> {
        grid.cells().find(|cell| self.place(grid, *cell) == (column, row))
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;

    fn seen(outlook: Outlook, name: &str) -> (u8, u8) {
        let grid = Grid::of(GameKind::Chess);
        outlook.place(grid, grid.cell(name).expect("a cell"))
    }

    #[test]
    fn each_player_sees_the_own_side_below() {
        let white = Outlook { below: Seat::First, quarter: false };
        let black = Outlook { below: Seat::Second, quarter: false };
        assert_eq!((seen(white, "a1"), seen(white, "h8")), ((0, 7), (7, 0)));
        assert_eq!((seen(black, "a1"), seen(black, "h8")), ((7, 0), (0, 7)));
    }

    #[test]
    fn with_gravity_down_is_down_for_both() {
        for below in Seat::BOTH {
            let outlook = Outlook { below, quarter: true };
            for rank in 1..=8 {
                assert_eq!(seen(outlook, &format!("h{rank}")).1, 7);
                assert_eq!(seen(outlook, &format!("a{rank}")).1, 0);
            }
        }
        assert_eq!(seen(Outlook { below: Seat::First, quarter: true }, "a1"), (0, 0));
        assert_eq!(seen(Outlook { below: Seat::Second, quarter: true }, "a1"), (7, 0));
    }

    #[test]
    fn every_place_shows_one_cell() {
        for kind in [GameKind::Chess, GameKind::Xiangqi, GameKind::Liuzichong] {
            let grid = Grid::of(kind);
            for below in Seat::BOTH {
                for quarter in [false, true] {
                    let outlook = Outlook { below, quarter };
                    for cell in grid.cells() {
                        let (column, row) = outlook.place(grid, cell);
                        let (columns, rows) = outlook.size(grid);
                        assert!(column < columns && row < rows);
                        assert_eq!(outlook.cell(grid, column, row), Some(cell));
                    }
                }
            }
        }
    }
}
