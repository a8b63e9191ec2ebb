//! Which moves have been good elsewhere in the tree.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicI16, AtomicU16, Ordering};

use crate::search_game::{MoveFeatures, SearchGame};

/// What is remembered while a tree is searched, by the facets of moves.
///
/// The threads that search it remember together: who has to find out by itself what another knows already takes good moves for
/// bad ones, and bad ones for good. They write without waiting for each other; where two do so at once, one is not counted.
pub(crate) struct Histories<P> {
    /// Quiet moves by side, from and to.
    quiet: Vec<AtomicI16>,
    /// Quiet moves by the man and the place that came one or two plies before them, and their own.
    continuation: Vec<AtomicI16>,
    /// Captures by man, place and victim.
    capture: Vec<AtomicI16>,
    /// The bits of the quiet move that refuted this man on this place.
    counter_moves: Vec<AtomicU16>,
    /// By side and structure: how far the search has found the evaluation to err.
    correction_history: Vec<AtomicI16>,
    game: PhantomData<fn(P)>,
}

/// Errors are kept for so many structures, and within these bounds.
const CORRECTION_ENTRIES: usize = 16_384;
const MAX_CORRECTION: i32 = 1_024;

/// Scores stay within this; the nearer they are, the less they grow.
const MAX_HISTORY: i32 = 16_384;

impl<P: SearchGame> Histories<P> {
    const PIECES: usize = 2 * P::PIECE_KINDS;
    const PIECE_CELLS: usize = Self::PIECES * P::CELLS;

    pub(crate) fn new() -> Histories<P> {
        Histories {
            quiet: zeroed(2 * P::CELLS * P::CELLS),
            continuation: zeroed(Self::PIECE_CELLS * Self::PIECE_CELLS),
            capture: zeroed(Self::PIECE_CELLS * P::PIECE_KINDS),
            counter_moves: zeroed(Self::PIECE_CELLS),
            correction_history: zeroed(2 * CORRECTION_ENTRIES),
            game: PhantomData,
        }
    }

    /// Forgets everything, as before a new game.
    pub(crate) fn clear(&self) {
        for scores in [&self.quiet, &self.continuation, &self.capture, &self.correction_history] {
            scores.iter().for_each(|score| score.store(0, Ordering::Relaxed));
        }
        self.counter_moves.iter().for_each(|bits| bits.store(0, Ordering::Relaxed));
    }

    #[inline]
    fn piece_cell_index(facet: MoveFeatures) -> usize {
        facet.piece * P::CELLS + facet.to
    }

    #[inline]
    fn quiet_index(facet: MoveFeatures) -> usize {
        (usize::from(facet.piece >= P::PIECE_KINDS) * P::CELLS + facet.from) * P::CELLS + facet.to
    }

    #[inline]
    fn capture_index(facet: MoveFeatures) -> usize {
        Self::piece_cell_index(facet) * P::PIECE_KINDS + facet.captured.unwrap_or(0)
    }

    /// How good a quiet move has been, also as an answer to the moves before it.
    #[inline]
    pub(crate) fn quiet(&self, facet: MoveFeatures, previous_moves: [Option<MoveFeatures>; 2]) -> i32 {
        let mut score = load_score(&self.quiet[Self::quiet_index(facet)]);
        for facet_before in previous_moves.into_iter().flatten() {
            score += load_score(
                &self.continuation[Self::piece_cell_index(facet_before) * Self::PIECE_CELLS
                    + Self::piece_cell_index(facet)],
            );
        }
        score
    }

    /// How good a capture has been.
    #[inline]
    pub(crate) fn capture(&self, facet: MoveFeatures) -> i32 {
        load_score(&self.capture[Self::capture_index(facet)])
    }

    /// The bits of the quiet move that last refuted this one; zero if none has.
    #[inline]
    pub(crate) fn counter_move(&self, previous_move: Option<MoveFeatures>) -> u16 {
        previous_move
            .map_or(0, |facet| self.counter_moves[Self::piece_cell_index(facet)].load(Ordering::Relaxed))
    }

    pub(crate) fn set_counter_move(&self, previous_move: Option<MoveFeatures>, bits: u16) {
        if let Some(facet) = previous_move {
            self.counter_moves[Self::piece_cell_index(facet)].store(bits, Ordering::Relaxed);
        }
    }

    fn correction_index(position: &P) -> usize {
        position.side_to_move().index() * CORRECTION_ENTRIES
            + position.correction_key() as usize % CORRECTION_ENTRIES
    }

    /// What to add to the evaluation of a position, from what was found in others of its structure.
    #[inline]
    pub(crate) fn correction(&self, position: &P) -> i32 {
        load_score(&self.correction_history[Self::correction_index(position)]) / 8
    }

    /// A search of this depth has found the evaluation to be so much too low.
    pub(crate) fn update_correction(&self, position: &P, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-MAX_CORRECTION / 4, MAX_CORRECTION / 4);
        apply_gravity_update(
            &self.correction_history[Self::correction_index(position)],
            bonus,
            MAX_CORRECTION,
        );
    }

    pub(crate) fn update_quiet_history(
        &self,
        facet: MoveFeatures,
        previous_moves: [Option<MoveFeatures>; 2],
        bonus: i32,
    ) {
        apply_gravity_update(&self.quiet[Self::quiet_index(facet)], bonus, MAX_HISTORY);
        for facet_before in previous_moves.into_iter().flatten() {
            apply_gravity_update(
                &self.continuation[Self::piece_cell_index(facet_before) * Self::PIECE_CELLS
                    + Self::piece_cell_index(facet)],
                bonus,
                MAX_HISTORY,
            );
        }
    }

    pub(crate) fn update_capture_history(&self, facet: MoveFeatures, bonus: i32) {
        apply_gravity_update(&self.capture[Self::capture_index(facet)], bonus, MAX_HISTORY);
    }
}

#[inline]
fn load_score(score: &AtomicI16) -> i32 {
    i32::from(score.load(Ordering::Relaxed))
}

#[inline]
fn apply_gravity_update(score: &AtomicI16, bonus: i32, max: i32) {
    let old = load_score(score);
    score.store((old + bonus - old * bonus.abs() / max) as i16, Ordering::Relaxed);
}

fn zeroed<T: Default>(count: usize) -> Vec<T> {
    std::iter::repeat_with(T::default).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_never_leaves_its_bounds() {
        let score = AtomicI16::new(0);
        for _ in 0..100_000 {
            apply_gravity_update(&score, 1_600, MAX_HISTORY);
        }
        assert!((15_000..=MAX_HISTORY).contains(&load_score(&score)), "{score:?}");
        for _ in 0..100_000 {
            apply_gravity_update(&score, -1_600, MAX_HISTORY);
        }
        assert!((-MAX_HISTORY..=-15_000).contains(&load_score(&score)), "{score:?}");
    }
}
