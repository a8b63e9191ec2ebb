//! Where a position stands in the table.
//!
//! A position is told as the men of the side to move (the mover) and those of the other. Positions that a turn or
//! a mirror makes equal share entries: the mover's men are brought to the first of their up to eight faces, and
//! the other's men are counted off among the points that are left. Where the mover's men look the same from
//! several sides, a position still has as many entries as such sides: 2,845,594 instead of 2,640,088, which saves
//! asking for the least of them at every probe.

use std::ops::Range;
use std::sync::LazyLock;

use super::symmetry::Symmetry;
use crate::{Point, Points, Position};

/// How many men the mover has, and how many the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) mover: usize,
    pub(crate) other: usize,
}

/// The most men a side has.
const MOST: usize = Position::MOST_MEN as usize;

impl Class {
    /// Every class in which both sides have men, in the order of the table.
    pub(crate) fn all() -> impl Iterator<Item = Class> {
        (1..=MOST).flat_map(|mover| (1..=MOST).map(move |other| Class { mover, other }))
    }

    /// The class seen from the other side.
    pub(crate) const fn reversed(self) -> Class {
        Class { mover: self.other, other: self.mover }
    }
}

/// The map between positions and entries.
pub(crate) struct Index {
    /// For each set of the mover's men: which family it belongs to, and how to bring it to its first face.
    faces: Vec<(u16, Symmetry)>,
    /// The families of sets that look the same, by the number of men.
    families: [Vec<Family>; MOST + 1],
    /// Every choice among fifteen places, by the number chosen, in the order of their ranks.
    choices: [Vec<Points>; MOST + 1],
    /// Where each class begins, by the mover's men and the other's.
    starts: [[usize; MOST + 1]; MOST + 1],
    len: usize,
}

/// The sets of men that turns and mirrors make of one.
pub(crate) struct Family {
    /// The face that stands in the table.
    first: Points,
    /// How many faces there are.
    pub(crate) faces: usize,
    /// The ways to turn the first face into itself, but for the one that changes nothing.
    same: Vec<Symmetry>,
    /// The points that the first face leaves.
    free: Vec<Point>,
}

/// The one index there is, made when it is first asked for: about 400 KiB.
pub(crate) static INDEX: LazyLock<Index> = LazyLock::new(Index::new);

impl Index {
    fn new() -> Index {
        let mut faces = vec![(0, Symmetry::all().next().expect("there are eight")); 1 << 16];
        let mut families: [Vec<Family>; MOST + 1] = Default::default();
        for set in 1..=u16::MAX {
            let set = Points(set);
            let men = set.len() as usize;
            if men > MOST {
                continue;
            }
            let turned = || Symmetry::all().map(|symmetry| (symmetry.turned(set), symmetry));
            let (first, symmetry) = turned().min_by_key(|&(face, _)| face).expect("there are eight");
            let number = if first == set {
                // Sets come in order, so the first face of a family comes before all others.
                let same: Vec<Symmetry> =
                    turned().filter(|&(face, _)| face == set).skip(1).map(|(_, symmetry)| symmetry).collect();
                let free = (!first).into_iter().collect();
                families[men].push(Family { first, faces: 8 / (same.len() + 1), same, free });
                (families[men].len() - 1) as u16
            } else {
                faces[usize::from(first.0)].0
            };
            faces[usize::from(set.0)] = (number, symmetry);
        }
        let (mut starts, mut len) = ([[0; MOST + 1]; MOST + 1], 0);
        for class in Class::all() {
            starts[class.mover][class.other] = len;
            len += families[class.mover].len() * choices(16 - class.mover, class.other);
        }
        let mut choices: [Vec<Points>; MOST + 1] = Default::default();
        for places in (0..1 << 15).map(Points).filter(|places| places.len() as usize <= MOST) {
            choices[places.len() as usize].push(places);
        }
        Index { faces, families, choices, starts, len }
    }

    /// How many entries there are.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// The entries of a class.
    pub(crate) fn range(&self, class: Class) -> Range<usize> {
        let start = self.starts[class.mover][class.other];
        start..start + self.families[class.mover].len() * choices(16 - class.mover, class.other)
    }

    /// The entry of a position in which both sides have one to six men.
    #[inline]
    pub(crate) fn entry(&self, mover: Points, other: Points) -> usize {
        let (number, symmetry) = self.faces[usize::from(mover.0)];
        self.entry_of_face(usize::from(number), symmetry.turned(mover), symmetry.turned(other))
    }

    /// Every entry of a position: one for each way in which the mover's men look the same.
    pub(crate) fn entries(&self, mover: Points, other: Points) -> impl Iterator<Item = usize> {
        let (number, symmetry) = self.faces[usize::from(mover.0)];
        let number = usize::from(number);
        let (first, other) = (symmetry.turned(mover), symmetry.turned(other));
        let same = self.families[first.len() as usize][number].same.iter();
        let others = std::iter::once(other).chain(same.map(move |symmetry| symmetry.turned(other)));
        others.map(move |other| self.entry_of_face(number, first, other))
    }

    #[inline]
    fn entry_of_face(&self, number: usize, first: Points, other: Points) -> usize {
        let (men, others) = (first.len() as usize, other.len() as usize);
        let start = self.starts[men][others];
        start + number * choices(16 - men, others) + rank(first, other)
    }

    /// The position of an entry of this class, and its family.
    pub(crate) fn position(&self, class: Class, entry: usize) -> (Points, Points, &Family) {
        let block = choices(16 - class.mover, class.other);
        let local = entry - self.starts[class.mover][class.other];
        let family = &self.families[class.mover][local / block];
        let places = self.choices[class.other][local % block].into_iter();
        let other = places.map(|place| family.free[place.index()]).collect();
        (family.first, other, family)
    }
}

/// How many ways there are to choose `men` of `points`.
#[inline]
fn choices(points: usize, men: usize) -> usize {
    usize::from(CHOICES[men][points])
}

/// Counts the set off among the points that `taken` leaves. This is the combinatorial number system: sets come in
/// the order of their bits, whatever the number of points.
#[inline]
fn rank(taken: Points, set: Points) -> usize {
    let free = !taken;
    let place = |bit: u16| (free.0 & (bit - 1)).count_ones() as usize;
    set.into_iter().zip(1..).map(|(point, men)| choices(place(point.bit().0), men)).sum()
}

/// Pascal's triangle, by the number of men and then of points.
static CHOICES: [[u16; 17]; MOST + 1] = {
    let mut table = [[0; 17]; MOST + 1];
    let mut points = 0;
    while points <= 16 {
        table[0][points] = 1;
        let mut men = 1;
        while men <= MOST && points > 0 {
            table[men][points] = table[men - 1][points - 1] + table[men][points - 1];
            men += 1;
        }
        points += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_a_position_and_every_position_its_entries() {
        let mut next = 0;
        for class in Class::all() {
            let range = INDEX.range(class);
            assert_eq!(range.start, next);
            next = range.end;
            for entry in range {
                let (mover, other, family) = INDEX.position(class, entry);
                assert_eq!((mover.len() as usize, other.len() as usize), (class.mover, class.other));
                assert!((mover & other).is_empty());
                assert_eq!(INDEX.entry(mover, other), entry);
                assert_eq!(INDEX.entries(mover, other).count(), 8 / family.faces);
            }
        }
        assert_eq!(next, INDEX.len());
    }

    #[test]
    fn turned_positions_have_the_same_entries() {
        let sorted = |mover, other| {
            let mut entries: Vec<usize> = INDEX.entries(mover, other).collect();
            entries.sort_unstable();
            entries
        };
        let start = Position::start();
        let (black, white) = (start.men(crate::BLACK), start.men(crate::WHITE));
        for symmetry in Symmetry::all() {
            let turned = (symmetry.turned(black), symmetry.turned(white));
            assert_eq!(sorted(turned.0, turned.1), sorted(black, white));
        }
    }

    #[test]
    fn the_entries_stand_for_all_positions() {
        let positions: usize = Class::all()
            .flat_map(|class| INDEX.range(class).map(move |entry| INDEX.position(class, entry).2.faces))
            .sum();
        assert_eq!(positions, 21_065_004);
    }
}
