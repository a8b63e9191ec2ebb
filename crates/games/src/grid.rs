use yipan_core::Cell;

use crate::GameKind;

/// The cells of a game's board, and their names.
///
/// ```
/// use yipan_games::{GameKind, Grid};
///
/// let grid = Grid::new(GameKind::Xiangqi);
/// assert_eq!(grid.size(), (9, 10));
/// assert_eq!(grid.cell("e0").map(|cell| grid.name(cell)).as_deref(), Some("e0"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    kind: GameKind,
}

impl Grid {
    /// Creates the grid of a game.
    #[must_use]
    pub const fn new(kind: GameKind) -> Grid {
        Grid { kind }
    }

    /// Returns the kind of game.
    #[must_use]
    pub const fn kind(self) -> GameKind {
        self.kind
    }

    /// Returns the numbers of files and ranks.
    #[must_use]
    pub const fn size(self) -> (u8, u8) {
        match self.kind {
            GameKind::Chess => (8, 8),
            GameKind::Xiangqi => (9, 10),
            GameKind::Liuzichong => (4, 4),
        }
    }

    /// Returns the number of files.
    #[must_use]
    pub const fn files(self) -> u8 {
        self.size().0
    }

    /// Returns the number of ranks.
    #[must_use]
    pub const fn ranks(self) -> u8 {
        self.size().1
    }

    /// Returns the number of the first rank: xiangqi counts from 0.
    const fn first_rank(self) -> u8 {
        match self.kind {
            GameKind::Xiangqi => 0,
            GameKind::Chess | GameKind::Liuzichong => 1,
        }
    }

    /// Parses the name of a cell; `None` if it is not on the board.
    #[must_use]
    pub fn cell(self, name: &str) -> Option<Cell> {
        let &[file, rank] = name.as_bytes() else { return None };
        let cell = Cell { file: file.checked_sub(b'a')?, rank: rank.checked_sub(b'0' + self.first_rank())? };
        (cell.file < self.files() && cell.rank < self.ranks()).then_some(cell)
    }

    /// Returns the name of a cell in the coordinates of its game.
    #[must_use]
    pub fn name(self, cell: Cell) -> String {
        let file = char::from(b'a'.saturating_add(cell.file));
        format!("{file}{}", u16::from(cell.rank) + u16::from(self.first_rank()))
    }

    /// Iterates over all cells, rank by rank from the first side.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.ranks()).flat_map(move |rank| (0..self.files()).map(move |file| Cell { file, rank }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_in_game(kind: GameKind, Cell { file, rank }: Cell) -> Option<String> {
        match kind {
            GameKind::Chess => yipan_chess::Square::from_coords(file, rank).map(|square| square.to_string()),
            GameKind::Xiangqi => yipan_xiangqi::Point::from_coords(file, rank).map(|point| point.to_string()),
            GameKind::Liuzichong => {
                yipan_liuzichong::Point::from_coords(file, rank).map(|point| point.to_string())
            }
        }
    }

    #[test]
    fn cells_are_named_as_the_games_name_them() {
        for kind in GameKind::ALL {
            let grid = Grid::new(kind);
            for cell in grid.cells() {
                assert_eq!(Some(grid.name(cell)), name_in_game(kind, cell));
                assert_eq!(grid.cell(&grid.name(cell)), Some(cell));
            }
        }
    }

    #[test]
    fn cells_outside_the_grid_are_not_on_the_board() {
        for kind in GameKind::ALL {
            let (files, ranks) = Grid::new(kind).size();
            assert_eq!(name_in_game(kind, Cell { file: files, rank: 0 }), None, "{kind}");
            assert_eq!(name_in_game(kind, Cell { file: 0, rank: ranks }), None, "{kind}");
        }
    }

    #[test]
    fn names_outside_the_board_are_rejected() {
        for name in ["", "e", "i1", "e9", "e0", "e10", "E2", "帥五"] {
            assert_eq!(Grid::new(GameKind::Chess).cell(name), None, "{name}");
        }
    }
}
