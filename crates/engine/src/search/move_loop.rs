use arrayvec::ArrayVec;

use super::node_info::NodeInfo;
use super::ordering::{MovePicker, PickedMove, QuietContext};
use crate::score::INFINITE;
use crate::search_game::{MoveFeatures, SearchGame};
use crate::tt::Bound;

/// The part of a node that does not change while its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct MoveLoopContext<P: SearchGame> {
    pub(super) info: NodeInfo<P::Move>,
    pub(super) beta: i32,
    /// The move left out by a singular extension search.
    pub(super) excluded: Option<P::Move>,
    pub(super) quiet_context: QuietContext,
    /// The two killers and the countermove, as move bits.
    pub(super) refutations: [u16; 3],
    /// Whether the node is, or once was, on a principal variation.
    pub(super) was_pv: bool,
}

/// The progress of a move loop. At a split point several threads share it.
pub(super) struct MoveLoop<P: SearchGame> {
    pub(super) picker: MovePicker<P>,
    pub(super) alpha: i32,
    pub(super) best: i32,
    pub(super) best_move: Option<P::Move>,
    pub(super) bound: Bound,
    /// The number of legal moves taken from the picker, including pruned ones.
    pub(super) count: usize,
    /// The searched quiet moves that caused no cutoff.
    pub(super) quiets: ArrayVec<MoveFeatures, 64>,
    /// The searched captures that caused no cutoff.
    pub(super) captures: ArrayVec<MoveFeatures, 32>,
}

impl<P: SearchGame> MoveLoop<P> {
    pub(super) fn new(node: &MoveLoopContext<P>, alpha: i32) -> MoveLoop<P> {
        MoveLoop {
            picker: MovePicker::all(node.info.tt_move, node.refutations),
            alpha,
            best: -INFINITE,
            best_move: None,
            bound: Bound::Upper,
            count: 0,
            quiets: ArrayVec::new(),
            captures: ArrayVec::new(),
        }
    }

    /// Updates the alpha of a candidate. Returns whether it rose since the candidate was taken.
    pub(super) fn raise_alpha(&self, candidate: &mut MoveToSearch<P::Move>) -> bool {
        let has_risen = self.alpha > candidate.alpha;
        candidate.alpha = self.alpha;
        has_risen
    }

    /// Records the value of a searched move.
    pub(super) fn record(
        &mut self,
        position: &P,
        node: &MoveLoopContext<P>,
        candidate: &MoveToSearch<P::Move>,
        value: i32,
    ) -> MoveResult {
        let PickedMove { mv, is_quiet, .. } = candidate.pick;
        let mut result = MoveResult::NoImprovement;
        if value > self.best {
            self.best = value;
            if value > self.alpha {
                self.best_move = Some(mv);
                if value >= node.beta {
                    self.bound = Bound::Lower;
                    return MoveResult::Cutoff;
                }
                self.alpha = value;
                self.bound = Bound::Exact;
                result = MoveResult::NewBest;
            }
        }
        let features = position.move_features(mv);
        // A full list drops the move: the history penalties of one more would hardly matter.
        let _ = if is_quiet { self.quiets.try_push(features) } else { self.captures.try_push(features) };
        result
    }
}

/// A move that passed the pruning of the move loop.
pub(super) struct MoveToSearch<M> {
    pub(super) pick: PickedMove<M>,
    /// Its number among the moves of the node, from 1.
    pub(super) count: usize,
    /// Whether it is a capture that loses material by SEE.
    pub(super) is_bad_capture: bool,
    /// The lower bound when the move was taken.
    pub(super) alpha: i32,
}

impl<M: Copy> MoveToSearch<M> {
    pub(super) fn mv(&self) -> M {
        self.pick.mv
    }

    pub(super) fn beats_alpha(&self, value: i32) -> bool {
        value > self.alpha
    }
}

/// The effect of a searched move on its node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveResult {
    /// The value is not above alpha.
    NoImprovement,
    /// The move raised alpha.
    NewBest,
    /// Beta cutoff.
    Cutoff,
}
