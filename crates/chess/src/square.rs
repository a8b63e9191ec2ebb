use alloc::{borrow::ToOwned, string::String};
use core::{fmt, str::FromStr};

use yipan_core::Cell;

use crate::{BLACK, Bitboard, Color, WHITE};

/// One of the 64 squares, a1 = 0, b1 = 1, .. h8 = 63.
///
/// ```
/// use yipan_chess::Square;
///
/// let e4: Square = "e4".parse()?;
/// assert_eq!((e4.file(), e4.rank()), (4, 3));
/// # Ok::<(), yipan_chess::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The error of a text that is not a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareError {
    /// The rejected text.
    pub text: String,
}

impl Square {
    /// Returns the square with this index; `None` if it is 64 or more.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// Returns the square on this file and rank, both counted from zero; `None` if one is 8 or more.
    #[inline]
    #[must_use]
    pub const fn from_coords(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 { Some(Square(rank * 8 + file)) } else { None }
    }

    /// Returns the square of the six low bits and ignores the others.
    #[inline]
    pub(crate) const fn from_low_bits(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// Returns every square from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).map(Square)
    }

    /// Returns 0 to 63, as an array index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask lets the compiler drop bounds checks for arrays of 64.
        (self.0 & 63) as usize
    }

    /// Returns the file, 0 = a.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Returns the rank, 0 = White's first.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Returns the rank from the point of view of `color`, 0 = its own first.
    #[inline]
    #[must_use]
    pub const fn rank_for(self, color: Color) -> u8 {
        match color {
            WHITE => self.rank(),
            BLACK => 7 - self.rank(),
        }
    }

    /// Returns the square on this file and the rank of `other`, for example that of a pawn captured en
    /// passant.
    #[inline]
    #[must_use]
    pub(crate) const fn with_rank_of(self, other: Square) -> Square {
        Square(self.file() | (other.0 & 0o70))
    }

    /// Returns the set with this square only.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << self.0)
    }

    /// Returns the letter of the file.
    #[must_use]
    pub const fn file_letter(self) -> char {
        (b'a' + self.file()) as char
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let square = match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Square::from_coords(file - b'a', rank - b'1'),
            _ => None,
        };
        square.ok_or_else(|| SquareError { text: text.to_owned() })
    }
}

impl From<Square> for Cell {
    fn from(square: Square) -> Cell {
        Cell { file: square.file(), rank: square.rank() }
    }
}
