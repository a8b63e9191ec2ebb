//! The computer players of a hall: so many think at once, each within the positions of its level.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::{OnceCell, Semaphore};
use yipan_engine::computer::{Computer, Solved, Strength};
use yipan_engine::{Clock, Host, Limits};
use yipan_games::{AnyGame, Options};
use yipan_rules::Seat;

use crate::metrics::Metrics;

/// No move takes longer than this, however slow the machine.
const LONGEST: Duration = Duration::from_secs(10);

/// What is kept of the clock for the way there and back.
const OVERHEAD: Duration = Duration::from_millis(200);

/// The threads that may think, and what they have worked out.
#[derive(Debug)]
pub(crate) struct Thinkers {
    turns: Semaphore,
    solved: Mutex<HashMap<String, Arc<OnceCell<Solved>>>>,
}

/// A board that a computer must move on. It takes no more of the game than its seat's view.
pub(crate) struct Question {
    pub(crate) game: AnyGame,
    pub(crate) options: Options,
    pub(crate) seat: Seat,
    pub(crate) level: u8,
    pub(crate) seed: u64,
    /// What is left on its clock, if it has one.
    pub(crate) left: Option<Duration>,
    /// The player of the moves before, if it remembers anything.
    pub(crate) computer: Option<Box<Computer>>,
}

/// What it does, and the player for the next move.
pub(crate) struct Decision {
    pub(crate) act: Option<String>,
    pub(crate) computer: Option<Box<Computer>>,
}

impl Thinkers {
    pub(crate) fn new(threads: usize) -> Thinkers {
        Thinkers { turns: Semaphore::new(threads.max(1)), solved: Mutex::default() }
    }

    /// Thinks on a thread of its own, when there is one.
    pub(crate) async fn think(&self, question: Question, metrics: &Metrics) -> Decision {
        let nothing = Decision { act: None, computer: None };
        let asked = Instant::now();
        let Ok(turn) = self.turns.acquire().await else { return nothing };
        metrics.engine_queue_seconds.observe(asked.elapsed());
        let solved = self.solved(&question.game).await;
        let began = Instant::now();
        let thought = tokio::task::spawn_blocking(move || question.answer(&solved)).await;
        drop(turn);
        metrics.thinking_seconds.observe(began.elapsed());
        thought.unwrap_or_else(|error| {
            tracing::error!(%error, "a computer could not think");
            nothing
        })
    }

    /// What must be known of a game, worked out once for each set of house rules.
    async fn solved(&self, game: &AnyGame) -> Solved {
        let AnyGame::Liuzichong(small) = game else { return Solved::default() };
        let rules = small.position().rules().to_string();
        let cell = {
            let mut solved = self.solved.lock().expect("nobody panics with the lock held");
            Arc::clone(solved.entry(rules).or_default())
        };
        let game = game.clone();
        let solve = async || {
            let solved = tokio::task::spawn_blocking(move || Solved::alone(&game)).await;
            solved.unwrap_or_default()
        };
        cell.get_or_init(solve).await.clone()
    }
}

impl Question {
    fn answer(self, solved: &Solved) -> Decision {
        let Question { game, options, seat, level, seed, left, computer } = self;
        let made = || Box::new(Computer::new(&game, &options, solved, Strength::Level(level)));
        let mut computer = computer.unwrap_or_else(made);
        let hard = left
            .and_then(|left| Clock { left, increment: Duration::ZERO, moves: None }.limits(OVERHEAD).hard);
        let limits = Limits { hard: Some(hard.unwrap_or(LONGEST).min(LONGEST)), ..Limits::default() };
        let act = computer.choose(&game, seat, seed, limits, &Watch(Instant::now()));
        // With modes it remembers how its men stood. Without them it remembers megabytes, but of one move only.
        let remembers = matches!(&game, AnyGame::Chess(game) if !game.modes().is_none());
        Decision { act, computer: remembers.then_some(computer) }
    }
}

/// The time a thought has taken.
struct Watch(Instant);

impl Host for Watch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn is_stopped(&self) -> bool {
        false
    }
}
