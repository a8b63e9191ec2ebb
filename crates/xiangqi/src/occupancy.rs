use crate::{Point, PointSet};

/// Which points are taken, kept twice: by ranks and by files, so that either line of a point is a few
/// neighboring bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Occupancy {
    by_rank: u128,
    by_file: u128,
}

impl Occupancy {
    /// Nobody anywhere.
    pub(crate) const EMPTY: Occupancy = Occupancy { by_rank: 0, by_file: 0 };

    /// The points as a set.
    #[inline]
    #[must_use]
    pub const fn points(self) -> PointSet {
        PointSet(self.by_rank)
    }

    /// Whether the point is taken.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.points().contains(point)
    }

    /// The nine points of a rank.
    #[inline]
    pub(crate) const fn rank(self, rank: u8) -> usize {
        (self.by_rank >> (9 * rank as u32) & 0x1ff) as usize
    }

    /// The ten points of a file.
    #[inline]
    pub(crate) const fn file(self, file: u8) -> usize {
        (self.by_file >> (10 * file as u32) & 0x3ff) as usize
    }

    /// The same with this point taken instead of free, or free instead of taken.
    #[inline]
    pub(crate) const fn toggled(self, point: Point) -> Occupancy {
        Occupancy {
            by_rank: self.by_rank ^ 1 << point.index(),
            by_file: self.by_file ^ 1 << (10 * point.file() as u32 + point.rank() as u32),
        }
    }

    /// The same after a piece has gone from one point to another, taking whoever stood there.
    #[inline]
    pub(crate) const fn after_move(self, from: Point, to: Point) -> Occupancy {
        let vacated = self.toggled(from);
        if vacated.contains(to) { vacated } else { vacated.toggled(to) }
    }

    /// The same without these points.
    #[must_use]
    pub fn without(self, points: PointSet) -> Occupancy {
        (points & self.points()).into_iter().fold(self, Occupancy::toggled)
    }
}

impl FromIterator<Point> for Occupancy {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Occupancy {
        let add = |occupied: Occupancy, point| {
            if occupied.contains(point) { occupied } else { occupied.toggled(point) }
        };
        points.into_iter().fold(Occupancy::EMPTY, add)
    }
}
