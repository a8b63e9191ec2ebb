//! The threads that search for moves of computer players.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio::sync::{OnceCell, oneshot, watch};
use yipan_core::Side;
use yipan_engine::computer::{Computer, SolvedTable, Strength};
use yipan_engine::{Level, Limits, PlayerClock, SearchControl};
use yipan_games::{AnyGame, GameOptions};

use super::search_queue::{SearchQueue, Ticket};
use crate::metrics::Metrics;

/// The longest search for a move on any machine.
const MAX_SEARCH_TIME: Duration = Level::MAX_MOVE_TIME;

/// The part of the clock that is reserved for overhead.
const OVERHEAD: Duration = Duration::from_millis(200);

/// A pool of search threads with a queue, and the tablebases.
#[derive(Debug)]
pub(crate) struct EnginePool {
    queue: Arc<SharedQueue>,
    tablebases: Mutex<HashMap<String, Arc<OnceCell<SolvedTable>>>>,
}

/// A request for a move. The computer player uses only the view of its side.
pub(crate) struct MoveRequest {
    /// The user who plays against the computer.
    pub(crate) user: String,
    pub(crate) game: AnyGame,
    pub(crate) options: GameOptions,
    pub(crate) side: Side,
    pub(crate) level: u8,
    pub(crate) seed: u64,
    /// The remaining time of its clock, if the game has one.
    pub(crate) time_left: Option<Duration>,
    /// The computer player of the previous moves, if it has state.
    pub(crate) computer: Option<Box<Computer>>,
    pub(crate) cancellation: Cancellation,
}

/// The result of a search.
pub(crate) struct MoveDecision {
    pub(crate) choice: Choice,
    pub(crate) computer: Option<Box<Computer>>,
    /// The time that the search waited for a thread.
    pub(crate) waited: Duration,
}

/// The decision of a computer player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Action(String),
    /// The search found no action, or failed.
    Resign,
    /// The room no longer needs a move.
    Cancelled,
}

/// The room's handle of a search. Dropping it cancels the search.
#[derive(Debug)]
pub(crate) struct SearchHandle {
    _alive: watch::Sender<()>,
}

/// The receiving end of a [`SearchHandle`].
#[derive(Clone, Debug)]
pub(crate) struct Cancellation(watch::Receiver<()>);

impl SearchHandle {
    pub(crate) fn new() -> (SearchHandle, Cancellation) {
        let (alive, cancelled) = watch::channel(());
        (SearchHandle { _alive: alive }, Cancellation(cancelled))
    }
}

impl Cancellation {
    fn is_cancelled(&self) -> bool {
        self.0.has_changed().is_err()
    }

    async fn cancelled(&mut self) {
        // No value is ever sent, so this ends when the handle is dropped.
        while self.0.changed().await.is_ok() {}
    }
}

impl EnginePool {
    pub(crate) fn new(threads: usize) -> EnginePool {
        let queue = Arc::new(SharedQueue(Mutex::new(SearchQueue::new(threads))));
        EnginePool { queue, tablebases: Mutex::default() }
    }

    /// Waits for a thread of the pool and searches.
    pub(crate) async fn choose_move(&self, mut request: MoveRequest, metrics: &Metrics) -> MoveDecision {
        let requested_at = Instant::now();
        // Before it enters the queue, because there are few sets of house rules and each is solved once.
        let solved = self.tablebase_for(&request.game).await;
        let (entry, started) = self.queue.enter(&request.user, request.expected_duration());
        let has_started = tokio::select! {
            turn = started => turn.is_ok(),
            () = request.cancellation.cancelled() => false,
        };
        let waited = requested_at.elapsed();
        if !has_started {
            return MoveDecision { choice: Choice::Cancelled, computer: request.computer, waited };
        }
        metrics.engine_queue_seconds.observe(waited);
        let search = move || {
            let decision = request.search(&solved, waited);
            drop(entry);
            decision
        };
        let began = Instant::now();
        let decision = tokio::task::spawn_blocking(search).await;
        metrics.search_seconds.observe(began.elapsed());
        decision.unwrap_or_else(|error| {
            tracing::error!(%error, "a computer could not search");
            MoveDecision { choice: Choice::Resign, computer: None, waited }
        })
    }

    /// Returns the tablebase of a game, which is solved once for each set of house rules.
    async fn tablebase_for(&self, game: &AnyGame) -> SolvedTable {
        let AnyGame::Liuzichong(small) = game else { return SolvedTable::default() };
        let rules = small.position().rules().to_string();
        let cell = {
            let mut solved = self.tablebases.lock().expect("no code panics while it holds the lock");
            Arc::clone(solved.entry(rules).or_default())
        };
        let game = game.clone();
        let solve = async || {
            let solved = tokio::task::spawn_blocking(move || SolvedTable::solve_single_threaded(&game)).await;
            solved.unwrap_or_default()
        };
        cell.get_or_init(solve).await.clone()
    }
}

impl MoveRequest {
    /// Estimates the duration of the search on a typical machine. It determines the order, and which searches are short.
    fn expected_duration(&self) -> Duration {
        let (max_positions, positions_per_second): (fn(Level) -> u64, u64) = match &self.game {
            AnyGame::Chess(game) if game.modes().is_none() => (Level::max_nodes, 1_000_000),
            AnyGame::Chess(_) => (Level::max_nodes_with_modes, 100_000),
            AnyGame::Xiangqi(_) => (Level::max_nodes, 600_000),
            // It is a lookup in the tablebase.
            AnyGame::Liuzichong(_) => return Duration::from_millis(1),
        };
        let positions = Level::new(self.level).map_or(u64::MAX, max_positions);
        let typical = Duration::from_micros(positions.saturating_mul(1_000_000) / positions_per_second);
        typical.min(self.max_duration(Duration::ZERO))
    }

    /// Returns the longest duration of a search that starts this long after the request.
    fn max_duration(&self, waited: Duration) -> Duration {
        let hard = self.time_left.and_then(|left| {
            let left = left.saturating_sub(waited);
            PlayerClock { remaining: left, increment: Duration::ZERO, moves_to_go: None }
                .limits(OVERHEAD)
                .hard_time
        });
        hard.unwrap_or(MAX_SEARCH_TIME).min(MAX_SEARCH_TIME)
    }

    fn search(self, solved: &SolvedTable, waited: Duration) -> MoveDecision {
        let limits = Limits { hard_time: Some(self.max_duration(waited)), ..Limits::default() };
        let MoveRequest { game, options, side, level, seed, computer, cancellation, .. } = self;
        let new_computer = || Box::new(Computer::new(&game, &options, solved, Strength::Level(level)));
        let mut computer = computer.unwrap_or_else(new_computer);
        let control = EngineSearchControl { started: Instant::now(), cancellation };
        let action = computer.choose(&game, side, seed, limits, &control);
        let choice = match action {
            _ if control.should_stop() => Choice::Cancelled,
            Some(action) => Choice::Action(action),
            None => Choice::Resign,
        };
        // With modes, its state tracks hidden pieces. Without them, its state is large and useful for one move only.
        let retains_computer = matches!(&game, AnyGame::Chess(game) if !game.modes().is_none());
        MoveDecision { choice, computer: retains_computer.then_some(computer), waited }
    }
}

/// The elapsed time and the cancellation of a running search.
struct EngineSearchControl {
    started: Instant,
    cancellation: Cancellation,
}

impl SearchControl for EngineSearchControl {
    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.cancellation.is_cancelled()
    }
}

/// The queue of a pool.
#[derive(Debug)]
struct SharedQueue(Mutex<SearchQueue<oneshot::Sender<()>>>);

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, SearchQueue<oneshot::Sender<()>>> {
        self.0.lock().expect("no code panics while it holds the lock")
    }

    fn enter(self: &Arc<SharedQueue>, user: &str, expected: Duration) -> (QueueEntry, oneshot::Receiver<()>) {
        let (start, started) = oneshot::channel();
        let mut queue = self.lock();
        let ticket = queue.push(user, expected, Instant::now(), start);
        start_waiting(&mut queue);
        drop(queue);
        (QueueEntry { queue: Arc::clone(self), ticket }, started)
    }
}

/// Starts every search that a thread is free for.
fn start_waiting(queue: &mut SearchQueue<oneshot::Sender<()>>) {
    while let Some(start) = queue.start_next() {
        // A search whose receiver is gone is about to leave the queue, which starts the next.
        let _ = start.send(());
    }
}

/// An entry of the queue, waiting or running until it is dropped.
#[derive(Debug)]
struct QueueEntry {
    queue: Arc<SharedQueue>,
    ticket: Ticket,
}

impl Drop for QueueEntry {
    fn drop(&mut self) {
        let mut queue = self.queue.lock();
        queue.remove(self.ticket, Instant::now());
        start_waiting(&mut queue);
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;
    use crate::engine::search_queue::MAX_SHORT_SEARCH;

    fn request(kind: GameKind, modes: &[&str], level: u8) -> (SearchHandle, MoveRequest) {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let options = GameOptions { modes, ..GameOptions::default() };
        let (handle, cancellation) = SearchHandle::new();
        let request = MoveRequest {
            user: "user".to_owned(),
            game: AnyGame::start(kind, &options).expect("a game"),
            options,
            side: Side::First,
            level,
            seed: 1,
            time_left: None,
            computer: None,
            cancellation,
        };
        (handle, request)
    }

    #[test]
    fn weak_computers_are_short_and_strong_ones_are_not() {
        for (kind, modes, last_short) in [
            (GameKind::Chess, &[][..], 9),
            (GameKind::Chess, &["fog"][..], 6),
            (GameKind::Xiangqi, &[][..], 8),
            (GameKind::Liuzichong, &[][..], 5),
        ] {
            for level in 1..=Strength::level_count(kind) {
                let is_short = request(kind, modes, level).1.expected_duration() <= MAX_SHORT_SEARCH;
                assert_eq!(is_short, level <= last_short, "{kind:?} {modes:?} level {level}");
            }
        }
    }

    #[test]
    fn time_spent_waiting_is_no_time_to_search() {
        let (_handle, mut request) = request(GameKind::Chess, &["fog"], 10);
        assert_eq!(request.max_duration(Duration::from_secs(60)), MAX_SEARCH_TIME, "there is no clock");
        request.time_left = Some(Duration::from_secs(30));
        let [at_once, later, last] =
            [0, 20, 40].map(|waited| request.max_duration(Duration::from_secs(waited)));
        assert!(at_once > later && later > last, "{at_once:?}, {later:?}, {last:?}");
        assert!(last <= Duration::from_millis(1), "{last:?}");
        assert_eq!(request.expected_duration(), Duration::from_millis(2_500));
        request.time_left = Some(Duration::from_secs(3));
        assert!(request.expected_duration() < Duration::from_secs(1), "a short clock makes a short search");
    }

    #[tokio::test]
    async fn a_search_that_is_cancelled_while_it_waits_does_not_wait_for_its_turn() {
        let pool = EnginePool::new(2);
        let (_busy, started) = pool.queue.enter("user", MAX_SEARCH_TIME);
        started.await.expect("a thread is free");
        let (handle, waiting) = request(GameKind::Chess, &["fog"], 1);
        drop(handle);
        let decision = tokio::time::timeout(MAX_SEARCH_TIME, pool.choose_move(waiting, &Metrics::default()))
            .await
            .expect("no turn comes");
        assert_eq!(decision.choice, Choice::Cancelled);
    }

    #[tokio::test]
    async fn a_cancelled_search_ends_and_leaves_its_thread_to_the_next() {
        let pool = EnginePool::new(2);
        let (handle, first) = request(GameKind::Chess, &["fog"], 10);
        let (_waits, second) = request(GameKind::Chess, &["fog"], 1);
        drop(handle);
        assert_eq!(pool.choose_move(first, &Metrics::default()).await.choice, Choice::Cancelled);
        let second = pool.choose_move(second, &Metrics::default()).await;
        assert!(matches!(second.choice, Choice::Action(_)), "{:?}", second.choice);
        assert!(second.computer.is_some(), "its state is retained");
    }
}
