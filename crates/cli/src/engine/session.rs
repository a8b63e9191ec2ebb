use std::sync::Arc;
use std::thread::JoinHandle;

use yipan_engine::{
    ChosenMove, HandCrafted, Level, LevelPlayer, Limits, Network, NetworkFileError, NetworkParams, PvLine,
    Score, SearchInfo, SearchParams, SearchResult, SearchThread, SplitPool, TranspositionTable,
};

use super::protocol_game::{ProtocolGame, RankBase};
use super::search_timer::SearchTimer;

/// The state of an engine for one game: the position, the hash table, the histories and the running search.
pub(crate) struct EngineSession<P: ProtocolGame> {
    start: P,
    moves: Vec<P::Move>,
    root: P,
    pub(crate) rank_base: RankBase,
    pub(crate) rules: P::Rules,
    pub(crate) multi_pv: usize,
    /// The level and the seed of its errors; `None` for full strength.
    pub(crate) level: Option<(Level, u64)>,
    /// The moves excluded by UCCI's `banmoves`.
    pub(crate) banned_moves: Vec<P::Move>,
    tt: Arc<TranspositionTable>,
    search_threads: Vec<SearchThread<P, P::Evaluator>>,
    hand_crafted_eval: bool,
    /// The network instead of the embedded one.
    network: Option<Arc<NetworkParams>>,
    active_search: Option<ActiveSearch<P>>,
}

struct ActiveSearch<P: ProtocolGame> {
    timer: Arc<SearchTimer>,
    thread: JoinHandle<Vec<SearchThread<P, P::Evaluator>>>,
}

/// The parameters of one search.
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

/// Receives the output of a search, on the search thread.
pub(crate) trait SearchListener<P: ProtocolGame>: Send + 'static {
    /// Called for each principal variation.
    fn on_info(&self, root: &P, info: SearchInfo<'_, P::Move>, timer: &SearchTimer, tt: &TranspositionTable);

    /// Called once at the end of the search.
    fn on_best_move(&self, root: &P, result: &SearchResult<P::Move>);
}

impl<P: ProtocolGame> EngineSession<P> {
    pub(crate) fn new(rank_base: RankBase, megabytes: usize, threads: usize) -> EngineSession<P> {
        let mut session = EngineSession {
            start: P::start(),
            moves: Vec::new(),
            root: P::start(),
            rank_base,
            rules: P::Rules::default(),
            multi_pv: 1,
            level: None,
            banned_moves: Vec::new(),
            tt: Arc::new(TranspositionTable::new(megabytes)),
            search_threads: Vec::new(),
            hand_crafted_eval: false,
            network: None,
            active_search: None,
        };
        session.set_threads(threads);
        session
    }

    pub(crate) fn root(&self) -> &P {
        &self.root
    }

    /// Sets the position. After an illegal move, the position before it remains.
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
        let evaluator = || match &self.network {
            _ if self.hand_crafted_eval => HandCrafted.into(),
            Some(params) => Network::new(Arc::clone(params)).into(),
            None => P::Evaluator::default(),
        };
        self.search_threads = SearchThread::with_shared_histories(threads.max(1), evaluator);
    }

    /// Selects the hand-crafted evaluation instead of the network.
    pub(crate) fn set_hand_crafted_eval(&mut self, hand_crafted_eval: bool) {
        self.stop();
        self.hand_crafted_eval = hand_crafted_eval;
        self.set_threads(self.search_threads.len());
    }

    /// Loads a network from the contents of a file; `None` selects the embedded one.
    pub(crate) fn set_network(&mut self, file: Option<&[u8]>) -> Result<(), NetworkFileError> {
        self.stop();
        self.network = file.map(|bytes| NetworkParams::parse(bytes, P::INPUTS)).transpose()?.map(Arc::new);
        self.set_threads(self.search_threads.len());
        Ok(())
    }

    /// Clears the hash table and the histories.
    pub(crate) fn new_game(&mut self) {
        self.stop();
        if let Some(tt) = Arc::get_mut(&mut self.tt) {
            tt.clear();
        }
        self.search_threads.iter().for_each(SearchThread::clear_histories);
    }

    /// Starts a search on another thread.
    pub(crate) fn go(&mut self, params: &GoParams<P::Move>, listener: impl SearchListener<P>) {
        self.stop();
        let timer = Arc::new(SearchTimer::start(params.pondering, params.infinite));
        let (tt, root, multi_pv) = (Arc::clone(&self.tt), self.root, self.multi_pv);
        let history = P::game_history(&self.start, &self.moves, &self.rules);
        let search_moves = self.searchable_moves(&params.search_moves);
        let mut search_threads = std::mem::take(&mut self.search_threads);
        let timer_handle = Arc::clone(&timer);
        let (level, limits) = (self.level, params.limits);
        let search = move || {
            if let Some((level, seed)) = level {
                let mut player = LevelPlayer::new(level.hash_megabytes());
                let choice = player.choose(&root, &history, level, seed, limits, &*timer_handle);
                let result = SearchResult {
                    lines: choice.into_iter().map(pv_line).collect(),
                    nodes: timer_handle.nodes(),
                };
                if let Some(line) = result.lines.first() {
                    listener.on_info(
                        &root,
                        SearchInfo { line, multi_pv_index: 0, nodes: result.nodes },
                        &timer_handle,
                        &tt,
                    );
                }
                timer_handle.wait_until_released();
                listener.on_best_move(&root, &result);
                return search_threads;
            }
            tt.new_search();
            let search_params = SearchParams {
                root: &root,
                game_history: &history,
                limits,
                tt: &tt,
                control: &*timer_handle,
                multi_pv,
                search_moves: search_moves.as_deref(),
                split_pool: None,
            };
            let result = search_smp(&mut search_threads, &search_params, &mut |info| {
                listener.on_info(&root, info, &timer_handle, &tt);
            });
            timer_handle.wait_until_released();
            listener.on_best_move(&root, &result);
            search_threads
        };
        self.active_search = Some(ActiveSearch { timer, thread: std::thread::spawn(search) });
    }

    /// Returns the moves to search, or `None` for all.
    fn searchable_moves(&self, requested: &[P::Move]) -> Option<Vec<P::Move>> {
        if self.banned_moves.is_empty() {
            return (!requested.is_empty()).then(|| requested.to_vec());
        }
        let mut moves = yipan_core::MoveList::new();
        self.root.generate_moves(yipan_core::MoveKind::All, &mut moves);
        let is_allowed = |mv: &P::Move| {
            !self.banned_moves.contains(mv) && (requested.is_empty() || requested.contains(mv))
        };
        Some(moves.into_iter().filter(is_allowed).collect())
    }

    pub(crate) fn ponder_hit(&self) {
        if let Some(running) = &self.active_search {
            running.timer.ponder_hit();
        }
    }

    /// Stops the search, if there is one. It has sent its best move when this returns.
    pub(crate) fn stop(&mut self) {
        if let Some(running) = &self.active_search {
            running.timer.stop();
        }
        self.join_search();
    }

    /// Waits for a search that ends by itself; stops one that does not.
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

/// Returns a chosen move as a principal variation.
fn pv_line<M>(choice: ChosenMove<M>) -> PvLine<M> {
    let moves = std::iter::once(choice.mv).chain(choice.expected_line).collect();
    PvLine { moves, score: choice.score.unwrap_or(Score::Centipawns(0)), value: 0, depth: 0, seldepth: 0 }
}

/// Searches on one thread for each [`SearchThread`]. The first one returns the result; the others help it.
pub(crate) fn search_smp<P: ProtocolGame>(
    search_threads: &mut [SearchThread<P, P::Evaluator>],
    params: &SearchParams<'_, P>,
    on_info: &mut dyn FnMut(SearchInfo<'_, P::Move>),
) -> SearchResult<P::Move> {
    let Some((first, helpers)) = search_threads.split_first_mut() else {
        return SearchResult { lines: Vec::new(), nodes: 0 };
    };
    if helpers.is_empty() {
        return P::run_search(first, params, on_info);
    }
    let split_pool = &SplitPool::default();
    let params = &SearchParams { split_pool: Some(split_pool), ..*params };
    std::thread::scope(|scope| {
        for search_thread in helpers {
            scope.spawn(move || P::run_helper(search_thread, params));
        }
        let result = P::run_search(first, params, on_info);
        split_pool.stop();
        result
    })
}
