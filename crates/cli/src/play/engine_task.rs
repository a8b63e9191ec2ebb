use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use yipan_core::Side;
use yipan_engine::computer::Computer;
use yipan_engine::{Limits, SearchControl};
use yipan_games::AnyGame;

/// A search for the computer's move, to be run on any thread.
pub(crate) struct EngineTask {
    pub(crate) computer: Computer,
    pub(crate) game: AnyGame,
    pub(crate) side: Side,
    pub(crate) seed: u64,
}

impl EngineTask {
    /// Searches until the end or until `stop` is set. Returns the computer for the next task.
    pub(crate) fn run(mut self, stop: &Arc<AtomicBool>) -> (Computer, Option<String>) {
        let control = StopFlag(Arc::clone(stop));
        let action = self.computer.choose(&self.game, self.side, self.seed, Limits::default(), &control);
        (self.computer, action)
    }
}

/// A search control with a stop flag and no clock.
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
