use std::{fmt, str::FromStr};

use crate::Point;

/// A move: from one point to another, in sixteen bits. It prints as `h2e2`, ranks counted from 0.
///
/// Nothing else about a move of xiangqi needs to be said, so the same type serves search, people and logs; read
/// from text it may be anything, and [`Position::resolve`](crate::Position::resolve) says whether it is legal.
///
/// ```
/// use yipan_xiangqi::Move;
/// let mv: Move = "h2e2".parse()?;
/// assert_eq!(mv.from().to_string(), "h2");
/// # Ok::<(), yipan_xiangqi::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// A text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// What was read.
    pub text: String,
}

impl Move {
    /// The move between two points.
    #[inline]
    #[must_use]
    pub const fn new(from: Point, to: Point) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 7)
    }

    /// Where the piece stands.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Point {
        Point::from_valid_index((self.0 & 127) as u32)
    }

    /// Where it goes.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Point {
        Point::from_valid_index((self.0 >> 7) as u32)
    }

    /// The sixteen bits, for a table.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move of these bits, which may mean nothing: [`Position::is_legal`](crate::Position::is_legal) tells.
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
