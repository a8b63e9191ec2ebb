//! Several threads on one tree: whoever has nothing to do takes moves off the hands of the others.
//!
//! A node is shared when its first move has been searched and has not settled it, for then the others will most likely all have
//! to be searched (the young brothers wait). Whoever shared it waits for its helpers, and meanwhile helps them. Where one of the
//! moves turns out better than the first, the others wait again until it is known how much better, and help to find that out.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrayvec::ArrayVec;

use super::moves::{Node, Outcome, Tries, Try};
use super::{Search, Task, Thinker};
use crate::limits::Limits;
use crate::score::MAX_PLY;
use crate::searchable::{Evaluation, Facet, Searchable, Visit};

/// A node with less depth than this is searched sooner than it is shared.
const LEAST_DEPTH: i32 = 3;

/// Those who search one tree together.
pub struct Team<P: Searchable> {
    /// How many have nothing to do.
    idle: AtomicUsize,
    /// How many nodes are open to helpers.
    open: AtomicUsize,
    nodes: Mutex<Vec<Arc<Shared<P>>>>,
    answers: Answers,
    is_over: AtomicBool,
}

/// How many nodes have been answered before all their moves were searched. It is asked at every position, and so lies where
/// nothing else is written.
#[derive(Default)]
#[repr(align(128))]
struct Answers(AtomicUsize);

impl<P: Searchable> Default for Team<P> {
    fn default() -> Team<P> {
        Team {
            idle: AtomicUsize::new(0),
            open: AtomicUsize::new(0),
            nodes: Mutex::new(Vec::new()),
            answers: Answers::default(),
            is_over: AtomicBool::new(false),
        }
    }
}

/// A node whose moves are searched by several.
pub(super) struct Shared<P: Searchable> {
    node: Node<P>,
    is_pv: bool,
    /// How the search came here.
    line: Vec<Visit<P>>,
    steps: Vec<Step<P>>,
    depth: i32,
    pass_from: usize,
    root_moves: Vec<P::Move>,
    taken: Vec<P::Move>,
    state: Mutex<State<P>>,
    /// Whether nothing more is to be found out: one move was too good, or the search is to end.
    is_answered: AtomicBool,
    /// Whether a move that seems better than the best so far is being weighed. The others wait for what it comes to: most
    /// that seem better than the old best are not better than the new one.
    is_weighing: AtomicBool,
    helpers: AtomicUsize,
    above: Option<Arc<Shared<P>>>,
}

/// What a search notes at a ply on the way to a shared node.
struct Step<P: Searchable> {
    killers: [u16; 2],
    eval: Option<i32>,
    facet: Option<Facet>,
    excluded: Option<P::Move>,
}

struct State<P: Searchable> {
    tries: Option<Tries<P>>,
    best: ArrayVec<P::Move, MAX_PLY>,
    deepest: usize,
}

impl<P: Searchable> Team<P> {
    /// The search is over: helpers go home.
    pub fn dismiss(&self) {
        self.is_over.store(true, Ordering::Release);
    }

    /// Nothing more is to be found out at a node, and those who search below it are to leave it.
    fn answer(&self, shared: &Shared<P>) {
        shared.is_answered.store(true, Ordering::Release);
        self.answers.0.fetch_add(1, Ordering::AcqRel);
    }

    fn nodes(&self) -> MutexGuard<'_, Vec<Arc<Shared<P>>>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, shared: &Arc<Shared<P>>) {
        let mut nodes = self.nodes();
        nodes.push(Arc::clone(shared));
        self.open.store(nodes.len(), Ordering::Release);
    }

    /// Nobody joins any more.
    fn close(&self, shared: &Arc<Shared<P>>) {
        let mut nodes = self.nodes();
        nodes.retain(|other| !Arc::ptr_eq(other, shared));
        self.open.store(nodes.len(), Ordering::Release);
    }

    /// The node with the most to do, of those below another if one is named; whoever gets it counts as its helper.
    fn join(&self, above: Option<&Arc<Shared<P>>>) -> Option<Arc<Shared<P>>> {
        if self.open.load(Ordering::Acquire) == 0 {
            return None;
        }
        let nodes = self.nodes();
        let fits = |shared: &&Arc<Shared<P>>| above.is_none_or(|above| shared.is_below(above));
        let most = nodes.iter().filter(fits).max_by_key(|shared| shared.node.known.depth)?;
        most.helpers.fetch_add(1, Ordering::AcqRel);
        Some(Arc::clone(most))
    }
}

impl<P: Searchable> Shared<P> {
    fn state(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_below(&self, other: &Arc<Shared<P>>) -> bool {
        let mut next = &self.above;
        while let Some(above) = next {
            if Arc::ptr_eq(above, other) {
                return true;
            }
            next = &above.above;
        }
        false
    }

    fn has_helpers(&self) -> bool {
        self.helpers.load(Ordering::Acquire) > 0
    }

    /// Whether what one thread finds out here should be waited for.
    fn is_weighing(&self) -> bool {
        self.is_weighing.load(Ordering::Acquire) && !self.is_settled()
    }

    /// Whether what is searched here or above has been answered already.
    fn is_settled(&self) -> bool {
        self.is_answered.load(Ordering::Acquire)
            || self.above.as_ref().is_some_and(|above| above.is_settled())
    }
}

impl<P: Searchable, E: Evaluation<P>> Thinker<P, E> {
    /// Helps whoever searches with this team, until it is dismissed. The limits are not a helper's, and neither is the word to
    /// stop: who leads the search hears it, and the helpers hear of it from there.
    pub fn help(&mut self, task: &Task<'_, P>) {
        let Some(team) = task.team else { return };
        let task = &Task { limits: Limits::default(), ..*task };
        let mut search = Search::new(self, task);
        search.leads = false;
        team.idle.fetch_add(1, Ordering::AcqRel);
        while !team.is_over.load(Ordering::Acquire) {
            match team.join(None) {
                Some(shared) => search.assist(team, &shared),
                None => task.host.pause(),
            }
        }
        team.idle.fetch_sub(1, Ordering::AcqRel);
        task.host.searched(search.nodes - search.told);
    }
}

impl<P: Searchable, E: Evaluation<P>> Search<'_, P, E> {
    /// Whether what is being searched does not matter any more, because another thread has found something better.
    #[inline]
    pub(super) fn is_answered(&mut self) -> bool {
        let (Some(shared), Some(team)) = (&self.shared, self.task.team) else { return false };
        let answers = team.answers.0.load(Ordering::Acquire);
        if answers == self.heard {
            return false;
        }
        self.heard = answers;
        shared.is_settled()
    }

    /// Whether somebody has nothing to do and could help here.
    #[inline]
    pub(super) fn has_company(&self, depth: i32) -> bool {
        depth >= LEAST_DEPTH
            && self
                .task
                .team
                .is_some_and(|team| team.idle.load(Ordering::Relaxed) > team.open.load(Ordering::Relaxed))
    }

    /// Searches the moves that are left together with whoever has nothing to do.
    pub(super) fn share<const PV: bool>(&mut self, node: &Node<P>, tries: Tries<P>) -> Tries<P> {
        let Some(team) = self.task.team else { return tries };
        let ply = node.known.ply;
        let step = |frame: &super::Frame<P>| Step {
            killers: frame.killers,
            eval: frame.eval,
            facet: frame.facet,
            excluded: frame.excluded,
        };
        let shared = Arc::new(Shared {
            node: *node,
            is_pv: PV,
            line: self.line.clone(),
            steps: self.frames[..ply + 2].iter().map(step).collect(),
            depth: self.depth,
            pass_from: self.pass_from,
            root_moves: if ply == 0 { self.root_moves.clone() } else { Vec::new() },
            taken: if ply == 0 { self.taken.clone() } else { Vec::new() },
            state: Mutex::new(State {
                tries: Some(tries),
                best: self.frames[ply].best.clone(),
                deepest: self.deepest,
            }),
            is_answered: AtomicBool::new(false),
            is_weighing: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            above: self.shared.take(),
        });
        team.open(&shared);
        self.work::<PV>(team, &shared);
        if self.stopped {
            team.answer(&shared);
        }
        self.wait(team, &shared, Shared::has_helpers);
        self.stopped = self.ends || shared.above.as_ref().is_some_and(|above| above.is_settled());
        self.shared.clone_from(&shared.above);
        let mut state = shared.state();
        self.frames[ply].best = std::mem::take(&mut state.best);
        self.deepest = self.deepest.max(state.deepest);
        state.tries.take().unwrap_or_else(|| unreachable!("only who shared a node takes it back"))
    }

    /// Waits as long as others have something to find out below a node, and helps them.
    fn wait(&mut self, team: &Team<P>, shared: &Arc<Shared<P>>, is_open: impl Fn(&Shared<P>) -> bool) {
        if !is_open(shared) {
            return;
        }
        let plies = shared.node.known.ply + 1;
        team.idle.fetch_add(1, Ordering::AcqRel);
        while is_open(shared) {
            let below = if self.ends { None } else { team.join(Some(shared)) };
            match below {
                Some(below) => self.assist(team, &below),
                None => {
                    self.task.host.pause();
                    self.look_up();
                }
            }
            if self.ends {
                team.answer(shared);
            }
        }
        team.idle.fetch_sub(1, Ordering::AcqRel);
        // What was helped with lies below, so it began with the same line.
        self.line.truncate(plies);
        self.pass_from = shared.pass_from;
        self.shared = Some(Arc::clone(shared));
    }

    /// Takes part in what another thread has shared.
    fn assist(&mut self, team: &Team<P>, shared: &Arc<Shared<P>>) {
        team.idle.fetch_sub(1, Ordering::AcqRel);
        self.stopped = self.ends;
        self.line.clear();
        self.line.extend_from_slice(&shared.line);
        let mut excluded: ArrayVec<Option<P::Move>, { MAX_PLY + 2 }> = ArrayVec::new();
        for (frame, step) in self.frames.iter_mut().zip(&shared.steps) {
            (frame.killers, frame.eval, frame.facet) = (step.killers, step.eval, step.facet);
            excluded.push(std::mem::replace(&mut frame.excluded, step.excluded));
        }
        let ply = shared.node.known.ply;
        (self.depth, self.pass_from) = (shared.depth, shared.pass_from);
        if ply == 0 {
            self.root_moves.clone_from(&shared.root_moves);
            self.taken.clone_from(&shared.taken);
        }
        if shared.is_pv {
            self.work::<true>(team, shared);
        } else {
            self.work::<false>(team, shared);
        }
        for (frame, excluded) in self.frames.iter_mut().zip(excluded) {
            frame.excluded = excluded;
        }
        self.shared = None;
        shared.helpers.fetch_sub(1, Ordering::AcqRel);
        team.idle.fetch_add(1, Ordering::AcqRel);
    }

    /// Searches one move after the other of those that nobody has taken yet.
    fn work<const PV: bool>(&mut self, team: &Team<P>, shared: &Arc<Shared<P>>) {
        let node = &shared.node;
        let ply = node.known.ply;
        let position = shared.line[ply].position;
        let checks = position.look_for_checks();
        self.shared = Some(Arc::clone(shared));
        while !self.stopped && !shared.is_settled() {
            if shared.is_weighing() {
                self.wait(team, shared, Shared::is_weighing);
                continue;
            }
            let tried = {
                let mut state = shared.state();
                state.tries.as_mut().and_then(|tries| self.next(&position, node, tries, &checks))
            };
            let Some(mut tried) = tried else { break };
            let mut value = self.scout_in_turn::<PV>(team, shared, &mut tried);
            let is_better = PV && !self.stopped && tried.is_better_at(value);
            if is_better {
                team.close(shared);
                self.enter(&position, Some(tried.mv()));
                value = self.weigh(node, &tried, 0);
                self.leave();
            }
            if self.stopped {
                break;
            }
            let mut state = shared.state();
            state.deepest = state.deepest.max(self.deepest);
            let Some(tries) = &mut state.tries else { break };
            let outcome = tries.record(&position, node, &tried, value);
            if PV && outcome != Outcome::Nothing {
                self.note(tried.mv());
                state.best.clone_from(&self.frames[ply].best);
            }
            if outcome == Outcome::Cut {
                team.answer(shared);
            } else if is_better {
                drop(state);
                team.open(shared);
                shared.is_weighing.store(false, Ordering::Release);
            }
        }
        // There is nothing left for others to take, so they need not look.
        team.close(shared);
        // Who stopped because this node is answered goes on above it, unless that is answered too or everything must end.
        self.stopped = self.ends || shared.above.as_ref().is_some_and(|above| above.is_settled());
    }

    /// Whether a move is better than the best so far, which may become better meanwhile. Where that has to be weighed, it is
    /// this thread's turn when it returns, unless it must stop.
    fn scout_in_turn<const PV: bool>(
        &mut self,
        team: &Team<P>,
        shared: &Arc<Shared<P>>,
        tried: &mut Try<P::Move>,
    ) -> i32 {
        let node = &shared.node;
        let position = shared.line[node.known.ply].position;
        loop {
            self.enter(&position, Some(tried.mv()));
            let value = self.scout::<PV>(node, tried, 0);
            self.leave();
            if !PV || self.stopped || !tried.is_better_at(value) {
                return value;
            }
            while shared.is_weighing.swap(true, Ordering::AcqRel) {
                self.wait(team, shared, Shared::is_weighing);
                self.stopped |= shared.is_settled();
                if self.stopped {
                    return value;
                }
            }
            let has_risen = shared.state().tries.as_ref().is_some_and(|tries| tries.raise(tried));
            if !has_risen {
                return value;
            }
            shared.is_weighing.store(false, Ordering::Release);
        }
    }
}
