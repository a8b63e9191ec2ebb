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

    /// Calls `visit` for each point, lowest first.
    ///
    /// This is faster than a loop, because each half of the set fits a register. `visit` is compiled twice.
    #[inline]
    pub fn for_each(self, mut visit: impl FnMut(Point)) {
        let mut low = self.0 as u64;
        while low != 0 {
            visit(Point::from_valid_index(low.trailing_zeros()));
            low &= low - 1;
        }
        let mut high = (self.0 >> 64) as u64;
        while high != 0 {
            visit(Point::from_valid_index(64 + high.trailing_zeros()));
            high &= high - 1;
        }
    }

    /// Returns one bit for each point, the lowest for a0.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns a hash of the set. Different sets may collide.
    #[inline]
    #[must_use]
    pub const fn hash(self) -> u64 {
        self.0 as u64 ^ ((self.0 >> 64) as u64).rotate_left(29)
    }
}

yipan_core::bitset!(PointSet of Point, iterated by PointIter);

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn all_points_are_visited_in_order() {
        for set in [PointSet::ALL, PointSet::EMPTY, PointSet(1 << 63 | 1 << 64 | 1 << 89)] {
            let mut visited = Vec::new();
            set.for_each(|point| visited.push(point));
            assert!(set.into_iter().eq(visited.iter().copied()), "{set}: {visited:?}");
        }
    }

    #[test]
    fn a_palace_has_nine_points() {
        for color in Color::BOTH {
            let expected: PointSet = Point::all().filter(|point| point.is_in_palace(color)).collect();
            assert_eq!(PointSet::palace(color), expected);
        }
    }
}
