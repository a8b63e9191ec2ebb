use std::sync::Arc;

use arrayvec::ArrayVec;

use super::ordering::{Histories, QuietContext};
use super::parallel::SplitPoint;
use super::params::SearchParams;
use super::thread::SearchThread;
use crate::score::MAX_PLY;
use crate::search_game::{Evaluation, MoveFeatures, PathEntry, SearchGame};

/// A running search of one thread.
pub(super) struct Search<'a, P: SearchGame, E> {
    pub(super) params: &'a SearchParams<'a, P>,
    evaluation: &'a mut E,
    pub(super) histories: &'a Histories<P>,
    /// The positions from the root to the current node.
    pub(super) path: Vec<PathEntry<P>>,
    /// One frame for each ply, with one extra because a node resets the killers of the next ply.
    pub(super) stack: Vec<StackFrame<P>>,
    pub(super) nodes: u64,
    /// The part of `nodes` that was reported to the control.
    pub(super) reported_nodes: u64,
    /// Whether to unwind from the current node, because of an abort or a cutoff at a split point.
    pub(super) stopped: bool,
    /// Whether to end the whole search, because of the limits or the control.
    pub(super) aborted: bool,
    /// Whether this thread obeys the limits and the control. Helper threads follow the main thread.
    pub(super) is_main_thread: bool,
    /// The innermost split point above the current node.
    pub(super) split_point: Option<Arc<SplitPoint<P>>>,
    /// The cutoff count of the pool when this thread last checked it.
    pub(super) seen_cutoffs: usize,
    /// The depth of the current iteration.
    pub(super) depth: i32,
    pub(super) seldepth: usize,
    /// The root moves that may be searched.
    pub(super) root_moves: Vec<P::Move>,
    /// The first moves of the principal variations found earlier in this iteration.
    pub(super) excluded_root_moves: Vec<P::Move>,
    /// The null move is disabled below this ply while a null-move cutoff is verified.
    pub(super) nmp_min_ply: usize,
    /// Whether to correct the static evaluation by what the search learned of similar positions.
    pub(super) corrects_evaluation: bool,
}

/// The search state of one ply.
pub(super) struct StackFrame<P: SearchGame> {
    pub(super) killers: [u16; 2],
    /// The corrected static evaluation; `None` in check.
    pub(super) eval: Option<i32>,
    /// The move being searched; `None` for a null move.
    pub(super) current_move: Option<MoveFeatures>,
    /// The circumstances of the quiet moves here.
    pub(super) quiet_context: QuietContext,
    /// The move left out by a singular extension search.
    pub(super) excluded: Option<P::Move>,
    /// The principal variation from this ply.
    pub(super) pv: ArrayVec<P::Move, MAX_PLY>,
}

impl<P: SearchGame> StackFrame<P> {
    fn new() -> StackFrame<P> {
        StackFrame {
            killers: [0; 2],
            eval: None,
            current_move: None,
            quiet_context: QuietContext::default(),
            excluded: None,
            pv: ArrayVec::new(),
        }
    }
}

impl<'a, P: SearchGame, E: Evaluation<P>> Search<'a, P, E> {
    pub(super) fn new(
        thread: &'a mut SearchThread<P, E>,
        params: &'a SearchParams<'a, P>,
    ) -> Search<'a, P, E> {
        let root = PathEntry {
            position: *params.root,
            key: params.root.key(),
            mv: None,
            in_check: params.root.in_check(),
        };
        let mut path = Vec::with_capacity(MAX_PLY + 2);
        path.push(root);
        Search {
            params,
            evaluation: &mut thread.evaluation,
            histories: &thread.histories,
            path,
            stack: (0..MAX_PLY + 2).map(|_| StackFrame::new()).collect(),
            nodes: 0,
            reported_nodes: 0,
            stopped: false,
            aborted: false,
            is_main_thread: true,
            split_point: None,
            seen_cutoffs: 0,
            depth: 0,
            seldepth: 0,
            root_moves: Vec::new(),
            excluded_root_moves: Vec::new(),
            nmp_min_ply: 0,
            corrects_evaluation: true,
        }
    }

    /// Adds the correction to the static evaluation of a position.
    #[inline]
    pub(super) fn corrected_eval(&self, position: &P, raw_eval: i32) -> i32 {
        if self.corrects_evaluation { raw_eval + self.histories.correction(position) } else { raw_eval }
    }

    /// Returns the distance from the root in plies.
    #[inline]
    pub(super) fn ply(&self) -> usize {
        self.path.len() - 1
    }

    /// Returns the last two moves on the path, the latest first; a null move is `None`.
    #[inline]
    pub(super) fn previous_moves(&self) -> [Option<MoveFeatures>; 2] {
        let ply = self.ply();
        let move_at = |back: usize| ply.checked_sub(back).and_then(|at| self.stack[at].current_move);
        [move_at(1), move_at(2)]
    }

    /// Makes a move, or a null move if `mv` is `None`.
    #[inline]
    pub(super) fn push_move(&mut self, position: &P, mv: Option<P::Move>) {
        let ply = self.ply();
        self.stack[ply].current_move = mv.map(|mv| position.move_features(mv));
        // The position is copied once, to where it stays.
        self.path.push(PathEntry { position: *position, key: 0, mv, in_check: false });
        let entry = &mut self.path[ply + 1];
        match mv {
            Some(mv) => {
                entry.position.make(mv);
            }
            None => entry.position = position.null_move(),
        }
        entry.key = entry.position.key();
        self.params.tt.prefetch(entry.key);
        entry.in_check = entry.position.in_check();
        self.nodes += 1;
        if self.nodes & 1023 == 0 {
            self.poll_limits();
        }
    }

    #[inline]
    pub(super) fn pop_move(&mut self) {
        self.path.pop();
    }

    /// Reports nodes to the control and checks the time limit and the stop flag.
    pub(super) fn poll_limits(&mut self) {
        self.params.control.add_nodes(self.nodes - self.reported_nodes);
        self.reported_nodes = self.nodes;
        let limits = &self.params.limits;
        let past_hard_limit = || limits.hard_time.is_some_and(|hard| self.params.control.elapsed() >= hard);
        // The time limit does not interrupt the first iteration, so that there is a move to return.
        if self.is_main_thread && (self.params.control.should_stop() || (self.depth > 1 && past_hard_limit()))
        {
            (self.stopped, self.aborted) = (true, true);
        }
    }

    /// Returns whether to unwind from the current node; called at every node.
    #[inline]
    pub(super) fn should_stop(&mut self) -> bool {
        if self.depth > 1 && self.params.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            self.aborted = true;
        }
        self.stopped |= self.aborted || self.cutoff_above();
        self.stopped
    }

    /// Returns the static evaluation of the current node.
    pub(super) fn evaluate(&mut self) -> i32 {
        self.evaluation.evaluate_path(&self.path).clamp(-20_000, 20_000)
    }

    /// Sets the principal variation to `mv` followed by that of the next ply.
    pub(super) fn update_pv(&mut self, mv: P::Move) {
        let ply = self.ply();
        let (here, next) = self.stack.split_at_mut(ply + 1);
        let line = &mut here[ply].pv;
        line.clear();
        line.push(mv);
        let capacity_left = line.remaining_capacity();
        line.extend(next[0].pv.iter().copied().take(capacity_left));
    }
}
