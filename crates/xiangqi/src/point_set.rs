use crate::{BLACK, Color, Point, RED};

/// A set of points, one bit each; the bits from 90 on are never set.
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
    /// No point.
    pub const EMPTY: PointSet = PointSet(0);
    /// Every point.
    pub const ALL: PointSet = PointSet((1 << 90) - 1);

    /// The nine points of a palace 九宫.
    #[inline]
    #[must_use]
    pub const fn palace(color: Color) -> PointSet {
        // Three points of a rank, three ranks.
        let red = 0b111 << 3 | 0b111 << 12 | 0b111 << 21;
        match color {
            RED => PointSet(red),
            BLACK => PointSet(red << 63),
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
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `point` is in it.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
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
        Point::from_valid_index(if low != 0 {
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
    pub const fn without(self, other: PointSet) -> PointSet {
        PointSet(self.0 & !other.0)
    }
}

yipan_core::bitset!(PointSet of Point, walked by PointIter);

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
