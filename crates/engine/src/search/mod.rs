//! The search that knows no game.

mod histories;
mod iterative_deepening;
mod move_loop;
mod move_picker;
mod node;
mod quiescence;
mod reduction;
mod split_point;

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::limits::{Limits, SearchControl};
use crate::score::{MAX_PLY, Score};
use crate::search_game::{Evaluation, MoveFeatures, PathEntry, SearchGame};
use crate::tt::TranspositionTable;
use histories::Histories;
use split_point::SplitPoint;
pub use split_point::SplitPool;

/// What is to be searched, and with what.
pub struct SearchParams<'a, P: SearchGame> {
    /// The position.
    pub root: &'a P,
    /// The game that led to it.
    pub game_history: &'a P::GameHistory,
    /// When to end.
    pub limits: Limits,
    /// The shared table.
    pub tt: &'a TranspositionTable,
    /// Clock and stop.
    pub control: &'a dyn SearchControl,
    /// How many of the best moves are wanted, at least one.
    pub multi_pv: usize,
    /// Only these moves, if not all.
    pub search_moves: Option<&'a [P::Move]>,
    /// With whom it is searched, if not alone.
    pub split_pool: Option<&'a SplitPool<P>>,
}

/// One finished line of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvLine<M> {
    /// The moves, the best first.
    pub moves: Vec<M>,
    /// What the first is worth for the side to move.
    pub score: Score,
    /// The same as a plain number, mates beyond 31,000.
    pub value: i32,
    /// How deep it was searched.
    pub depth: u32,
    /// The deepest position that was looked at.
    pub seldepth: u32,
}

/// What a search has to say as it goes.
#[derive(Clone, Copy, Debug)]
pub struct SearchInfo<'a, M> {
    /// The line.
    pub line: &'a PvLine<M>,
    /// Which of the lines it is, the best being 0.
    pub multi_pv_index: usize,
    /// The positions searched so far by this thread.
    pub nodes: u64,
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The lines that were wanted, the best first; empty only where there is no move.
    pub lines: Vec<PvLine<M>>,
    /// The positions searched.
    pub nodes: u64,
}

impl<M: Copy> SearchResult<M> {
    /// The best move, if there is any.
    #[must_use]
    pub fn best_move(&self) -> Option<M> {
        self.lines.first()?.moves.first().copied()
    }

    /// The answer that is expected.
    #[must_use]
    pub fn ponder_move(&self) -> Option<M> {
        self.lines.first()?.moves.get(1).copied()
    }
}

/// One thread's mind: how it evaluates, and which moves it remembers as good. It is kept from move to move.
///
/// What it evaluates with is written to at every position, so two of them do not share a line of the cache.
#[repr(align(128))]
pub struct SearchThread<P: SearchGame, E> {
    evaluation: E,
    histories: Arc<Histories<P>>,
}

impl<P: SearchGame, E: Evaluation<P>> SearchThread<P, E> {
    /// A mind that evaluates so and remembers nothing yet.
    pub fn new(evaluation: E) -> SearchThread<P, E> {
        SearchThread { evaluation, histories: Arc::new(Histories::new()) }
    }

    /// Minds for so many threads that search one tree: they remember together.
    #[must_use]
    pub fn with_shared_histories(threads: usize, evaluation: impl Fn() -> E) -> Vec<SearchThread<P, E>> {
        let histories = Arc::new(Histories::new());
        let new_thread = |_| SearchThread { evaluation: evaluation(), histories: Arc::clone(&histories) };
        (0..threads).map(new_thread).collect()
    }

    /// Forgets what it remembers, as before a new game.
    pub fn clear_histories(&self) {
        self.histories.clear();
    }

    /// Thinks about a position. `tell` hears of every line that is finished.
    ///
    /// Without a clock and on one thread the answer depends on the arguments and on what is remembered, and on
    /// nothing else.
    pub fn search(
        &mut self,
        params: &SearchParams<'_, P>,
        on_info: &mut dyn FnMut(SearchInfo<'_, P::Move>),
    ) -> SearchResult<P::Move> {
        Search::new(self, params).iterative_deepening(on_info)
    }
}

/// A search under way.
struct Search<'a, P: SearchGame, E> {
    params: &'a SearchParams<'a, P>,
    evaluation: &'a mut E,
    histories: &'a Histories<P>,
    /// From the root to the position that is being searched.
    path: Vec<PathEntry<P>>,
    /// By ply; one more than there are plies.
    stack: Vec<StackFrame<P>>,
    nodes: u64,
    /// How many nodes the host has heard of.
    reported_nodes: u64,
    /// Whether to leave what is being searched.
    stopped: bool,
    /// Whether everything is to be left, by the limits or the host.
    aborted: bool,
    /// Whether the limits and the host are for this thread; otherwise it helps one they are for.
    is_main_thread: bool,
    /// What is being searched together with other threads, the lowest of such nodes.
    split_point: Option<Arc<SplitPoint<P>>>,
    /// How many answers of the team this thread has heard of.
    seen_cutoffs: usize,
    /// The depth that is being searched at the root.
    depth: i32,
    seldepth: usize,
    /// The moves that are considered at the root.
    root_moves: Vec<P::Move>,
    /// Root moves that an earlier line has taken already.
    excluded_root_moves: Vec<P::Move>,
    /// What passing may be tried from; to verify a null move it is forbidden for a while.
    nmp_min_ply: usize,
}

/// What the search notes at one ply.
struct StackFrame<P: SearchGame> {
    killers: [u16; 2],
    /// What the position is worth without looking ahead; none in check.
    eval: Option<i32>,
    /// The move that is being searched from here.
    current_move: Option<MoveFeatures>,
    /// The move that is left out, to see whether it is the only good one.
    excluded: Option<P::Move>,
    /// The best line from here.
    pv: ArrayVec<P::Move, MAX_PLY>,
}

impl<'a, P: SearchGame, E: Evaluation<P>> Search<'a, P, E> {
    fn new(thread: &'a mut SearchThread<P, E>, task: &'a SearchParams<'a, P>) -> Search<'a, P, E> {
        let root = PathEntry {
            position: *task.root,
            key: task.root.key(),
            mv: None,
            in_check: task.root.in_check(),
        };
        let frame = || StackFrame {
            killers: [0; 2],
            eval: None,
            current_move: None,
            excluded: None,
            pv: ArrayVec::new(),
        };
        let mut path = Vec::with_capacity(MAX_PLY + 2);
        path.push(root);
        Search {
            params: task,
            evaluation: &mut thread.evaluation,
            histories: &thread.histories,
            path,
            stack: (0..MAX_PLY + 2).map(|_| frame()).collect(),
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
        }
    }

    /// Plies from the root.
    #[inline]
    fn ply(&self) -> usize {
        self.path.len() - 1
    }

    /// The moves that led here, the last first, as far as they were moves.
    #[inline]
    fn previous_moves(&self) -> [Option<MoveFeatures>; 2] {
        let ply = self.ply();
        let move_at = |back: usize| ply.checked_sub(back).and_then(|at| self.stack[at].current_move);
        [move_at(1), move_at(2)]
    }

    /// Plays a move, or passes.
    #[inline]
    fn push_move(&mut self, position: &P, mv: Option<P::Move>) {
        let ply = self.ply();
        self.stack[ply].current_move = mv.map(|mv| position.move_features(mv));
        self.evaluation.push_ply();
        let next = match mv {
            Some(mv) => {
                let mut next = *position;
                next.make(mv);
                next
            }
            None => position.null_move(),
        };
        let key = next.key();
        self.params.tt.prefetch(key);
        self.path.push(PathEntry { position: next, key, mv, in_check: next.in_check() });
        self.nodes += 1;
        if self.nodes & 1023 == 0 {
            self.poll_limits();
        }
    }

    #[inline]
    fn pop_move(&mut self) {
        self.path.pop();
        self.evaluation.pop_ply();
    }

    /// Asks the world whether to go on.
    fn poll_limits(&mut self) {
        self.params.control.add_nodes(self.nodes - self.reported_nodes);
        self.reported_nodes = self.nodes;
        let limits = &self.params.limits;
        let past_hard_limit = || limits.hard_time.is_some_and(|hard| self.params.control.elapsed() >= hard);
        // The first depth is always finished, so that there is a move to give.
        if self.is_main_thread && (self.params.control.should_stop() || (self.depth > 1 && past_hard_limit()))
        {
            (self.stopped, self.aborted) = (true, true);
        }
    }

    /// Whether to leave what is being searched; asked at every position.
    #[inline]
    fn should_stop(&mut self) -> bool {
        if self.depth > 1 && self.params.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            self.aborted = true;
        }
        self.stopped |= self.aborted || self.cutoff_above();
        self.stopped
    }

    fn evaluate(&mut self, position: &P) -> i32 {
        self.evaluation.evaluate(position).clamp(-20_000, 20_000)
    }
}
