use std::fmt;

use crate::Side;

/// An object on the board that is not a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A mine, hidden until it explodes or the game ends.
    Mine,
    /// The safe cell of an exploded mine.
    Crater,
    /// One end of a pair of portals, with its owner; `None` for a shared pair.
    Portal(Option<Side>),
    /// The number of adjacent mines, shown to the owner of the piece that stopped here.
    MineCount {
        /// The side that sees the number.
        viewer: Side,
        /// The number of mines on the eight cells around.
        mines: u8,
    },
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mark::Mine => "mine",
            Mark::Crater => "crater",
            Mark::Portal(_) => "portal",
            Mark::MineCount { .. } => "hint",
        })
    }
}
