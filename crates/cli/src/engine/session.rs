use std::sync::Arc;
use std::thread::JoinHandle;

use yipan_engine::{
    ChosenMove, HandCrafted, Level, LevelPlayer, Limits, PvLine, Score, SearchInfo, SearchParams,
    SearchResult, SearchThread, SplitPool, TranspositionTable,
};

use super::protocol_game::{ProtocolGame, RankBase};
use super::search_timer::SearchTimer;

/// One game on the engine's desk: the position, what is remembered, and the search under way.
pub(crate) struct EngineSession<P: ProtocolGame> {
    start: P,
    moves: Vec<P::Move>,
    root: P,
    pub(crate) rank_base: RankBase,
    pub(crate) rules: P::Rules,
    pub(crate) multi_pv: usize,
    /// A strength to play at, if not the full one, and the seed of its errors.
    pub(crate) level: Option<(Level, u64)>,
    /// Moves that must not be played, as UCCI may say.
    pub(crate) banned_moves: Vec<P::Move>,
    tt: Arc<TranspositionTable>,
    search_threads: Vec<SearchThread<P, P::Evaluator>>,
    hand_crafted_eval: bool,
    active_search: Option<ActiveSearch<P>>,
}

struct ActiveSearch<P: ProtocolGame> {
    timer: Arc<SearchTimer>,
    thread: JoinHandle<Vec<SearchThread<P, P::Evaluator>>>,
}

/// How to think about one move.
#[derive(Clone, Debug)]
pub(crate) struct GoParams<M> {
    pub(crate) limits: Limits,
    pub(crate) pondering: bool,
    pub(crate) infinite: bool,
    pub(crate) search_moves: Vec<M>,
}

impl<M> Default for GoParams<M> {
    fn default() -> GoParams<M> {
        GoParams { limits: Limits::default(), pondering: false, infinite: false, search_moves: Vec::new() }
    }
}

/// Who prints what a search has to say.
pub(crate) trait SearchListener<P: ProtocolGame>: Send + 'static {
    /// A line is finished.
    fn on_info(
        &self,
        root: &P,
        report: SearchInfo<'_, P::Move>,
        watch: &SearchTimer,
        table: &TranspositionTable,
    );

    /// The search is over.
    fn on_best_move(&self, root: &P, thought: &SearchResult<P::Move>);
}

impl<P: ProtocolGame> EngineSession<P> {
    pub(crate) fn new(ranks: RankBase, megabytes: usize, threads: usize) -> EngineSession<P> {
        let mut desk = EngineSession {
            start: P::start(),
            moves: Vec::new(),
            root: P::start(),
            rank_base: ranks,
            rules: P::Rules::default(),
            multi_pv: 1,
            level: None,
            banned_moves: Vec::new(),
            tt: Arc::new(TranspositionTable::new(megabytes)),
            search_threads: Vec::new(),
            hand_crafted_eval: false,
            active_search: None,
        };
        desk.set_threads(threads);
        desk
    }

    pub(crate) fn root(&self) -> &P {
        &self.root
    }

    /// Sets the game up. With a fault in the moves the game stands where the last good one led.
    pub(crate) fn set_position<'a>(
        &mut self,
        start: P,
        moves: impl Iterator<Item = &'a str>,
    ) -> Result<(), String> {
        self.stop();
        self.banned_moves.clear();
        self.start = start;
        self.root = start;
        self.moves.clear();
        for text in moves {
            let mv =
                self.root.parse_move(text, self.rank_base).map_err(|error| format!("`{text}`: {error}"))?;
            self.root.make(mv);
            self.moves.push(mv);
        }
        Ok(())
    }

    pub(crate) fn set_hash(&mut self, megabytes: usize) {
        self.stop();
        self.tt = Arc::new(TranspositionTable::new(megabytes));
    }

    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.stop();
        let judge = || if self.hand_crafted_eval { HandCrafted.into() } else { P::Evaluator::default() };
        self.search_threads = SearchThread::with_shared_histories(threads.max(1), judge);
    }

    /// Whether positions are evaluated by hand even where a network could.
    pub(crate) fn set_hand_crafted_eval(&mut self, by_hand: bool) {
        self.stop();
        self.hand_crafted_eval = by_hand;
        self.set_threads(self.search_threads.len());
    }

    /// Forgets what was remembered of the game before.
    pub(crate) fn new_game(&mut self) {
        self.stop();
        if let Some(table) = Arc::get_mut(&mut self.tt) {
            table.clear();
        }
        self.search_threads.iter().for_each(SearchThread::clear_histories);
    }

    /// Begins to think; the speaker answers from another thread.
    pub(crate) fn go(&mut self, going: &GoParams<P::Move>, speaker: impl SearchListener<P>) {
        self.stop();
        let watch = Arc::new(SearchTimer::start(going.pondering, going.infinite));
        let (table, root, lines) = (Arc::clone(&self.tt), self.root, self.multi_pv);
        let past = P::game_history(&self.start, &self.moves, &self.rules);
        let only = self.searchable_moves(&going.search_moves);
        let mut minds = std::mem::take(&mut self.search_threads);
        let seen = Arc::clone(&watch);
        let (level, limits) = (self.level, going.limits);
        let think = move || {
            if let Some((level, seed)) = level {
                let mut rival = LevelPlayer::new(level.hash_megabytes());
                let choice = rival.choose(&root, &past, level, seed, limits, &*seen);
                let thought =
                    SearchResult { lines: choice.into_iter().map(pv_line).collect(), nodes: seen.nodes() };
                if let Some(line) = thought.lines.first() {
                    speaker.on_info(
                        &root,
                        SearchInfo { line, multi_pv_index: 0, nodes: thought.nodes },
                        &seen,
                        &table,
                    );
                }
                seen.wait_until_released();
                speaker.on_best_move(&root, &thought);
                return minds;
            }
            table.new_search();
            let task = SearchParams {
                root: &root,
                game_history: &past,
                limits,
                tt: &table,
                control: &*seen,
                multi_pv: lines,
                search_moves: only.as_deref(),
                split_pool: None,
            };
            let thought =
                search_smp(&mut minds, &task, &mut |report| speaker.on_info(&root, report, &seen, &table));
            seen.wait_until_released();
            speaker.on_best_move(&root, &thought);
            minds
        };
        self.active_search = Some(ActiveSearch { timer: watch, thread: std::thread::spawn(think) });
    }

    /// The moves that may be considered, if not all.
    fn searchable_moves(&self, only: &[P::Move]) -> Option<Vec<P::Move>> {
        if self.banned_moves.is_empty() {
            return (!only.is_empty()).then(|| only.to_vec());
        }
        let mut moves = yipan_core::MoveList::new();
        self.root.generate_moves(yipan_core::MoveKind::All, &mut moves);
        let is_allowed =
            |mv: &P::Move| !self.banned_moves.contains(mv) && (only.is_empty() || only.contains(mv));
        Some(moves.into_iter().filter(is_allowed).collect())
    }

    pub(crate) fn ponder_hit(&self) {
        if let Some(running) = &self.active_search {
            running.timer.ponder_hit();
        }
    }

    /// Ends the search, if there is one; it has answered when this returns.
    pub(crate) fn stop(&mut self) {
        if let Some(running) = &self.active_search {
            running.timer.stop();
        }
        self.join_search();
    }

    /// Waits for a search that ends by itself, and stops any other.
    pub(crate) fn wait_or_stop(&mut self) {
        match &self.active_search {
            Some(running) if !running.timer.will_finish() => self.stop(),
            _ => self.join_search(),
        }
    }

    fn join_search(&mut self) {
        if let Some(running) = self.active_search.take() {
            self.search_threads = running.thread.join().expect("a search does not panic");
        }
    }
}

/// A choice told as a line.
fn pv_line<M>(choice: ChosenMove<M>) -> PvLine<M> {
    let moves = std::iter::once(choice.mv).chain(choice.expected_line).collect();
    PvLine { moves, score: choice.score.unwrap_or(Score::Centipawns(0)), value: 0, depth: 0, seldepth: 0 }
}

/// Thinks with one thread for each mind: the first decides, the others help.
pub(crate) fn search_smp<P: ProtocolGame>(
    minds: &mut [SearchThread<P, P::Evaluator>],
    task: &SearchParams<'_, P>,
    on_info: &mut dyn FnMut(SearchInfo<'_, P::Move>),
) -> SearchResult<P::Move> {
    let Some((first, helpers)) = minds.split_first_mut() else {
        return SearchResult { lines: Vec::new(), nodes: 0 };
    };
    if helpers.is_empty() {
        return first.search(task, on_info);
    }
    let team = &SplitPool::default();
    let task = &SearchParams { split_pool: Some(team), ..*task };
    std::thread::scope(|scope| {
        for mind in helpers {
            scope.spawn(move || mind.run_helper(task));
        }
        let thought = first.search(task, on_info);
        team.stop();
        thought
    })
}
