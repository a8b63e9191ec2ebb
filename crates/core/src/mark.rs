use core::fmt;

use crate::Side;

/// An object on the board that is not a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "mark", rename_all = "kebab-case")
)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Mark {
    /// A mine, hidden until it explodes or the game ends.
    Mine,
    /// The safe cell of an exploded mine.
    Crater,
    /// One end of a pair of portals.
    Portal {
        /// The side that alone may use it; `None` for a portal of both sides.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        owner: Option<Side>,
    },
    /// The number of adjacent mines, shown to the owner of the piece that stopped here.
    MineCount {
        /// The side that sees the number.
        #[cfg_attr(feature = "serde", serde(rename = "owner"))]
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
            Mark::Portal { .. } => "portal",
            Mark::MineCount { .. } => "mine-count",
        })
    }
}
