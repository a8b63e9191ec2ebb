//! History tables, indexed by the features of moves.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicI16, AtomicU16, Ordering};

use crate::search_game::{CellMask, MoveFeatures, SearchGame};

/// The history tables of a search, shared by its threads.
///
/// Sharing improves the move ordering of every thread. Updates are relaxed and may be lost under contention.
pub(crate) struct Histories<P> {
    /// Butterfly history: whether the enemy attacks the origin and the destination, side, from, to.
    quiet: Vec<AtomicI16>,
    /// Continuation history: piece and destination of a move one or two plies earlier, then of this one.
    continuation: Vec<AtomicI16>,
    /// Capture history: piece, destination, captured kind.
    capture: Vec<AtomicI16>,
    /// The bits of the quiet move that refuted a piece on a destination.
    counter_moves: Vec<AtomicU16>,
    /// The error of the static evaluation, by correction key: its kind, side, hash.
    correction_history: Vec<AtomicI16>,
    game: PhantomData<fn(P)>,
}

/// The circumstances of a node on which the scores of its quiet moves depend.
#[derive(Clone, Copy, Default)]
pub(crate) struct QuietContext {
    /// The last two moves on the path, the latest first; a null move is `None`.
    pub(crate) previous_moves: [Option<MoveFeatures>; 2],
    /// The cells that the enemy attacks; empty where they are not worth their computation.
    pub(crate) attacked: CellMask,
}

/// The tables that score the quiet moves of one node: the butterfly history plus the continuation history after the two
/// previous moves.
pub(crate) struct QuietScorer<'a, P> {
    quiet: &'a [AtomicI16],
    /// The rows of the previous moves; empty for a null move.
    continuations: [&'a [AtomicI16]; 2],
    attacked: CellMask,
    game: PhantomData<fn(P)>,
}

impl<P: SearchGame> QuietScorer<'_, P> {
    #[inline]
    pub(crate) fn score(&self, features: MoveFeatures) -> i32 {
        let quiet = load_score(&self.quiet[Histories::<P>::quiet_index(features, self.attacked)]);
        let at = Histories::<P>::piece_cell_index(features);
        let [last, before] = self.continuations.map(|row| row.get(at).map_or(0, load_score));
        quiet + last + before
    }
}

/// The number of correction entries for each kind of key and side, a power of two.
const CORRECTION_ENTRIES: usize = 1 << CORRECTION_BITS;
const CORRECTION_BITS: u32 = 14;
const MAX_CORRECTION: i32 = 1_024;
/// The sum of the entries of a position that corrects its evaluation by one centipawn.
const CORRECTION_SCALE: i32 = 8;

/// The bound of history scores.
const MAX_HISTORY: i32 = 16_384;

impl<P: SearchGame> Histories<P> {
    const PIECES: usize = 2 * P::PIECE_KINDS;
    const PIECE_CELLS: usize = Self::PIECES * P::CELLS;

    pub(crate) fn new() -> Histories<P> {
        Histories {
            quiet: zeroed_scores(8 * P::CELLS * P::CELLS),
            continuation: zeroed_scores(Self::PIECE_CELLS * Self::PIECE_CELLS),
            capture: zeroed_scores(Self::PIECE_CELLS * P::PIECE_KINDS),
            counter_moves: no_counter_moves(Self::PIECE_CELLS),
            correction_history: zeroed_scores(3 * 2 * CORRECTION_ENTRIES),
            game: PhantomData,
        }
    }

    pub(crate) fn clear(&self) {
        for scores in [&self.quiet, &self.continuation, &self.capture, &self.correction_history] {
            zero_scores(scores);
        }
        forget_counter_moves(&self.counter_moves);
    }

    #[inline]
    fn piece_cell_index(features: MoveFeatures) -> usize {
        features.piece * P::CELLS + features.to
    }

    #[inline]
    fn quiet_index(features: MoveFeatures, attacked: CellMask) -> usize {
        let MoveFeatures { piece, from, to, .. } = features;
        let escapes_and_enters =
            usize::from(attacked.contains(from)) * 2 + usize::from(attacked.contains(to));
        let side = usize::from(piece >= P::PIECE_KINDS);
        ((escapes_and_enters * 2 + side) * P::CELLS + from) * P::CELLS + to
    }

    #[inline]
    fn capture_index(features: MoveFeatures) -> usize {
        Self::piece_cell_index(features) * P::PIECE_KINDS + features.captured.unwrap_or(0)
    }

    /// Returns the scorer of the quiet moves of a node.
    #[inline]
    pub(crate) fn quiet_scorer(&self, context: &QuietContext) -> QuietScorer<'_, P> {
        QuietScorer {
            quiet: &self.quiet,
            continuations: context.previous_moves.map(|previous| match previous {
                Some(previous) => {
                    let start = Self::piece_cell_index(previous) * Self::PIECE_CELLS;
                    &self.continuation[start..][..Self::PIECE_CELLS]
                }
                None => &[],
            }),
            attacked: context.attacked,
            game: PhantomData,
        }
    }

    /// Returns the score of one quiet move; see [`QuietScorer`].
    #[inline]
    pub(crate) fn quiet(&self, features: MoveFeatures, context: &QuietContext) -> i32 {
        self.quiet_scorer(context).score(features)
    }

    #[inline]
    pub(crate) fn capture(&self, features: MoveFeatures) -> i32 {
        load_score(&self.capture[Self::capture_index(features)])
    }

    /// Returns the bits of the countermove; zero if there is none.
    #[inline]
    pub(crate) fn counter_move(&self, previous_move: Option<MoveFeatures>) -> u16 {
        previous_move.map_or(0, |features| {
            self.counter_moves[Self::piece_cell_index(features)].load(Ordering::Relaxed)
        })
    }

    pub(crate) fn set_counter_move(&self, previous_move: Option<MoveFeatures>, bits: u16) {
        if let Some(features) = previous_move {
            self.counter_moves[Self::piece_cell_index(features)].store(bits, Ordering::Relaxed);
        }
    }

    fn corrections(&self, position: &P) -> impl Iterator<Item = &AtomicI16> {
        let side = position.side_to_move().index();
        position.correction_keys().into_iter().enumerate().map(move |(kind, key)| {
            let hash = (key >> (u64::BITS - CORRECTION_BITS)) as usize;
            &self.correction_history[(kind * 2 + side) * CORRECTION_ENTRIES + hash]
        })
    }

    /// Returns the value to add to the static evaluation, learned from positions that share a correction key.
    #[inline]
    pub(crate) fn correction(&self, position: &P) -> i32 {
        self.corrections(position).map(load_score).sum::<i32>() / CORRECTION_SCALE
    }

    /// Learns that a search of this depth returned the static evaluation plus `error`.
    pub(crate) fn update_correction(&self, position: &P, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-MAX_CORRECTION / 4, MAX_CORRECTION / 4);
        for correction in self.corrections(position) {
            apply_gravity_update(correction, bonus, MAX_CORRECTION);
        }
    }

    pub(crate) fn update_quiet_history(&self, features: MoveFeatures, context: &QuietContext, bonus: i32) {
        let quiet = &self.quiet[Self::quiet_index(features, context.attacked)];
        apply_gravity_update(quiet, bonus, MAX_HISTORY);
        for previous in context.previous_moves.into_iter().flatten() {
            apply_gravity_update(
                &self.continuation
                    [Self::piece_cell_index(previous) * Self::PIECE_CELLS + Self::piece_cell_index(features)],
                bonus,
                MAX_HISTORY,
            );
        }
    }

    pub(crate) fn update_capture_history(&self, features: MoveFeatures, bonus: i32) {
        apply_gravity_update(&self.capture[Self::capture_index(features)], bonus, MAX_HISTORY);
    }
}

#[inline]
fn load_score(score: &AtomicI16) -> i32 {
    i32::from(score.load(Ordering::Relaxed))
}

/// Adds a bonus that shrinks as the score approaches `max`, so that the score stays within it.
#[inline]
fn apply_gravity_update(score: &AtomicI16, bonus: i32, max: i32) {
    let old = load_score(score);
    score.store((old + bonus - old * bonus.abs() / max) as i16, Ordering::Relaxed);
}

// The tables have up to 1.7 million entries. A generic function would be compiled with the crate that starts a search,
// without optimization in development builds; these four are compiled here.

fn zeroed_scores(count: usize) -> Vec<AtomicI16> {
    std::iter::repeat_with(AtomicI16::default).take(count).collect()
}

fn no_counter_moves(count: usize) -> Vec<AtomicU16> {
    std::iter::repeat_with(AtomicU16::default).take(count).collect()
}

fn zero_scores(scores: &[AtomicI16]) {
    scores.iter().for_each(|score| score.store(0, Ordering::Relaxed));
}

fn forget_counter_moves(bits: &[AtomicU16]) {
    bits.iter().for_each(|bits| bits.store(0, Ordering::Relaxed));
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
