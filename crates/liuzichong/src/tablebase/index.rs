//! The index of positions.
//!
//! A position consists of the pieces of the side to move (the mover) and of the other side. Symmetric positions
//! share entries: the mover's pieces are transformed to the first of up to eight orientations, and the other
//! pieces are ranked among the remaining points. If the mover's pieces are symmetric themselves, a position has
//! several entries. This makes 2,845,594 entries instead of 2,640,088, but a probe needs not search for the
//! smallest one.

use std::ops::Range;
use std::sync::LazyLock;

use super::symmetry::Symmetry;
use crate::{Point, PointSet, Position};

/// The number of pieces of the mover and of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MaterialClass {
    pub(crate) mover: usize,
    pub(crate) other: usize,
}

const MAX_PIECES: usize = Position::MAX_PIECES_PER_SIDE as usize;

impl MaterialClass {
    /// Iterates over all classes in which both sides have pieces, in index order.
    pub(crate) fn all() -> impl Iterator<Item = MaterialClass> {
        (1..=MAX_PIECES).flat_map(|mover| (1..=MAX_PIECES).map(move |other| MaterialClass { mover, other }))
    }

    /// Returns the class with the sides swapped.
    pub(crate) const fn reversed(self) -> MaterialClass {
        MaterialClass { mover: self.other, other: self.mover }
    }
}

/// The mapping between positions and entries.
pub(crate) struct Index {
    /// The symmetry class of each set of mover's pieces, and the transformation to its canonical form.
    canonical_forms: Vec<(u16, Symmetry)>,
    /// The symmetry classes, indexed by the number of pieces.
    symmetry_classes: [Vec<SymmetryClass>; MAX_PIECES + 1],
    /// The subsets of fifteen elements by size, in the order of their ranks.
    combinations: [Vec<PointSet>; MAX_PIECES + 1],
    /// The first entry of each class, indexed by the mover's and the other pieces.
    class_starts: [[usize; MAX_PIECES + 1]; MAX_PIECES + 1],
    len: usize,
}

/// A set of pieces and all its transformations.
pub(crate) struct SymmetryClass {
    /// The orientation that is stored in the tablebase.
    canonical: PointSet,
    /// The number of different orientations.
    pub(crate) orientations: usize,
    /// The transformations that leave the canonical set unchanged, except the identity.
    stabilizer: Vec<Symmetry>,
    /// The points outside the canonical set.
    empty_points: Vec<Point>,
}

/// The index, built on first use. It takes about 400 KiB.
pub(crate) static INDEX: LazyLock<Index> = LazyLock::new(Index::new);

impl Index {
    fn new() -> Index {
        let mut canonical_forms =
            vec![(0, Symmetry::all().next().expect("there are eight symmetries")); 1 << 16];
        let mut symmetry_classes: [Vec<SymmetryClass>; MAX_PIECES + 1] = Default::default();
        for set in 1..=u16::MAX {
            let set = PointSet(set);
            let pieces = set.len() as usize;
            if pieces > MAX_PIECES {
                continue;
            }
            let transformed = || Symmetry::all().map(|symmetry| (symmetry.apply(set), symmetry));
            let (canonical, symmetry) = transformed()
                .min_by_key(|&(orientation, _)| orientation)
                .expect("there are eight symmetries");
            let number = if canonical == set {
                // Sets are visited in ascending order, so the canonical form of a class comes first.
                let stabilizer: Vec<Symmetry> = transformed()
                    .filter(|&(orientation, _)| orientation == set)
                    .skip(1)
                    .map(|(_, symmetry)| symmetry)
                    .collect();
                let empty_points = (!canonical).into_iter().collect();
                symmetry_classes[pieces].push(SymmetryClass {
                    canonical,
                    orientations: 8 / (stabilizer.len() + 1),
                    stabilizer,
                    empty_points,
                });
                (symmetry_classes[pieces].len() - 1) as u16
            } else {
                canonical_forms[usize::from(canonical.0)].0
            };
            canonical_forms[usize::from(set.0)] = (number, symmetry);
        }
        let (mut class_starts, mut len) = ([[0; MAX_PIECES + 1]; MAX_PIECES + 1], 0);
        for class in MaterialClass::all() {
            class_starts[class.mover][class.other] = len;
            len += symmetry_classes[class.mover].len() * binomial(16 - class.mover, class.other);
        }
        let mut combinations: [Vec<PointSet>; MAX_PIECES + 1] = Default::default();
        for subset in (0..1 << 15).map(PointSet).filter(|subset| subset.len() as usize <= MAX_PIECES) {
            combinations[subset.len() as usize].push(subset);
        }
        Index { canonical_forms, symmetry_classes, combinations, class_starts, len }
    }

    /// Returns the number of entries.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Returns the entries of a class.
    pub(crate) fn range(&self, class: MaterialClass) -> Range<usize> {
        let start = self.class_starts[class.mover][class.other];
        start..start + self.symmetry_classes[class.mover].len() * binomial(16 - class.mover, class.other)
    }

    /// Returns an entry of a position in which both sides have one to six pieces.
    #[inline]
    pub(crate) fn entry(&self, mover: PointSet, other: PointSet) -> usize {
        let (number, symmetry) = self.canonical_forms[usize::from(mover.0)];
        self.entry_of_canonical(usize::from(number), symmetry.apply(mover), symmetry.apply(other))
    }

    /// Returns all entries of a position, one for each symmetry of the mover's pieces.
    pub(crate) fn entries(&self, mover: PointSet, other: PointSet) -> impl Iterator<Item = usize> {
        let (number, symmetry) = self.canonical_forms[usize::from(mover.0)];
        let number = usize::from(number);
        let (first, other) = (symmetry.apply(mover), symmetry.apply(other));
        let same = self.symmetry_classes[first.len() as usize][number].stabilizer.iter();
        let others = std::iter::once(other).chain(same.map(move |symmetry| symmetry.apply(other)));
        others.map(move |other| self.entry_of_canonical(number, first, other))
    }

    #[inline]
    fn entry_of_canonical(&self, number: usize, first: PointSet, other: PointSet) -> usize {
        let (pieces, others) = (first.len() as usize, other.len() as usize);
        let start = self.class_starts[pieces][others];
        start + number * binomial(16 - pieces, others) + combination_rank(first, other)
    }

    /// Returns the position of an entry in this class, and its symmetry class.
    pub(crate) fn position(
        &self,
        class: MaterialClass,
        entry: usize,
    ) -> (PointSet, PointSet, &SymmetryClass) {
        let block = binomial(16 - class.mover, class.other);
        let local = entry - self.class_starts[class.mover][class.other];
        let symmetry_class = &self.symmetry_classes[class.mover][local / block];
        let subset = self.combinations[class.other][local % block].into_iter();
        let other = subset.map(|element| symmetry_class.empty_points[element.index()]).collect();
        (symmetry_class.canonical, other, symmetry_class)
    }
}

/// Returns the number of ways to choose `pieces` of `points`.
#[inline]
fn binomial(points: usize, pieces: usize) -> usize {
    usize::from(BINOMIALS[pieces][points])
}

/// Returns the rank of a set among the points not in `occupied`, in the combinatorial number system.
#[inline]
fn combination_rank(occupied: PointSet, set: PointSet) -> usize {
    let free = !occupied;
    let element = |bit: u16| (free.0 & (bit - 1)).count_ones() as usize;
    set.into_iter().zip(1..).map(|(point, pieces)| binomial(element(point.bit().0), pieces)).sum()
}

/// Pascal's triangle, indexed by the number of pieces and then of points.
static BINOMIALS: [[u16; 17]; MAX_PIECES + 1] = {
    let mut table = [[0; 17]; MAX_PIECES + 1];
    let mut points = 0;
    while points <= 16 {
        table[0][points] = 1;
        let mut pieces = 1;
        while pieces <= MAX_PIECES && points > 0 {
            table[pieces][points] = table[pieces - 1][points - 1] + table[pieces][points - 1];
            pieces += 1;
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
        for class in MaterialClass::all() {
            let range = INDEX.range(class);
            assert_eq!(range.start, next);
            next = range.end;
            for entry in range {
                let (mover, other, symmetry_class) = INDEX.position(class, entry);
                assert_eq!((mover.len() as usize, other.len() as usize), (class.mover, class.other));
                assert!((mover & other).is_empty());
                assert_eq!(INDEX.entry(mover, other), entry);
                assert_eq!(INDEX.entries(mover, other).count(), 8 / symmetry_class.orientations);
            }
        }
        assert_eq!(next, INDEX.len());
    }

    #[test]
    fn transformed_positions_have_the_same_entries() {
        let sorted = |mover, other| {
            let mut entries: Vec<usize> = INDEX.entries(mover, other).collect();
            entries.sort_unstable();
            entries
        };
        let start = Position::start();
        let (black, white) = (start.by_color(crate::BLACK), start.by_color(crate::WHITE));
        for symmetry in Symmetry::all() {
            let transformed = (symmetry.apply(black), symmetry.apply(white));
            assert_eq!(sorted(transformed.0, transformed.1), sorted(black, white));
        }
    }

    #[test]
    fn the_entries_stand_for_all_positions() {
        let positions: usize = MaterialClass::all()
            .flat_map(|class| {
                INDEX.range(class).map(move |entry| INDEX.position(class, entry).2.orientations)
            })
            .sum();
        assert_eq!(positions, 21_065_004);
    }
}
