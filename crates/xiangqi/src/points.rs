use std::{fmt, ops::Not};

use crate::{BLACK, Color, Point, RED};

/// A set of points, one bit each; the bits from 90 on are never set.
///
/// ```
/// use yipan_xiangqi::{Point, Points};
///
/// let corners: Points = ["a0", "i9"].iter().map(|p| p.parse::<Point>().unwrap()).collect();
/// assert_eq!(corners.to_string(), "a0 i9");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Points(pub(crate) u128);

impl Points {
    /// No point.
    pub const EMPTY: Points = Points(0);
    /// Every point.
    pub const ALL: Points = Points((1 << 90) - 1);

    /// The nine points of a palace 九宫.
    #[inline]
    #[must_use]
    pub const fn palace(color: Color) -> Points {
        // Three points of a rank, three ranks.
        let red = 0b111 << 3 | 0b111 << 12 | 0b111 << 21;
        match color {
            RED => Points(red),
            BLACK => Points(red << 63),
        }
    }

    /// Whether there is no point in it.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is a point in it.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// How many points there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are at least two points in it.
    #[inline]
    #[must_use]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `point` is in it.
    #[inline]
    #[must_use]
    pub const fn has(self, point: Point) -> bool {
        self.0 >> point.index() & 1 != 0
    }

    /// The lowest point, if any.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Point> {
        if self.0 == 0 { None } else { Some(self.lowest()) }
    }

    /// The lowest point of a set that is known not to be empty; a0 if it is.
    #[inline]
    pub(crate) const fn lowest(self) -> Point {
        // The halves one by one: the compiler's own count for 128 bits asks more.
        let low = self.0 as u64;
        Point::wrap(if low != 0 {
            low.trailing_zeros()
        } else {
            64 + ((self.0 >> 64) as u64).trailing_zeros()
        })
    }

    /// A number for tables in which sets that differ may meet.
    #[inline]
    #[must_use]
    pub const fn hash(self) -> u64 {
        self.0 as u64 ^ ((self.0 >> 64) as u64).rotate_left(29)
    }

    /// The points of this set that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Points) -> Points {
        Points(self.0 & !other.0)
    }
}

yipan_rules::set_operators!(Points);

impl Not for Points {
    type Output = Points;
    #[inline]
    fn not(self) -> Points {
        Points(!self.0 & Points::ALL.0)
    }
}

/// The points of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct EachPoint(Points);

impl Iterator for EachPoint {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let point = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(point)
    }
}

impl IntoIterator for Points {
    type Item = Point;
    type IntoIter = EachPoint;

    #[inline]
    fn into_iter(self) -> EachPoint {
        EachPoint(self)
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        points.into_iter().fold(Points::EMPTY, |set, point| set | point.bit())
    }
}

/// The names of the points with spaces between them, lowest first.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, point) in self.into_iter().enumerate() {
            write!(f, "{}{point}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_palace_has_nine_points() {
        for color in Color::BOTH {
            let expected: Points = Point::all().filter(|point| point.is_in_palace(color)).collect();
            assert_eq!(Points::palace(color), expected);
        }
    }
}
