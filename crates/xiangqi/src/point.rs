use alloc::{borrow::ToOwned, string::String};
use core::{fmt, str::FromStr};

use yipan_core::Cell;

use crate::{BLACK, Color, PointSet, RED};

/// One of the 90 points, from a0 = 0 and b0 = 1 to i9 = 89. Red's left corner is a0.
///
/// ```
/// use yipan_xiangqi::Point;
///
/// let e0: Point = "e0".parse()?;
/// assert_eq!((e0.file(), e0.rank()), (4, 0));
/// # Ok::<(), yipan_xiangqi::PointError>(())
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
    pub const COUNT: usize = 90;

    /// Returns the point with this index, or `None` if it is not below 90.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Point> {
        if index < 90 { Some(Point(index)) } else { None }
    }

    /// Returns the point with this file (0 to 8) and rank (0 to 9), or `None` if it is off the board.
    #[inline]
    #[must_use]
    pub const fn from_coords(file: u8, rank: u8) -> Option<Point> {
        if file < 9 && rank < 10 { Some(Point(rank * 9 + file)) } else { None }
    }

    /// Returns the point with this index, which must be below 90. Larger indices give a0.
    #[inline]
    pub(crate) const fn from_valid_index(index: u32) -> Point {
        if index < 90 { Point(index as u8) } else { Point(0) }
    }

    /// Iterates over all points from a0 to i9.
    pub fn all() -> impl DoubleEndedIterator<Item = Point> {
        (0..90).map(Point)
    }

    /// Returns the index, from 0 to 89.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, 0 for a.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % 9
    }

    /// Returns the rank, 0 for Red's first.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 9
    }

    /// Returns the rank as `color` counts it, 0 for its own first.
    #[inline]
    #[must_use]
    pub const fn rank_for(self, color: Color) -> u8 {
        match color {
            RED => self.rank(),
            BLACK => 9 - self.rank(),
        }
    }

    /// Returns the column (1 to 9) of column notation, which `color` counts from its right.
    #[inline]
    #[must_use]
    pub const fn column_for(self, color: Color) -> u8 {
        match color {
            RED => 9 - self.file(),
            BLACK => self.file() + 1,
        }
    }

    /// Whether the point is across the river for `color`.
    #[inline]
    #[must_use]
    pub const fn is_across_river(self, color: Color) -> bool {
        self.rank_for(color) >= 5
    }

    /// Whether the point is in the palace 九宫 of `color`.
    #[inline]
    #[must_use]
    pub const fn is_in_palace(self, color: Color) -> bool {
        self.rank_for(color) <= 2 && self.file() >= 3 && self.file() <= 5
    }

    /// Returns the set with this point only.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> PointSet {
        PointSet(1 << self.0)
    }

    /// Returns the point at this distance to the right and up, or `None` if it is off the board.
    #[inline]
    #[must_use]
    pub(crate) const fn offset(self, files: i8, ranks: i8) -> Option<Point> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || rank < 0 { None } else { Point::from_coords(file as u8, rank as u8) }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
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
            [file @ b'a'..=b'i', rank @ b'0'..=b'9'] => Point::from_coords(file - b'a', rank - b'0'),
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
