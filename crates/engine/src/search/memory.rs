//! Which moves have been good elsewhere in the tree.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicI16, AtomicU16, Ordering};

use crate::searchable::{Facet, Searchable};

/// What is remembered while a tree is searched, by the facets of moves.
///
/// The threads that search it remember together: who has to find out by itself what another knows already takes good moves for
/// bad ones, and bad ones for good. They write without waiting for each other; where two do so at once, one is not counted.
pub(crate) struct Memory<P> {
    /// Quiet moves by side, from and to.
    quiet: Vec<AtomicI16>,
    /// Quiet moves by the man and the place that came one or two plies before them, and their own.
    after: Vec<AtomicI16>,
    /// Captures by man, place and victim.
    capture: Vec<AtomicI16>,
    /// The bits of the quiet move that refuted this man on this place.
    counter: Vec<AtomicU16>,
    /// By side and structure: how far the search has found the evaluation to err.
    error: Vec<AtomicI16>,
    game: PhantomData<fn(P)>,
}

/// Errors are kept for so many structures, and within these bounds.
const STRUCTURES: usize = 16_384;
const MOST_ERROR: i32 = 1_024;

/// Scores stay within this; the nearer they are, the less they grow.
const MOST: i32 = 16_384;

impl<P: Searchable> Memory<P> {
    const MEN: usize = 2 * P::KINDS;
    const SPOTS: usize = Self::MEN * P::PLACES;

    pub(crate) fn new() -> Memory<P> {
        Memory {
            quiet: zeros(2 * P::PLACES * P::PLACES),
            after: zeros(Self::SPOTS * Self::SPOTS),
            capture: zeros(Self::SPOTS * P::KINDS),
            counter: zeros(Self::SPOTS),
            error: zeros(2 * STRUCTURES),
            game: PhantomData,
        }
    }

    /// Forgets everything, as before a new game.
    pub(crate) fn clear(&self) {
        for scores in [&self.quiet, &self.after, &self.capture, &self.error] {
            scores.iter().for_each(|score| score.store(0, Ordering::Relaxed));
        }
        self.counter.iter().for_each(|bits| bits.store(0, Ordering::Relaxed));
    }

    #[inline]
    fn spot(facet: Facet) -> usize {
        facet.man * P::PLACES + facet.to
    }

    #[inline]
    fn quiet_at(facet: Facet) -> usize {
        (usize::from(facet.man >= P::KINDS) * P::PLACES + facet.from) * P::PLACES + facet.to
    }

    #[inline]
    fn capture_at(facet: Facet) -> usize {
        Self::spot(facet) * P::KINDS + facet.takes.unwrap_or(0)
    }

    /// How good a quiet move has been, also as an answer to the moves before it.
    #[inline]
    pub(crate) fn quiet(&self, facet: Facet, before: [Option<Facet>; 2]) -> i32 {
        let mut score = read(&self.quiet[Self::quiet_at(facet)]);
        for facet_before in before.into_iter().flatten() {
            score += read(&self.after[Self::spot(facet_before) * Self::SPOTS + Self::spot(facet)]);
        }
        score
    }

    /// How good a capture has been.
    #[inline]
    pub(crate) fn capture(&self, facet: Facet) -> i32 {
        read(&self.capture[Self::capture_at(facet)])
    }

    /// The bits of the quiet move that last refuted this one; zero if none has.
    #[inline]
    pub(crate) fn counter(&self, before: Option<Facet>) -> u16 {
        before.map_or(0, |facet| self.counter[Self::spot(facet)].load(Ordering::Relaxed))
    }

    pub(crate) fn set_counter(&self, before: Option<Facet>, bits: u16) {
        if let Some(facet) = before {
            self.counter[Self::spot(facet)].store(bits, Ordering::Relaxed);
        }
    }

    fn error_at(position: &P) -> usize {
        position.side().index() * STRUCTURES + position.structure() as usize % STRUCTURES
    }

    /// What to add to the evaluation of a position, from what was found in others of its structure.
    #[inline]
    pub(crate) fn correction(&self, position: &P) -> i32 {
        read(&self.error[Self::error_at(position)]) / 8
    }

    /// A search of this depth has found the evaluation to be so much too low.
    pub(crate) fn learn_error(&self, position: &P, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-MOST_ERROR / 4, MOST_ERROR / 4);
        grow(&self.error[Self::error_at(position)], bonus, MOST_ERROR);
    }

    pub(crate) fn learn_quiet(&self, facet: Facet, before: [Option<Facet>; 2], bonus: i32) {
        grow(&self.quiet[Self::quiet_at(facet)], bonus, MOST);
        for facet_before in before.into_iter().flatten() {
            grow(&self.after[Self::spot(facet_before) * Self::SPOTS + Self::spot(facet)], bonus, MOST);
        }
    }

    pub(crate) fn learn_capture(&self, facet: Facet, bonus: i32) {
        grow(&self.capture[Self::capture_at(facet)], bonus, MOST);
    }
}

#[inline]
fn read(score: &AtomicI16) -> i32 {
    i32::from(score.load(Ordering::Relaxed))
}

#[inline]
fn grow(score: &AtomicI16, bonus: i32, most: i32) {
    let old = read(score);
    score.store((old + bonus - old * bonus.abs() / most) as i16, Ordering::Relaxed);
}

fn zeros<T: Default>(count: usize) -> Vec<T> {
    std::iter::repeat_with(T::default).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_never_leaves_its_bounds() {
        let score = AtomicI16::new(0);
        for _ in 0..100_000 {
            grow(&score, 1_600, MOST);
        }
        assert!((15_000..=MOST).contains(&read(&score)), "{score:?}");
        for _ in 0..100_000 {
            grow(&score, -1_600, MOST);
        }
        assert!((-MOST..=-15_000).contains(&read(&score)), "{score:?}");
    }
}
