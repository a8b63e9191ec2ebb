use crate::{Point, PointSet};

/// The occupied points of a board.
///
/// They are stored by rank and by file, so that each line through a point is a few adjacent bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Occupancy {
    by_rank: u128,
    by_file: u128,
}

impl Occupancy {
    pub(crate) const EMPTY: Occupancy = Occupancy { by_rank: 0, by_file: 0 };

    /// Returns the occupied points as a set.
    #[inline]
    #[must_use]
    pub const fn points(self) -> PointSet {
        PointSet(self.by_rank)
    }

    /// Whether the point is occupied.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.points().contains(point)
    }

    /// Returns the nine bits of a rank.
    #[inline]
    pub(crate) const fn rank(self, rank: u8) -> usize {
        (self.by_rank >> (9 * rank as u32) & 0x1ff) as usize
    }

    /// Returns the ten bits of a file.
    #[inline]
    pub(crate) const fn file(self, file: u8) -> usize {
        (self.by_file >> (10 * file as u32) & 0x3ff) as usize
    }

    /// Returns a copy in which the point has changed between occupied and empty.
    #[inline]
    pub(crate) const fn toggled(self, point: Point) -> Occupancy {
        Occupancy {
            by_rank: self.by_rank ^ 1 << point.index(),
            by_file: self.by_file ^ 1 << (10 * point.file() as u32 + point.rank() as u32),
        }
    }

    /// Returns the occupancy after a move, which may be a capture.
    #[inline]
    pub(crate) const fn after_move(self, from: Point, to: Point) -> Occupancy {
        let vacated = self.toggled(from);
        if vacated.contains(to) { vacated } else { vacated.toggled(to) }
    }

    /// Returns the occupancy without these points.
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
