use std::{fmt, str::FromStr};

use crate::{PieceKind, Square};

/// What chance may decide in a game of chess with modes, one small thing at a time.
///
/// It is written with one word and what was drawn: `mines 4`, `mine c4`, `portal e5`, `die knight`, `die e2`,
/// `die wild`.
///
/// ```
/// use yipan_chess::{ChanceEvent, PieceKind};
///
/// assert_eq!("die knight".parse(), Ok(ChanceEvent::DieKind(PieceKind::Knight)));
/// assert_eq!(ChanceEvent::WildDie.to_string(), "die wild");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChanceEvent {
    /// How many mines there are.
    MineCount(u8),
    /// Where a mine lies.
    Mine(Square),
    /// Where one end of a pair of portals lies.
    Portal(Square),
    /// Which type a die names.
    DieKind(PieceKind),
    /// Which man a die names.
    DiePiece(Square),
    /// The die is wild.
    WildDie,
}

/// A text that names no draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseChanceEventError {
    /// What was read.
    pub text: String,
}

impl FromStr for ChanceEvent {
    type Err = ParseChanceEventError;

    fn from_str(text: &str) -> Result<ChanceEvent, ParseChanceEventError> {
        let read = || {
            let (what, which) = text.split_once(' ')?;
            Some(match (what, which) {
                ("mines", "4") => ChanceEvent::MineCount(4),
                ("mines", "5") => ChanceEvent::MineCount(5),
                ("mine", square) => ChanceEvent::Mine(square.parse().ok()?),
                ("portal", square) => ChanceEvent::Portal(square.parse().ok()?),
                ("die", "wild") => ChanceEvent::WildDie,
                ("die", which) => match PieceKind::ALL.into_iter().find(|kind| kind.key() == which) {
                    Some(kind) => ChanceEvent::DieKind(kind),
                    None => ChanceEvent::DiePiece(which.parse().ok()?),
                },
                _ => return None,
            })
        };
        read().ok_or_else(|| ParseChanceEventError { text: text.chars().take(32).collect() })
    }
}

impl fmt::Display for ChanceEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChanceEvent::MineCount(count) => write!(f, "mines {count}"),
            ChanceEvent::Mine(at) => write!(f, "mine {at}"),
            ChanceEvent::Portal(at) => write!(f, "portal {at}"),
            ChanceEvent::DieKind(kind) => write!(f, "die {}", kind.key()),
            ChanceEvent::DiePiece(at) => write!(f, "die {at}"),
            ChanceEvent::WildDie => f.write_str("die wild"),
        }
    }
}
