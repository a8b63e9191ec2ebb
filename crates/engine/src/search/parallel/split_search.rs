use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use arrayvec::ArrayVec;

use super::split_point::{SplitPoint, SplitState, StackSnapshot};
use super::split_pool::SplitPool;
use crate::limits::Limits;
use crate::score::MAX_PLY;
use crate::search::move_loop::{MoveLoop, MoveLoopContext, MoveResult, MoveToSearch};
use crate::search::params::SearchParams;
use crate::search::state::{Search, StackFrame};
use crate::search::thread::SearchThread;
use crate::search_game::{Evaluation, SearchGame};

/// Nodes below this depth are not split, because sharing them costs more than searching them.
const MIN_SPLIT_DEPTH: i32 = 3;

impl<P: SearchGame, E: Evaluation<P>> SearchThread<P, E> {
    /// Helps at the split points of the pool until [`SplitPool::stop`] is called.
    ///
    /// Limits and the stop flag are ignored: only the main thread obeys them, and its end stops the helpers.
    pub fn run_helper(&mut self, params: &SearchParams<'_, P>) {
        let Some(pool) = params.split_pool else { return };
        let params = &SearchParams { limits: Limits::default(), ..*params };
        let mut search = Search::new(self, params);
        search.is_main_thread = false;
        pool.idle_threads.fetch_add(1, Ordering::AcqRel);
        while !pool.is_stopped.load(Ordering::Acquire) {
            match pool.take_split_point(None) {
                Some(split_point) => search.help_at(pool, &split_point),
                None => params.control.pause(),
            }
        }
        pool.idle_threads.fetch_sub(1, Ordering::AcqRel);
        params.control.add_nodes(search.nodes - search.reported_nodes);
    }
}

impl<P: SearchGame, E: Evaluation<P>> Search<'_, P, E> {
    /// Returns whether a split point above the current node was cut off by another thread.
    #[inline]
    pub(in crate::search) fn cutoff_above(&mut self) -> bool {
        let (Some(split_point), Some(pool)) = (&self.split_point, self.params.split_pool) else {
            return false;
        };
        let cutoffs = pool.cutoffs.0.load(Ordering::Acquire);
        if cutoffs == self.seen_cutoffs {
            return false;
        }
        self.seen_cutoffs = cutoffs;
        split_point.is_cut_off()
    }

    /// Returns whether the node is deep enough to split and a thread is idle.
    #[inline]
    pub(in crate::search) fn has_idle_helpers(&self, depth: i32) -> bool {
        depth >= MIN_SPLIT_DEPTH
            && self.params.split_pool.is_some_and(|pool| {
                pool.idle_threads.load(Ordering::Relaxed) > pool.open_count.load(Ordering::Relaxed)
            })
    }

    /// Makes the node a split point and searches its remaining moves together with idle threads.
    pub(in crate::search) fn split<const PV: bool>(
        &mut self,
        node: &MoveLoopContext<P>,
        move_loop: MoveLoop<P>,
    ) -> MoveLoop<P> {
        let Some(pool) = self.params.split_pool else { return move_loop };
        let ply = node.info.ply;
        let snapshot = |frame: &StackFrame<P>| StackSnapshot {
            killers: frame.killers,
            eval: frame.eval,
            current_move: frame.current_move,
            excluded: frame.excluded,
        };
        let split_point = Arc::new(SplitPoint {
            node: *node,
            is_pv: PV,
            path: self.path.clone(),
            stack: self.stack[..ply + 2].iter().map(snapshot).collect(),
            depth: self.depth,
            nmp_min_ply: self.nmp_min_ply,
            root_moves: if ply == 0 { self.root_moves.clone() } else { Vec::new() },
            excluded_root_moves: if ply == 0 { self.excluded_root_moves.clone() } else { Vec::new() },
            state: Mutex::new(SplitState {
                move_loop: Some(move_loop),
                pv: self.stack[ply].pv.clone(),
                seldepth: self.seldepth,
            }),
            has_cutoff: AtomicBool::new(false),
            is_researching: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            parent: self.split_point.take(),
        });
        pool.publish(&split_point);
        self.search_split_point_moves::<PV>(pool, &split_point);
        if self.stopped {
            pool.signal_cutoff(&split_point);
        }
        self.help_while_waiting(pool, &split_point, SplitPoint::has_helpers);
        self.stopped = self.aborted || split_point.is_parent_cut_off();
        self.split_point.clone_from(&split_point.parent);
        let mut state = split_point.lock_state();
        self.stack[ply].pv = std::mem::take(&mut state.pv);
        self.seldepth = self.seldepth.max(state.seldepth);
        state.move_loop.take().unwrap_or_else(|| unreachable!("only the owner takes the move loop back"))
    }

    /// Helps below a split point while `is_open` holds for it.
    fn help_while_waiting(
        &mut self,
        pool: &SplitPool<P>,
        split_point: &Arc<SplitPoint<P>>,
        is_open: impl Fn(&SplitPoint<P>) -> bool,
    ) {
        if !is_open(split_point) {
            return;
        }
        let plies = split_point.node.info.ply + 1;
        pool.idle_threads.fetch_add(1, Ordering::AcqRel);
        while is_open(split_point) {
            let below = if self.aborted { None } else { pool.take_split_point(Some(split_point)) };
            match below {
                Some(below) => self.help_at(pool, &below),
                None => {
                    self.params.control.pause();
                    self.poll_limits();
                }
            }
            if self.aborted {
                pool.signal_cutoff(split_point);
            }
        }
        pool.idle_threads.fetch_sub(1, Ordering::AcqRel);
        // Every split point that was helped lies below this one, so the path begins with the same positions.
        self.path.truncate(plies);
        self.nmp_min_ply = split_point.nmp_min_ply;
        self.split_point = Some(Arc::clone(split_point));
    }

    /// Searches moves of a split point of another thread, with the path and stack of that thread.
    fn help_at(&mut self, pool: &SplitPool<P>, split_point: &Arc<SplitPoint<P>>) {
        pool.idle_threads.fetch_sub(1, Ordering::AcqRel);
        self.stopped = self.aborted;
        self.path.clear();
        self.path.extend_from_slice(&split_point.path);
        let mut excluded: ArrayVec<Option<P::Move>, { MAX_PLY + 2 }> = ArrayVec::new();
        for (frame, snapshot) in self.stack.iter_mut().zip(&split_point.stack) {
            (frame.killers, frame.eval, frame.current_move) =
                (snapshot.killers, snapshot.eval, snapshot.current_move);
            excluded.push(std::mem::replace(&mut frame.excluded, snapshot.excluded));
        }
        let ply = split_point.node.info.ply;
        (self.depth, self.nmp_min_ply) = (split_point.depth, split_point.nmp_min_ply);
        if ply == 0 {
            self.root_moves.clone_from(&split_point.root_moves);
            self.excluded_root_moves.clone_from(&split_point.excluded_root_moves);
        }
        if split_point.is_pv {
            self.search_split_point_moves::<true>(pool, split_point);
        } else {
            self.search_split_point_moves::<false>(pool, split_point);
        }
        for (frame, excluded) in self.stack.iter_mut().zip(excluded) {
            frame.excluded = excluded;
        }
        self.split_point = None;
        split_point.helpers.fetch_sub(1, Ordering::AcqRel);
        pool.idle_threads.fetch_add(1, Ordering::AcqRel);
    }

    /// Searches moves of a split point until none is left or it is cut off.
    fn search_split_point_moves<const PV: bool>(
        &mut self,
        pool: &SplitPool<P>,
        split_point: &Arc<SplitPoint<P>>,
    ) {
        let node = &split_point.node;
        let ply = node.info.ply;
        let position = split_point.path[ply].position;
        self.stack[ply].quiet_context = node.quiet_context;
        let checks = position.check_squares();
        self.split_point = Some(Arc::clone(split_point));
        while !self.stopped && !split_point.is_cut_off() {
            if split_point.must_await_research() {
                self.help_while_waiting(pool, split_point, SplitPoint::must_await_research);
                continue;
            }
            let candidate = {
                let mut state = split_point.lock_state();
                state
                    .move_loop
                    .as_mut()
                    .and_then(|move_loop| self.next_move(&position, node, move_loop, &checks))
            };
            let Some(mut candidate) = candidate else { break };
            let mut value = self.zero_window_search_in_turn::<PV>(pool, split_point, &mut candidate);
            let is_better = PV && !self.stopped && candidate.beats_alpha(value);
            if is_better {
                pool.withdraw(split_point);
                self.push_move(&position, Some(candidate.mv()));
                value = self.full_window_search(node, &candidate, 0);
                self.pop_move();
            }
            if self.stopped {
                break;
            }
            let mut state = split_point.lock_state();
            state.seldepth = state.seldepth.max(self.seldepth);
            let Some(move_loop) = &mut state.move_loop else { break };
            let result = move_loop.record(&position, node, &candidate, value);
            if PV && result != MoveResult::NoImprovement {
                self.update_pv(candidate.mv());
                state.pv.clone_from(&self.stack[ply].pv);
            }
            if result == MoveResult::Cutoff {
                pool.signal_cutoff(split_point);
            } else if is_better {
                drop(state);
                pool.publish(split_point);
                split_point.is_researching.store(false, Ordering::Release);
            }
        }
        pool.withdraw(split_point);
        // A cutoff of this split point ends here; one above it, or an abort, unwinds further.
        self.stopped = self.aborted || split_point.is_parent_cut_off();
    }

    /// Tests whether a move beats alpha, again if alpha rose meanwhile.
    ///
    /// If the move beats alpha in a PV node, this thread holds `is_researching` on return unless it was stopped.
    fn zero_window_search_in_turn<const PV: bool>(
        &mut self,
        pool: &SplitPool<P>,
        split_point: &Arc<SplitPoint<P>>,
        candidate: &mut MoveToSearch<P::Move>,
    ) -> i32 {
        let node = &split_point.node;
        let position = split_point.path[node.info.ply].position;
        loop {
            self.push_move(&position, Some(candidate.mv()));
            let value = self.zero_window_search::<PV>(node, candidate, 0);
            self.pop_move();
            if !PV || self.stopped || !candidate.beats_alpha(value) {
                return value;
            }
            while split_point.is_researching.swap(true, Ordering::AcqRel) {
                self.help_while_waiting(pool, split_point, SplitPoint::must_await_research);
                self.stopped |= split_point.is_cut_off();
                if self.stopped {
                    return value;
                }
            }
            let has_risen = split_point
                .lock_state()
                .move_loop
                .as_ref()
                .is_some_and(|move_loop| move_loop.raise_alpha(candidate));
            if !has_risen {
                return value;
            }
            split_point.is_researching.store(false, Ordering::Release);
        }
    }
}
