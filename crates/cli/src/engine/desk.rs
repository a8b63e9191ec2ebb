use std::sync::Arc;
use std::thread::JoinHandle;

use yipan_engine::{
    ByHand, Choice, Level, Limits, Line, Report, Rival, Score, Table, Task, Team, Thinker, Thought,
};

use super::spoken::{Ranks, Spoken};
use super::watch::Watch;

/// One game on the engine's desk: the position, what is remembered, and the search under way.
pub(crate) struct Desk<P: Spoken> {
    start: P,
    moves: Vec<P::Move>,
    root: P,
    pub(crate) ranks: Ranks,
    pub(crate) rules: P::Rules,
    pub(crate) lines: usize,
    /// A strength to play at, if not the full one, and the seed of its errors.
    pub(crate) level: Option<(Level, u64)>,
    /// Moves that must not be played, as UCCI may say.
    pub(crate) banned: Vec<P::Move>,
    table: Arc<Table>,
    minds: Vec<Thinker<P, P::Judge>>,
    by_hand: bool,
    running: Option<Running<P>>,
}

struct Running<P: Spoken> {
    watch: Arc<Watch>,
    minds: JoinHandle<Vec<Thinker<P, P::Judge>>>,
}

/// How to think about one move.
#[derive(Clone, Debug)]
pub(crate) struct Going<M> {
    pub(crate) limits: Limits,
    pub(crate) pondering: bool,
    pub(crate) infinite: bool,
    pub(crate) only: Vec<M>,
}

impl<M> Default for Going<M> {
    fn default() -> Going<M> {
        Going { limits: Limits::default(), pondering: false, infinite: false, only: Vec::new() }
    }
}

/// Who prints what a search has to say.
pub(crate) trait Speaker<P: Spoken>: Send + 'static {
    /// A line is finished.
    fn line(&self, root: &P, report: Report<'_, P::Move>, watch: &Watch, table: &Table);

    /// The search is over.
    fn answer(&self, root: &P, thought: &Thought<P::Move>);
}

impl<P: Spoken> Desk<P> {
    pub(crate) fn new(ranks: Ranks, megabytes: usize, threads: usize) -> Desk<P> {
        let mut desk = Desk {
            start: P::start(),
            moves: Vec::new(),
            root: P::start(),
            ranks,
            rules: P::Rules::default(),
            lines: 1,
            level: None,
            banned: Vec::new(),
            table: Arc::new(Table::new(megabytes)),
            minds: Vec::new(),
            by_hand: false,
            running: None,
        };
        desk.set_threads(threads);
        desk
    }

    pub(crate) fn root(&self) -> &P {
        &self.root
    }

    /// Sets the game up. With a fault in the moves the game stands where the last good one led.
    pub(crate) fn set_up<'a>(
        &mut self,
        start: P,
        moves: impl Iterator<Item = &'a str>,
    ) -> Result<(), String> {
        self.halt();
        self.banned.clear();
        self.start = start;
        self.root = start;
        self.moves.clear();
        for text in moves {
            let mv = self.root.read_move(text, self.ranks).map_err(|error| format!("`{text}`: {error}"))?;
            self.root.make(mv);
            self.moves.push(mv);
        }
        Ok(())
    }

    pub(crate) fn set_hash(&mut self, megabytes: usize) {
        self.halt();
        self.table = Arc::new(Table::new(megabytes));
    }

    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.halt();
        let judge = || if self.by_hand { ByHand.into() } else { P::Judge::default() };
        self.minds = Thinker::several(threads.max(1), judge);
    }

    /// Whether positions are evaluated by hand even where a network could.
    pub(crate) fn set_by_hand(&mut self, by_hand: bool) {
        self.halt();
        self.by_hand = by_hand;
        self.set_threads(self.minds.len());
    }

    /// Forgets what was remembered of the game before.
    pub(crate) fn forget(&mut self) {
        self.halt();
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.clear();
        }
        self.minds.iter().for_each(Thinker::forget);
    }

    /// Begins to think; the speaker answers from another thread.
    pub(crate) fn go(&mut self, going: &Going<P::Move>, speaker: impl Speaker<P>) {
        self.halt();
        let watch = Arc::new(Watch::start(going.pondering, going.infinite));
        let (table, root, lines) = (Arc::clone(&self.table), self.root, self.lines);
        let past = P::past(&self.start, &self.moves, &self.rules);
        let only = self.allowed(&going.only);
        let mut minds = std::mem::take(&mut self.minds);
        let seen = Arc::clone(&watch);
        let (level, limits) = (self.level, going.limits);
        let think = move || {
            if let Some((level, seed)) = level {
                let mut rival = Rival::new(level.megabytes());
                let choice = rival.choose(&root, &past, level, seed, limits, &*seen);
                let thought =
                    Thought { lines: choice.into_iter().map(line_of).collect(), nodes: seen.nodes() };
                if let Some(line) = thought.lines.first() {
                    speaker.line(&root, Report { line, rank: 0, nodes: thought.nodes }, &seen, &table);
                }
                seen.wait();
                speaker.answer(&root, &thought);
                return minds;
            }
            table.age();
            let task = Task {
                root: &root,
                past: &past,
                limits,
                table: &table,
                host: &*seen,
                lines,
                only: only.as_deref(),
                team: None,
            };
            let thought =
                together(&mut minds, &task, &mut |report| speaker.line(&root, report, &seen, &table));
            seen.wait();
            speaker.answer(&root, &thought);
            minds
        };
        self.running = Some(Running { watch, minds: std::thread::spawn(think) });
    }

    /// The moves that may be considered, if not all.
    fn allowed(&self, only: &[P::Move]) -> Option<Vec<P::Move>> {
        if self.banned.is_empty() {
            return (!only.is_empty()).then(|| only.to_vec());
        }
        let mut moves = yipan_rules::MoveList::new();
        self.root.moves(yipan_rules::MoveKind::All, &mut moves);
        let is_allowed = |mv: &P::Move| !self.banned.contains(mv) && (only.is_empty() || only.contains(mv));
        Some(moves.into_iter().filter(is_allowed).collect())
    }

    pub(crate) fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.watch.ponder_hit();
        }
    }

    /// Ends the search, if there is one; it has answered when this returns.
    pub(crate) fn halt(&mut self) {
        if let Some(running) = &self.running {
            running.watch.stop();
        }
        self.rest();
    }

    /// Waits for a search that ends by itself, and stops any other.
    pub(crate) fn finish(&mut self) {
        match &self.running {
            Some(running) if !running.watch.will_answer() => self.halt(),
            _ => self.rest(),
        }
    }

    fn rest(&mut self) {
        if let Some(running) = self.running.take() {
            self.minds = running.minds.join().expect("a search does not panic");
        }
    }
}

/// A choice told as a line.
fn line_of<M>(choice: Choice<M>) -> Line<M> {
    let moves = std::iter::once(choice.mv).chain(choice.expected).collect();
    Line { moves, score: choice.score.unwrap_or(Score::Pawns(0)), value: 0, depth: 0, deepest: 0 }
}

/// Thinks with one thread for each mind: the first decides, the others help.
pub(crate) fn together<P: Spoken>(
    minds: &mut [Thinker<P, P::Judge>],
    task: &Task<'_, P>,
    tell: &mut dyn FnMut(Report<'_, P::Move>),
) -> Thought<P::Move> {
    let Some((first, helpers)) = minds.split_first_mut() else {
        return Thought { lines: Vec::new(), nodes: 0 };
    };
    if helpers.is_empty() {
        return first.think(task, tell);
    }
    let team = &Team::default();
    let task = &Task { team: Some(team), ..*task };
    std::thread::scope(|scope| {
        for mind in helpers {
            scope.spawn(move || mind.help(task));
        }
        let thought = first.think(task, tell);
        team.dismiss();
        thought
    })
}
