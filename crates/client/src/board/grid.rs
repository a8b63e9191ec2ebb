use yipan_core::Cell;
use yipan_games::GameKind;

/// The cells of a game's board, and their names.
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

    /// Returns the number of files.
    #[must_use]
    pub const fn files(self) -> u8 {
        match self.kind {
            GameKind::Chess => 8,
            GameKind::Xiangqi => 9,
            GameKind::Liuzichong => 4,
        }
    }

    /// Returns the number of ranks.
    #[must_use]
    pub const fn ranks(self) -> u8 {
        match self.kind {
            GameKind::Chess => 8,
            GameKind::Xiangqi => 10,
            GameKind::Liuzichong => 4,
        }
    }

    /// Returns the digit of the first rank: xiangqi counts from 0.
    const fn first_rank(self) -> u8 {
        match self.kind {
            GameKind::Xiangqi => b'0',
            GameKind::Chess | GameKind::Liuzichong => b'1',
        }
    }

    /// Parses the name of a cell; `None` if it is not on the board.
    #[must_use]
    pub fn cell(self, name: &str) -> Option<Cell> {
        let &[file, rank] = name.as_bytes() else { return None };
        let cell = Cell { file: file.checked_sub(b'a')?, rank: rank.checked_sub(self.first_rank())? };
        (cell.file < self.files() && cell.rank < self.ranks()).then_some(cell)
    }

    /// Returns the name of a cell in the coordinates of its game.
    #[must_use]
    pub fn name(self, cell: Cell) -> String {
        [b'a' + cell.file, self.first_rank() + cell.rank].map(char::from).iter().collect()
    }

    /// Iterates over all cells, rank by rank from the first side.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.ranks()).flat_map(move |rank| (0..self.files()).map(move |file| Cell { file, rank }))
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{AnyGame, GameOptions};

    use super::*;

    #[test]
    fn cells_are_named_as_the_games_name_them() {
        for kind in [GameKind::Chess, GameKind::Xiangqi, GameKind::Liuzichong] {
            let game = AnyGame::start(kind, &GameOptions::default()).expect("the standard start");
            let grid = Grid::new(kind);
            assert_eq!(game.board_size(), (grid.files(), grid.ranks()));
            for cell in grid.cells() {
                assert_eq!(grid.name(cell), game.cell_name(cell));
                assert_eq!(grid.cell(&grid.name(cell)), Some(cell));
            }
        }
    }

    #[test]
    fn names_outside_the_board_are_rejected() {
        for name in ["", "e", "i1", "e9", "e0", "e10", "E2", "帥五"] {
            assert_eq!(Grid::new(GameKind::Chess).cell(name), None, "{name}");
        }
    }
}
