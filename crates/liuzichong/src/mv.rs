use std::{fmt, str::FromStr};

use crate::Point;

/// A move from one point to another, in eight bits. Its text is `b1b2`.
///
/// The same type serves search, users and records, because a move has no other attributes. A parsed move may be
/// illegal; [`Position::resolve`](crate::Position::resolve) checks it.
///
/// ```
/// use yipan_liuzichong::Move;
/// let mv: Move = "b1b2".parse()?;
/// assert_eq!(mv.to().to_string(), "b2");
/// # Ok::<(), yipan_liuzichong::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

/// An error for a text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The rejected text.
    pub text: String,
}

impl Move {
    /// Creates the move between two points.
    #[inline]
    #[must_use]
    pub const fn new(from: Point, to: Point) -> Move {
        Move(from.index() as u8 | (to.index() as u8) << 4)
    }

    /// Returns the origin.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Point {
        Point::from_low_bits(self.0 as u32)
    }

    /// Returns the destination.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Point {
        Point::from_low_bits((self.0 >> 4) as u32)
    }

    /// Returns the encoding as eight bits, for use in a table.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let read = || Some(Move::new(text.get(..2)?.parse().ok()?, text.get(2..)?.parse().ok()?));
        read().ok_or_else(|| MoveError { text: text.to_owned() })
    }
}
