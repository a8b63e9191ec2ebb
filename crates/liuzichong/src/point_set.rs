use crate::Point;

/// A set of points, one bit each, in sixteen bits.
///
/// ```
/// use yipan_liuzichong::{Point, PointSet};
///
/// let corners: PointSet = ["a1", "d4"].iter().map(|p| p.parse::<Point>().unwrap()).collect();
/// assert_eq!(corners.to_string(), "a1 d4");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointSet(pub(crate) u16);

const FILE_A: u16 = 0x1111;
const FILE_D: u16 = 0x8888;

impl PointSet {
    /// The set of all points.
    pub const ALL: PointSet = PointSet(u16::MAX);

    /// Returns the lowest point of a set that is not empty. The empty set gives a1.
    #[inline]
    const fn lowest(self) -> Point {
        Point::from_low_bits(self.0.trailing_zeros())
    }

    /// Returns the set shifted by one step up, down, right and left.
    #[inline]
    pub(crate) const fn shifted_each_way(self) -> [PointSet; 4] {
        let right = (self.0 & !FILE_D) << 1;
        let left = (self.0 & !FILE_A) >> 1;
        [PointSet(self.0 << 4), PointSet(self.0 >> 4), PointSet(right), PointSet(left)]
    }

    /// Returns the points adjacent to a point of the set. They may be in the set themselves.
    #[inline]
    #[must_use]
    pub const fn neighbors(self) -> PointSet {
        let [up, down, right, left] = self.shifted_each_way();
        PointSet(up.0 | down.0 | right.0 | left.0)
    }
}

yipan_core::bitset!(PointSet of Point, iterated by PointIter);
