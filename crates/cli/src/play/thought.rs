use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use yipan_engine::{Host, Limits};
use yipan_games::AnyGame;
use yipan_rules::Seat;

use yipan_engine::computer::Computer;

/// A move the computer is asked for, to be thought about wherever there is time.
pub(crate) struct Thought {
    pub(crate) computer: Computer,
    pub(crate) game: AnyGame,
    pub(crate) seat: Seat,
    pub(crate) seed: u64,
}

impl Thought {
    /// Thinks until it is done or told to stop.
    pub(crate) fn think(mut self, stop: &Arc<AtomicBool>) -> (Computer, Option<String>) {
        let host = Stoppable(Arc::clone(stop));
        let action = self.computer.choose(&self.game, self.seat, self.seed, Limits::default(), &host);
        (self.computer, action)
    }
}

/// A world without a clock, in which somebody may say stop.
#[derive(Debug, Default)]
pub(crate) struct Stoppable(Arc<AtomicBool>);

impl Host for Stoppable {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
