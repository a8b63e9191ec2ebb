use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrayvec::ArrayVec;

use crate::score::MAX_PLY;
use crate::search::move_loop::{MoveLoop, MoveLoopContext};
use crate::search_game::{MoveFeatures, PathEntry, SearchGame};

/// A node whose moves are searched by several threads.
pub(crate) struct SplitPoint<P: SearchGame> {
    pub(super) node: MoveLoopContext<P>,
    pub(super) is_pv: bool,
    /// The positions from the root to the node.
    pub(super) path: Vec<PathEntry<P>>,
    pub(super) stack: Vec<StackSnapshot<P>>,
    pub(super) depth: i32,
    pub(super) nmp_min_ply: usize,
    /// Empty unless the node is the root.
    pub(super) root_moves: Vec<P::Move>,
    /// Empty unless the node is the root.
    pub(super) excluded_root_moves: Vec<P::Move>,
    pub(super) state: Mutex<SplitState<P>>,
    /// Whether a beta cutoff or the end of the search made the remaining moves irrelevant.
    pub(super) has_cutoff: AtomicBool,
    /// Whether a thread searches a move that beat alpha with the full window. The other threads wait for it,
    /// because most moves that beat the old alpha do not beat the new one.
    pub(super) is_researching: AtomicBool,
    pub(super) helpers: AtomicUsize,
    pub(super) parent: Option<Arc<SplitPoint<P>>>,
}

/// The part of a stack frame that a helper needs to continue from a split point.
pub(super) struct StackSnapshot<P: SearchGame> {
    pub(super) killers: [u16; 2],
    pub(super) eval: Option<i32>,
    pub(super) current_move: Option<MoveFeatures>,
    pub(super) excluded: Option<P::Move>,
}

/// The part of a split point that its threads update.
pub(super) struct SplitState<P: SearchGame> {
    /// `None` after the owner took the move loop back.
    pub(super) move_loop: Option<MoveLoop<P>>,
    pub(super) pv: ArrayVec<P::Move, MAX_PLY>,
    pub(super) seldepth: usize,
}

impl<P: SearchGame> SplitPoint<P> {
    pub(super) fn lock_state(&self) -> MutexGuard<'_, SplitState<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_descendant_of(&self, other: &Arc<SplitPoint<P>>) -> bool {
        let mut next = &self.parent;
        while let Some(parent) = next {
            if Arc::ptr_eq(parent, other) {
                return true;
            }
            next = &parent.parent;
        }
        false
    }

    pub(super) fn has_helpers(&self) -> bool {
        self.helpers.load(Ordering::Acquire) > 0
    }

    /// Returns whether to wait for the full-window search of another thread.
    pub(super) fn must_await_research(&self) -> bool {
        self.is_researching.load(Ordering::Acquire) && !self.is_cut_off()
    }

    /// Returns whether this split point or one above it was cut off.
    pub(super) fn is_cut_off(&self) -> bool {
        self.has_cutoff.load(Ordering::Acquire) || self.is_parent_cut_off()
    }

    pub(super) fn is_parent_cut_off(&self) -> bool {
        self.parent.as_ref().is_some_and(|parent| parent.is_cut_off())
    }
}
