use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use yipan_core::Side;
use yipan_engine::{Limits, SearchControl};
use yipan_games::AnyGame;

use yipan_engine::computer::Computer;

/// A move the computer is asked for, to be thought about wherever there is time.
pub(crate) struct EngineTask {
    pub(crate) computer: Computer,
    pub(crate) game: AnyGame,
    pub(crate) side: Side,
    pub(crate) seed: u64,
}

impl EngineTask {
    /// Thinks until it is done or told to stop.
    pub(crate) fn run(mut self, stop: &Arc<AtomicBool>) -> (Computer, Option<String>) {
        let host = StopFlag(Arc::clone(stop));
        let action = self.computer.choose(&self.game, self.side, self.seed, Limits::default(), &host);
        (self.computer, action)
    }
}

/// A world without a clock, in which somebody may say stop.
#[derive(Debug, Default)]
pub(crate) struct StopFlag(Arc<AtomicBool>);

impl SearchControl for StopFlag {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn should_stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
