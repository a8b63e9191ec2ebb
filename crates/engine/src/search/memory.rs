//! Which moves have been good elsewhere in the tree.

use std::marker::PhantomData;

use crate::searchable::{Facet, Searchable};

/// What one thread remembers while it searches, by the facets of moves.
pub(crate) struct Memory<P> {
    /// Quiet moves by side, from and to.
    quiet: Vec<i16>,
    /// Quiet moves by the man and the place that came one or two plies before them, and their own.
    after: Vec<i16>,
    /// Captures by man, place and victim.
    capture: Vec<i16>,
    /// The bits of the quiet move that refuted this man on this place.
    counter: Vec<u16>,
    /// By side and structure: how far the search has found the evaluation to err.
    error: Vec<i16>,
    game: PhantomData<P>,
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
            quiet: vec![0; 2 * P::PLACES * P::PLACES],
            after: vec![0; Self::SPOTS * Self::SPOTS],
            capture: vec![0; Self::SPOTS * P::KINDS],
            counter: vec![0; Self::SPOTS],
            error: vec![0; 2 * STRUCTURES],
            game: PhantomData,
        }
    }

    /// Forgets everything, as before a new game.
    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.after.fill(0);
        self.capture.fill(0);
        self.counter.fill(0);
        self.error.fill(0);
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
        let mut score = i32::from(self.quiet[Self::quiet_at(facet)]);
        for facet_before in before.into_iter().flatten() {
            score += i32::from(self.after[Self::spot(facet_before) * Self::SPOTS + Self::spot(facet)]);
        }
        score
    }

    /// How good a capture has been.
    #[inline]
    pub(crate) fn capture(&self, facet: Facet) -> i32 {
        i32::from(self.capture[Self::capture_at(facet)])
    }

    /// The bits of the quiet move that last refuted this one; zero if none has.
    #[inline]
    pub(crate) fn counter(&self, before: Option<Facet>) -> u16 {
        before.map_or(0, |facet| self.counter[Self::spot(facet)])
    }

    pub(crate) fn set_counter(&mut self, before: Option<Facet>, bits: u16) {
        if let Some(facet) = before {
            self.counter[Self::spot(facet)] = bits;
        }
    }

    fn error_at(position: &P) -> usize {
        position.side().index() * STRUCTURES + position.structure() as usize % STRUCTURES
    }

    /// What to add to the evaluation of a position, from what was found in others of its structure.
    #[inline]
    pub(crate) fn correction(&self, position: &P) -> i32 {
        i32::from(self.error[Self::error_at(position)]) / 8
    }

    /// A search of this depth has found the evaluation to be so much too low.
    pub(crate) fn learn_error(&mut self, position: &P, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-MOST_ERROR / 4, MOST_ERROR / 4);
        let entry = &mut self.error[Self::error_at(position)];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / MOST_ERROR) as i16;
    }

    pub(crate) fn learn_quiet(&mut self, facet: Facet, before: [Option<Facet>; 2], bonus: i32) {
        grow(&mut self.quiet[Self::quiet_at(facet)], bonus);
        for facet_before in before.into_iter().flatten() {
            grow(&mut self.after[Self::spot(facet_before) * Self::SPOTS + Self::spot(facet)], bonus);
        }
    }

    pub(crate) fn learn_capture(&mut self, facet: Facet, bonus: i32) {
        grow(&mut self.capture[Self::capture_at(facet)], bonus);
    }
}

#[inline]
fn grow(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / MOST) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_never_leaves_its_bounds() {
        let mut score = 0;
        for _ in 0..100_000 {
            grow(&mut score, 1_600);
        }
        assert!((15_000..=MOST as i16).contains(&score), "{score}");
        for _ in 0..100_000 {
            grow(&mut score, -1_600);
        }
        assert!((-(MOST as i16)..=-15_000).contains(&score), "{score}");
    }
}
