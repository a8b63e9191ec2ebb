//! The search that knows no game.

mod deepening;
mod memory;
mod moves;
mod node;
mod picker;
mod quiescence;
mod reduction;
mod team;

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::limits::{Host, Limits};
use crate::score::{MAX_PLY, Score};
use crate::searchable::{Evaluation, Facet, Searchable, Visit};
use crate::table::Table;
use memory::Memory;
use team::Shared;
pub use team::Team;

/// What is to be searched, and with what.
pub struct Task<'a, P: Searchable> {
    /// The position.
    pub root: &'a P,
    /// The game that led to it.
    pub past: &'a P::Past,
    /// When to end.
    pub limits: Limits,
    /// The shared table.
    pub table: &'a Table,
    /// Clock and stop.
    pub host: &'a dyn Host,
    /// How many of the best moves are wanted, at least one.
    pub lines: usize,
    /// Only these moves, if not all.
    pub only: Option<&'a [P::Move]>,
    /// With whom it is searched, if not alone.
    pub team: Option<&'a Team<P>>,
}

/// One finished line of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The moves, the best first.
    pub moves: Vec<M>,
    /// What the first is worth for the side to move.
    pub score: Score,
    /// The same as a plain number, mates beyond 31,000.
    pub value: i32,
    /// How deep it was searched.
    pub depth: u32,
    /// The deepest position that was looked at.
    pub deepest: u32,
}

/// What a search has to say as it goes.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a, M> {
    /// The line.
    pub line: &'a Line<M>,
    /// Which of the lines it is, the best being 0.
    pub rank: usize,
    /// The positions searched so far by this thread.
    pub nodes: u64,
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought<M> {
    /// The lines that were wanted, the best first; empty only where there is no move.
    pub lines: Vec<Line<M>>,
    /// The positions searched.
    pub nodes: u64,
}

impl<M: Copy> Thought<M> {
    /// The best move, if there is any.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.lines.first()?.moves.first().copied()
    }

    /// The answer that is expected.
    #[must_use]
    pub fn reply(&self) -> Option<M> {
        self.lines.first()?.moves.get(1).copied()
    }
}

/// One thread's mind: how it evaluates, and which moves it remembers as good. It is kept from move to move.
///
/// What it evaluates with is written to at every position, so two of them do not share a line of the cache.
#[repr(align(128))]
pub struct Thinker<P: Searchable, E> {
    evaluation: E,
    memory: Arc<Memory<P>>,
}

impl<P: Searchable, E: Evaluation<P>> Thinker<P, E> {
    /// A mind that evaluates so and remembers nothing yet.
    pub fn new(evaluation: E) -> Thinker<P, E> {
        Thinker { evaluation, memory: Arc::new(Memory::new()) }
    }

    /// Minds for so many threads that search one tree: they remember together.
    #[must_use]
    pub fn several(threads: usize, evaluation: impl Fn() -> E) -> Vec<Thinker<P, E>> {
        let memory = Arc::new(Memory::new());
        let mind = |_| Thinker { evaluation: evaluation(), memory: Arc::clone(&memory) };
        (0..threads).map(mind).collect()
    }

    /// Forgets what it remembers, as before a new game.
    pub fn forget(&self) {
        self.memory.clear();
    }

    /// Thinks about a position. `tell` hears of every line that is finished.
    ///
    /// Without a clock and on one thread the answer depends on the arguments and on what is remembered, and on
    /// nothing else.
    pub fn think(
        &mut self,
        task: &Task<'_, P>,
        tell: &mut dyn FnMut(Report<'_, P::Move>),
    ) -> Thought<P::Move> {
        Search::new(self, task).deepen(tell)
    }
}

/// A search under way.
struct Search<'a, P: Searchable, E> {
    task: &'a Task<'a, P>,
    evaluation: &'a mut E,
    memory: &'a Memory<P>,
    /// From the root to the position that is being searched.
    line: Vec<Visit<P>>,
    /// By ply; one more than there are plies.
    frames: Vec<Frame<P>>,
    nodes: u64,
    /// How many nodes the host has heard of.
    told: u64,
    /// Whether to leave what is being searched.
    stopped: bool,
    /// Whether everything is to be left, by the limits or the host.
    ends: bool,
    /// Whether the limits and the host are for this thread; otherwise it helps one they are for.
    leads: bool,
    /// What is being searched together with other threads, the lowest of such nodes.
    shared: Option<Arc<Shared<P>>>,
    /// How many answers of the team this thread has heard of.
    heard: usize,
    /// The depth that is being searched at the root.
    depth: i32,
    deepest: usize,
    /// The moves that are considered at the root.
    root_moves: Vec<P::Move>,
    /// Root moves that an earlier line has taken already.
    taken: Vec<P::Move>,
    /// What passing may be tried from; to verify a null move it is forbidden for a while.
    pass_from: usize,
}

/// What the search notes at one ply.
struct Frame<P: Searchable> {
    killers: [u16; 2],
    /// What the position is worth without looking ahead; none in check.
    eval: Option<i32>,
    /// The move that is being searched from here.
    facet: Option<Facet>,
    /// The move that is left out, to see whether it is the only good one.
    excluded: Option<P::Move>,
    /// The best line from here.
    best: ArrayVec<P::Move, MAX_PLY>,
}

impl<'a, P: Searchable, E: Evaluation<P>> Search<'a, P, E> {
    fn new(thinker: &'a mut Thinker<P, E>, task: &'a Task<'a, P>) -> Search<'a, P, E> {
        let root =
            Visit { position: *task.root, key: task.root.key(), mv: None, check: task.root.in_check() };
        let frame =
            || Frame { killers: [0; 2], eval: None, facet: None, excluded: None, best: ArrayVec::new() };
        let mut line = Vec::with_capacity(MAX_PLY + 2);
        line.push(root);
        Search {
            task,
            evaluation: &mut thinker.evaluation,
            memory: &thinker.memory,
            line,
            frames: (0..MAX_PLY + 2).map(|_| frame()).collect(),
            nodes: 0,
            told: 0,
            stopped: false,
            ends: false,
            leads: true,
            shared: None,
            heard: 0,
            depth: 0,
            deepest: 0,
            root_moves: Vec::new(),
            taken: Vec::new(),
            pass_from: 0,
        }
    }

    /// Plies from the root.
    #[inline]
    fn ply(&self) -> usize {
        self.line.len() - 1
    }

    /// The moves that led here, the last first, as far as they were moves.
    #[inline]
    fn before(&self) -> [Option<Facet>; 2] {
        let ply = self.ply();
        let facet = |back: usize| ply.checked_sub(back).and_then(|at| self.frames[at].facet);
        [facet(1), facet(2)]
    }

    /// Plays a move, or passes.
    #[inline]
    fn enter(&mut self, position: &P, mv: Option<P::Move>) {
        let ply = self.ply();
        self.frames[ply].facet = mv.map(|mv| position.facet(mv));
        self.evaluation.enter();
        let next = match mv {
            Some(mv) => {
                let mut next = *position;
                next.make(mv);
                next
            }
            None => position.pass(),
        };
        let key = next.key();
        self.task.table.touch(key);
        self.line.push(Visit { position: next, key, mv, check: next.in_check() });
        self.nodes += 1;
        if self.nodes & 1023 == 0 {
            self.look_up();
        }
    }

    #[inline]
    fn leave(&mut self) {
        self.line.pop();
        self.evaluation.leave();
    }

    /// Asks the world whether to go on.
    fn look_up(&mut self) {
        self.task.host.searched(self.nodes - self.told);
        self.told = self.nodes;
        let limits = &self.task.limits;
        let is_late = || limits.hard.is_some_and(|hard| self.task.host.elapsed() >= hard);
        // The first depth is always finished, so that there is a move to give.
        if self.leads && (self.task.host.is_stopped() || (self.depth > 1 && is_late())) {
            (self.stopped, self.ends) = (true, true);
        }
    }

    /// Whether to leave what is being searched; asked at every position.
    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.depth > 1 && self.task.limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            self.ends = true;
        }
        self.stopped |= self.ends || self.is_answered();
        self.stopped
    }

    fn evaluate(&mut self, position: &P) -> i32 {
        self.evaluation.evaluate(position).clamp(-20_000, 20_000)
    }
}
