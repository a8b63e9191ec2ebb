use crate::{BLACK, Color, Point, RED};

/// A set of points, one bit each. The bits from 90 on are never set.
///
/// ```
/// use yipan_xiangqi::{Point, PointSet};
///
/// let corners: PointSet = ["a0", "i9"].iter().map(|p| p.parse::<Point>().unwrap()).collect();
/// assert_eq!(corners.to_string(), "a0 i9");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet(pub(crate) u128);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet(0);
    /// The set of all points.
    pub const ALL: PointSet = PointSet((1 << 90) - 1);

    /// Returns the nine points of a palace 九宫.
    #[inline]
    #[must_use]
    pub const fn palace(color: Color) -> PointSet {
        let red = 0b111 << 3 | 0b111 << 12 | 0b111 << 21;
        match color {
            RED => PointSet(red),
            BLACK => PointSet(red << 63),
        }
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has at least one point.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns the number of points.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has at least two points.
    #[inline]
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the set contains `point`.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.index() & 1 != 0
    }

    /// Returns the lowest point, or `None` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Point> {
        if self.0 == 0 { None } else { Some(self.lowest()) }
    }

    /// Returns the lowest point of a set that is not empty. The empty set gives a0.
    #[inline]
    pub(crate) const fn lowest(self) -> Point {
        // Testing the halves is faster than `u128::trailing_zeros`.
        let low = self.0 as u64;
        Point::from_valid_index(if low != 0 {
            low.trailing_zeros()
        } else {
            64 + ((self.0 >> 64) as u64).trailing_zeros()
        })
    }

    /// Returns a hash of the set. Different sets may collide.
    #[inline]
    #[must_use]
    pub const fn hash(self) -> u64 {
        self.0 as u64 ^ ((self.0 >> 64) as u64).rotate_left(29)
    }

    /// Returns the points of this set that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: PointSet) -> PointSet {
        PointSet(self.0 & !other.0)
    }
}

yipan_core::bitset!(PointSet of Point, iterated by PointIter);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_palace_has_nine_points() {
        for color in Color::BOTH {
            let expected: PointSet = Point::all().filter(|point| point.is_in_palace(color)).collect();
            assert_eq!(PointSet::palace(color), expected);
        }
    }
}
