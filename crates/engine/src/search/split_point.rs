//! Several threads on one tree: whoever has nothing to do takes moves off the hands of the others.
//!
//! A node is shared when its first move has been searched and has not settled it, for then the others will most likely all have
//! to be searched (the young brothers wait). Whoever shared it waits for its helpers, and meanwhile helps them. Where one of the
//! moves turns out better than the first, the others wait again until it is known how much better, and help to find that out.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrayvec::ArrayVec;

use super::move_loop::{MoveLoop, MoveLoopContext, MoveResult, MoveToSearch};
use super::{Search, SearchParams, SearchThread};
use crate::limits::Limits;
use crate::score::MAX_PLY;
use crate::search_game::{Evaluation, MoveFeatures, PathEntry, SearchGame};

/// A node with less depth than this is searched sooner than it is shared.
const MIN_SPLIT_DEPTH: i32 = 3;

/// Those who search one tree together.
pub struct SplitPool<P: SearchGame> {
    /// How many have nothing to do.
    idle_threads: AtomicUsize,
    /// How many nodes are open to helpers.
    open_count: AtomicUsize,
    split_points: Mutex<Vec<Arc<SplitPoint<P>>>>,
    cutoffs: CutoffCounter,
    is_stopped: AtomicBool,
}

/// How many nodes have been answered before all their moves were searched. It is asked at every position, and so lies where
/// nothing else is written.
#[derive(Default)]
#[repr(align(128))]
struct CutoffCounter(AtomicUsize);

impl<P: SearchGame> Default for SplitPool<P> {
    fn default() -> SplitPool<P> {
        SplitPool {
            idle_threads: AtomicUsize::new(0),
            open_count: AtomicUsize::new(0),
            split_points: Mutex::new(Vec::new()),
            cutoffs: CutoffCounter::default(),
            is_stopped: AtomicBool::new(false),
        }
    }
}

/// A node whose moves are searched by several.
pub(super) struct SplitPoint<P: SearchGame> {
    node: MoveLoopContext<P>,
    is_pv: bool,
    /// How the search came here.
    path: Vec<PathEntry<P>>,
    stack: Vec<StackSnapshot<P>>,
    depth: i32,
    nmp_min_ply: usize,
    root_moves: Vec<P::Move>,
    excluded_root_moves: Vec<P::Move>,
    state: Mutex<SplitState<P>>,
    /// Whether nothing more is to be found out: one move was too good, or the search is to end.
    has_cutoff: AtomicBool,
    /// Whether a move that seems better than the best so far is being weighed. The others wait for what it comes to: most
    /// that seem better than the old best are not better than the new one.
    is_researching: AtomicBool,
    helpers: AtomicUsize,
    parent: Option<Arc<SplitPoint<P>>>,
}

/// What a search notes at a ply on the way to a shared node.
struct StackSnapshot<P: SearchGame> {
    killers: [u16; 2],
    eval: Option<i32>,
    current_move: Option<MoveFeatures>,
    excluded: Option<P::Move>,
}

struct SplitState<P: SearchGame> {
    move_loop: Option<MoveLoop<P>>,
    pv: ArrayVec<P::Move, MAX_PLY>,
    seldepth: usize,
}

impl<P: SearchGame> SplitPool<P> {
    /// The search is over: helpers go home.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Release);
    }

    /// Nothing more is to be found out at a node, and those who search below it are to leave it.
    fn signal_cutoff(&self, shared: &SplitPoint<P>) {
        shared.has_cutoff.store(true, Ordering::Release);
        self.cutoffs.0.fetch_add(1, Ordering::AcqRel);
    }

    fn lock_split_points(&self) -> MutexGuard<'_, Vec<Arc<SplitPoint<P>>>> {
        self.split_points.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, shared: &Arc<SplitPoint<P>>) {
        let mut nodes = self.lock_split_points();
        nodes.push(Arc::clone(shared));
        self.open_count.store(nodes.len(), Ordering::Release);
    }

    /// Nobody joins any more.
    fn withdraw(&self, shared: &Arc<SplitPoint<P>>) {
        let mut nodes = self.lock_split_points();
        nodes.retain(|other| !Arc::ptr_eq(other, shared));
        self.open_count.store(nodes.len(), Ordering::Release);
    }

    /// The node with the most to do, of those below another if one is named; whoever gets it counts as its helper.
    fn take_split_point(&self, ancestor: Option<&Arc<SplitPoint<P>>>) -> Option<Arc<SplitPoint<P>>> {
        if self.open_count.load(Ordering::Acquire) == 0 {
            return None;
        }
        let nodes = self.lock_split_points();
        let fits = |shared: &&Arc<SplitPoint<P>>| ancestor.is_none_or(|above| shared.is_descendant_of(above));
        let deepest_split = nodes.iter().filter(fits).max_by_key(|shared| shared.node.info.depth)?;
        deepest_split.helpers.fetch_add(1, Ordering::AcqRel);
        Some(Arc::clone(deepest_split))
    }
}

impl<P: SearchGame> SplitPoint<P> {
    fn lock_state(&self) -> MutexGuard<'_, SplitState<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_descendant_of(&self, other: &Arc<SplitPoint<P>>) -> bool {
        let mut next = &self.parent;
        while let Some(above) = next {
            if Arc::ptr_eq(above, other) {
                return true;
            }
            next = &above.parent;
        }
        false
    }

    fn has_helpers(&self) -> bool {
        self.helpers.load(Ordering::Acquire) > 0
    }

    /// Whether what one thread finds out here should be waited for.
    fn must_await_research(&self) -> bool {
        self.is_researching.load(Ordering::Acquire) && !self.is_cut_off()
    }

    /// Whether what is searched here or above has been answered already.
    fn is_cut_off(&self) -> bool {
        self.has_cutoff.load(Ordering::Acquire)
            || self.parent.as_ref().is_some_and(|above| above.is_cut_off())
    }
}

impl<P: SearchGame, E: Evaluation<P>> SearchThread<P, E> {
    /// Helps whoever searches with this team, until it is dismissed. The limits are not a helper's, and neither is the word to
    /// stop: who leads the search hears it, and the helpers hear of it from there.
    pub fn run_helper(&mut self, task: &SearchParams<'_, P>) {
        let Some(team) = task.split_pool else { return };
        let task = &SearchParams { limits: Limits::default(), ..*task };
        let mut search = Search::new(self, task);
        search.is_main_thread = false;
        team.idle_threads.fetch_add(1, Ordering::AcqRel);
        while !team.is_stopped.load(Ordering::Acquire) {
            match team.take_split_point(None) {
                Some(shared) => search.help_at(team, &shared),
                None => task.control.pause(),
            }
        }
        team.idle_threads.fetch_sub(1, Ordering::AcqRel);
        task.control.add_nodes(search.nodes - search.reported_nodes);
    }
}

impl<P: SearchGame, E: Evaluation<P>> Search<'_, P, E> {
    /// Whether what is being searched does not matter any more, because another thread has found something better.
    #[inline]
    pub(super) fn cutoff_above(&mut self) -> bool {
        let (Some(shared), Some(team)) = (&self.split_point, self.params.split_pool) else { return false };
        let cutoffs = team.cutoffs.0.load(Ordering::Acquire);
        if cutoffs == self.seen_cutoffs {
            return false;
        }
        self.seen_cutoffs = cutoffs;
        shared.is_cut_off()
    }

    /// Whether somebody has nothing to do and could help here.
    #[inline]
    pub(super) fn has_idle_helpers(&self, depth: i32) -> bool {
        depth >= MIN_SPLIT_DEPTH
            && self.params.split_pool.is_some_and(|team| {
                team.idle_threads.load(Ordering::Relaxed) > team.open_count.load(Ordering::Relaxed)
            })
    }

    /// Searches the moves that are left together with whoever has nothing to do.
    pub(super) fn split<const PV: bool>(
        &mut self,
        node: &MoveLoopContext<P>,
        tries: MoveLoop<P>,
    ) -> MoveLoop<P> {
        let Some(team) = self.params.split_pool else { return tries };
        let ply = node.info.ply;
        let snapshot = |frame: &super::StackFrame<P>| StackSnapshot {
            killers: frame.killers,
            eval: frame.eval,
            current_move: frame.current_move,
            excluded: frame.excluded,
        };
        let shared = Arc::new(SplitPoint {
            node: *node,
            is_pv: PV,
            path: self.path.clone(),
            stack: self.stack[..ply + 2].iter().map(snapshot).collect(),
            depth: self.depth,
            nmp_min_ply: self.nmp_min_ply,
            root_moves: if ply == 0 { self.root_moves.clone() } else { Vec::new() },
            excluded_root_moves: if ply == 0 { self.excluded_root_moves.clone() } else { Vec::new() },
            state: Mutex::new(SplitState {
                move_loop: Some(tries),
                pv: self.stack[ply].pv.clone(),
                seldepth: self.seldepth,
            }),
            has_cutoff: AtomicBool::new(false),
            is_researching: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            parent: self.split_point.take(),
        });
        team.publish(&shared);
        self.search_split_point_moves::<PV>(team, &shared);
        if self.stopped {
            team.signal_cutoff(&shared);
        }
        self.help_while_waiting(team, &shared, SplitPoint::has_helpers);
        self.stopped = self.aborted || shared.parent.as_ref().is_some_and(|above| above.is_cut_off());
        self.split_point.clone_from(&shared.parent);
        let mut state = shared.lock_state();
        self.stack[ply].pv = std::mem::take(&mut state.pv);
        self.seldepth = self.seldepth.max(state.seldepth);
        state.move_loop.take().unwrap_or_else(|| unreachable!("only who shared a node takes it back"))
    }

    /// Waits as long as others have something to find out below a node, and helps them.
    fn help_while_waiting(
        &mut self,
        team: &SplitPool<P>,
        shared: &Arc<SplitPoint<P>>,
        is_open: impl Fn(&SplitPoint<P>) -> bool,
    ) {
        if !is_open(shared) {
            return;
        }
        let plies = shared.node.info.ply + 1;
        team.idle_threads.fetch_add(1, Ordering::AcqRel);
        while is_open(shared) {
            let below = if self.aborted { None } else { team.take_split_point(Some(shared)) };
            match below {
                Some(below) => self.help_at(team, &below),
                None => {
                    self.params.control.pause();
                    self.poll_limits();
                }
            }
            if self.aborted {
                team.signal_cutoff(shared);
            }
        }
        team.idle_threads.fetch_sub(1, Ordering::AcqRel);
        // What was helped with lies below, so it began with the same line.
        self.path.truncate(plies);
        self.nmp_min_ply = shared.nmp_min_ply;
        self.split_point = Some(Arc::clone(shared));
    }

    /// Takes part in what another thread has shared.
    fn help_at(&mut self, team: &SplitPool<P>, shared: &Arc<SplitPoint<P>>) {
        team.idle_threads.fetch_sub(1, Ordering::AcqRel);
        self.stopped = self.aborted;
        self.path.clear();
        self.path.extend_from_slice(&shared.path);
        let mut excluded: ArrayVec<Option<P::Move>, { MAX_PLY + 2 }> = ArrayVec::new();
        for (frame, snapshot) in self.stack.iter_mut().zip(&shared.stack) {
            (frame.killers, frame.eval, frame.current_move) =
                (snapshot.killers, snapshot.eval, snapshot.current_move);
            excluded.push(std::mem::replace(&mut frame.excluded, snapshot.excluded));
        }
        let ply = shared.node.info.ply;
        (self.depth, self.nmp_min_ply) = (shared.depth, shared.nmp_min_ply);
        if ply == 0 {
            self.root_moves.clone_from(&shared.root_moves);
            self.excluded_root_moves.clone_from(&shared.excluded_root_moves);
        }
        if shared.is_pv {
            self.search_split_point_moves::<true>(team, shared);
        } else {
            self.search_split_point_moves::<false>(team, shared);
        }
        for (frame, excluded) in self.stack.iter_mut().zip(excluded) {
            frame.excluded = excluded;
        }
        self.split_point = None;
        shared.helpers.fetch_sub(1, Ordering::AcqRel);
        team.idle_threads.fetch_add(1, Ordering::AcqRel);
    }

    /// Searches one move after the other of those that nobody has taken yet.
    fn search_split_point_moves<const PV: bool>(&mut self, team: &SplitPool<P>, shared: &Arc<SplitPoint<P>>) {
        let node = &shared.node;
        let ply = node.info.ply;
        let position = shared.path[ply].position;
        let checks = position.check_squares();
        self.split_point = Some(Arc::clone(shared));
        while !self.stopped && !shared.is_cut_off() {
            if shared.must_await_research() {
                self.help_while_waiting(team, shared, SplitPoint::must_await_research);
                continue;
            }
            let tried = {
                let mut state = shared.lock_state();
                state.move_loop.as_mut().and_then(|tries| self.next_move(&position, node, tries, &checks))
            };
            let Some(mut tried) = tried else { break };
            let mut value = self.zero_window_search_in_turn::<PV>(team, shared, &mut tried);
            let is_better = PV && !self.stopped && tried.beats_alpha(value);
            if is_better {
                team.withdraw(shared);
                self.push_move(&position, Some(tried.mv()));
                value = self.full_window_search(node, &tried, 0);
                self.pop_move();
            }
            if self.stopped {
                break;
            }
            let mut state = shared.lock_state();
            state.seldepth = state.seldepth.max(self.seldepth);
            let Some(tries) = &mut state.move_loop else { break };
            let result = tries.record(&position, node, &tried, value);
            if PV && result != MoveResult::NoImprovement {
                self.update_pv(tried.mv());
                state.pv.clone_from(&self.stack[ply].pv);
            }
            if result == MoveResult::Cutoff {
                team.signal_cutoff(shared);
            } else if is_better {
                drop(state);
                team.publish(shared);
                shared.is_researching.store(false, Ordering::Release);
            }
        }
        // There is nothing left for others to take, so they need not look.
        team.withdraw(shared);
        // Who stopped because this node is answered goes on above it, unless that is answered too or everything must end.
        self.stopped = self.aborted || shared.parent.as_ref().is_some_and(|above| above.is_cut_off());
    }

    /// Whether a move is better than the best so far, which may become better meanwhile. Where that has to be weighed, it is
    /// this thread's turn when it returns, unless it must stop.
    fn zero_window_search_in_turn<const PV: bool>(
        &mut self,
        team: &SplitPool<P>,
        shared: &Arc<SplitPoint<P>>,
        tried: &mut MoveToSearch<P::Move>,
    ) -> i32 {
        let node = &shared.node;
        let position = shared.path[node.info.ply].position;
        loop {
            self.push_move(&position, Some(tried.mv()));
            let value = self.zero_window_search::<PV>(node, tried, 0);
            self.pop_move();
            if !PV || self.stopped || !tried.beats_alpha(value) {
                return value;
            }
            while shared.is_researching.swap(true, Ordering::AcqRel) {
                self.help_while_waiting(team, shared, SplitPoint::must_await_research);
                self.stopped |= shared.is_cut_off();
                if self.stopped {
                    return value;
                }
            }
            let has_risen =
                shared.lock_state().move_loop.as_ref().is_some_and(|tries| tries.raise_alpha(tried));
            if !has_risen {
                return value;
            }
            shared.is_researching.store(false, Ordering::Release);
        }
    }
}
