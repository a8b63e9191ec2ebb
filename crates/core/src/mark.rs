use std::fmt;

use crate::Side;

/// Something on the board that is no man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A mine, which nobody sees before it goes off or the game ends.
    Mine,
    /// Where a mine went off; safe.
    Crater,
    /// One end of a pair of portals: a seat's own, or everybody's.
    Portal(Option<Side>),
    /// The number of mines beside, told to the owner of the man that stopped here.
    MineCount {
        /// Who is told.
        viewer: Side,
        /// How many mines lie on the eight cells around.
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
