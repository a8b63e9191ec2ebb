use crate::{Point, Points};

/// Which points are taken, kept twice: by ranks and by files, so that either line of a point is a few
/// neighbouring bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Occupied {
    by_rank: u128,
    by_file: u128,
}

impl Occupied {
    /// Nobody anywhere.
    pub(crate) const NONE: Occupied = Occupied { by_rank: 0, by_file: 0 };

    /// The points as a set.
    #[inline]
    #[must_use]
    pub const fn points(self) -> Points {
        Points(self.by_rank)
    }

    /// Whether the point is taken.
    #[inline]
    #[must_use]
    pub const fn has(self, point: Point) -> bool {
        self.points().has(point)
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
    pub(crate) const fn toggled(self, point: Point) -> Occupied {
        Occupied {
            by_rank: self.by_rank ^ 1 << point.index(),
            by_file: self.by_file ^ 1 << (10 * point.file() as u32 + point.rank() as u32),
        }
    }

    /// The same after a man has gone from one point to another, taking whoever stood there.
    #[inline]
    pub(crate) const fn moved(self, from: Point, to: Point) -> Occupied {
        let left = self.toggled(from);
        if left.has(to) { left } else { left.toggled(to) }
    }

    /// The same without these points.
    #[must_use]
    pub fn without(self, points: Points) -> Occupied {
        (points & self.points()).into_iter().fold(self, Occupied::toggled)
    }
}

impl FromIterator<Point> for Occupied {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Occupied {
        let add =
            |occupied: Occupied, point| if occupied.has(point) { occupied } else { occupied.toggled(point) };
        points.into_iter().fold(Occupied::NONE, add)
    }
}
