use alloc::{borrow::ToOwned, string::String};
use core::{fmt, str::FromStr};

use crate::Point;

/// A move from one point to another, in sixteen bits. Its text is `h2e2`, with ranks from 0.
///
/// The same type serves search, users and records, because a xiangqi move has no other attributes. A parsed move
/// may be illegal; [`Position::resolve`](crate::Position::resolve) checks it.
///
/// ```
/// use yipan_xiangqi::Move;
/// let mv: Move = "h2e2".parse()?;
/// assert_eq!(mv.from().to_string(), "h2");
/// # Ok::<(), yipan_xiangqi::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

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
        Move(from.index() as u16 | (to.index() as u16) << 7)
    }

    /// Returns the origin.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Point {
        Point::from_valid_index((self.0 & 127) as u32)
    }

    /// Returns the destination.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Point {
        Point::from_valid_index((self.0 >> 7) as u32)
    }

    /// Returns the encoding as sixteen bits, for use in a table.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Decodes sixteen bits.
    ///
    /// The result may be no move at all; [`Position::is_legal`](crate::Position::is_legal) checks it.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
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
