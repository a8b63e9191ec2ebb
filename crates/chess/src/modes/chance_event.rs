use alloc::string::String;
use core::{fmt, str::FromStr};

use crate::{PieceKind, Square};

/// A chance outcome in a game of chess with modes. Each decides a single detail.
///
/// It is written as a keyword and a value: `mines 4`, `mine c4`, `portal e5`, `die knight`, `die e2`, `die
/// wild`.
///
/// ```
/// use yipan_chess::{ChanceEvent, PieceKind};
///
/// assert_eq!("die knight".parse(), Ok(ChanceEvent::DieKind(PieceKind::Knight)));
/// assert_eq!(ChanceEvent::WildDie.to_string(), "die wild");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChanceEvent {
    /// The number of mines.
    MineCount(u8),
    /// The square of a mine.
    Mine(Square),
    /// The square of one end of a pair of portals.
    Portal(Square),
    /// A die shows a piece kind.
    DieKind(PieceKind),
    /// A die shows a single piece, by its square.
    DiePiece(Square),
    /// A die shows the wild face.
    WildDie,
}

/// The error of a text that is not a chance outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseChanceEventError {
    /// The rejected text.
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
