use std::{fmt, str::FromStr};

use yipan_core::Cell;

use crate::PointSet;

/// One of the 16 points, from a1 = 0 and b1 = 1 to d4 = 15. Black's left corner is a1.
///
/// ```
/// use yipan_liuzichong::Point;
///
/// let c2: Point = "c2".parse()?;
/// assert_eq!((c2.file(), c2.rank(), c2.index()), (2, 1, 6));
/// # Ok::<(), yipan_liuzichong::PointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

/// An error for a text that is not a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointError {
    /// The rejected text.
    pub text: String,
}

impl Point {
    /// The number of points.
    pub const COUNT: usize = 16;

    /// Returns the point with this index, or `None` if it is not below 16.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Point> {
        if index < 16 { Some(Point(index)) } else { None }
    }

    /// Returns the point with this file and rank, both from 0 to 3, or `None` if it is off the board.
    #[inline]
    #[must_use]
    pub const fn from_coords(file: u8, rank: u8) -> Option<Point> {
        if file < 4 && rank < 4 { Some(Point(rank * 4 + file)) } else { None }
    }

    /// Returns the point with the low four bits of an index.
    #[inline]
    pub(crate) const fn from_low_bits(index: u32) -> Point {
        Point((index & 15) as u8)
    }

    /// Iterates over all points from a1 to d4.
    pub fn all() -> impl DoubleEndedIterator<Item = Point> {
        (0..16).map(Point)
    }

    /// Returns the index, from 0 to 15.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, 0 for a.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 3
    }

    /// Returns the rank, 0 for Black's first.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 2
    }

    /// Returns the set with this point only.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> PointSet {
        PointSet(1 << self.0)
    }

    /// Returns the adjacent points up, down, left and right.
    #[inline]
    #[must_use]
    pub const fn neighbors(self) -> PointSet {
        self.bit().neighbors()
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Point, PointError> {
        let point = match *text.as_bytes() {
            [file @ b'a'..=b'd', rank @ b'1'..=b'4'] => Point::from_coords(file - b'a', rank - b'1'),
            _ => None,
        };
        point.ok_or_else(|| PointError { text: text.to_owned() })
    }
}

impl From<Point> for Cell {
    fn from(point: Point) -> Cell {
        Cell { file: point.file(), rank: point.rank() }
    }
}
