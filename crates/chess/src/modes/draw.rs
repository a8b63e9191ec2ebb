use std::{fmt, str::FromStr};

use crate::{Kind, Square};

/// What chance may decide in a game of chess with modes, one small thing at a time.
///
/// It is written with one word and what was drawn: `mines 4`, `mine c4`, `portal e5`, `die knight`, `die e2`,
/// `die wild`.
///
/// ```
/// use yipan_chess::{Draw, Kind};
///
/// assert_eq!("die knight".parse(), Ok(Draw::Die(Kind::Knight)));
/// assert_eq!(Draw::Wild.to_string(), "die wild");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draw {
    /// How many mines there are.
    MineCount(u8),
    /// Where a mine lies.
    Mine(Square),
    /// Where one end of a pair of portals lies.
    Portal(Square),
    /// Which type a die names.
    Die(Kind),
    /// Which man a die names.
    Man(Square),
    /// The die is wild.
    Wild,
}

/// A text that names no draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawError {
    /// What was read.
    pub text: String,
}

impl FromStr for Draw {
    type Err = DrawError;

    fn from_str(text: &str) -> Result<Draw, DrawError> {
        let read = || {
            let (what, which) = text.split_once(' ')?;
            Some(match (what, which) {
                ("mines", "4") => Draw::MineCount(4),
                ("mines", "5") => Draw::MineCount(5),
                ("mine", square) => Draw::Mine(square.parse().ok()?),
                ("portal", square) => Draw::Portal(square.parse().ok()?),
                ("die", "wild") => Draw::Wild,
                ("die", which) => match Kind::ALL.into_iter().find(|kind| kind.key() == which) {
                    Some(kind) => Draw::Die(kind),
                    None => Draw::Man(which.parse().ok()?),
                },
                _ => return None,
            })
        };
        read().ok_or_else(|| DrawError { text: text.chars().take(32).collect() })
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Draw::MineCount(count) => write!(f, "mines {count}"),
            Draw::Mine(at) => write!(f, "mine {at}"),
            Draw::Portal(at) => write!(f, "portal {at}"),
            Draw::Die(kind) => write!(f, "die {}", kind.key()),
            Draw::Man(at) => write!(f, "die {at}"),
            Draw::Wild => f.write_str("die wild"),
        }
    }
}
