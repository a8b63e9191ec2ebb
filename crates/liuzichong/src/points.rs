use crate::Point;

/// A set of points, one bit each; the whole board is sixteen bits.
///
/// ```
/// use yipan_liuzichong::{Point, Points};
///
/// let corners: Points = ["a1", "d4"].iter().map(|p| p.parse::<Point>().unwrap()).collect();
/// assert_eq!(corners.to_string(), "a1 d4");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(pub(crate) u16);

const FILE_A: u16 = 0x1111;
const FILE_D: u16 = 0x8888;

impl Points {
    /// No point.
    pub const EMPTY: Points = Points(0);
    /// Every point.
    pub const ALL: Points = Points(u16::MAX);

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
        if self.0 == 0 { None } else { Some(Point::wrap(self.0.trailing_zeros())) }
    }

    /// The points of this set that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Points) -> Points {
        Points(self.0 & !other.0)
    }

    /// The set one step in each of the four directions: up, down, right, left.
    #[inline]
    pub(crate) const fn steps(self) -> [Points; 4] {
        let right = (self.0 & !FILE_D) << 1;
        let left = (self.0 & !FILE_A) >> 1;
        [Points(self.0 << 4), Points(self.0 >> 4), Points(right), Points(left)]
    }

    /// Every point one step away from one of the set; it may lie in the set itself.
    #[inline]
    #[must_use]
    pub const fn beside(self) -> Points {
        let [up, down, right, left] = self.steps();
        Points(up.0 | down.0 | right.0 | left.0)
    }
}

yipan_rules::set_of_places!(Points of Point, walked by EachPoint);
