use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use yipan_engine::SearchControl;

/// The clock of one search, and the word to stop it.
#[derive(Debug)]
pub(crate) struct SearchTimer {
    stopped: AtomicBool,
    nodes: AtomicU64,
    state: Mutex<TimerState>,
    changed: Condvar,
}

#[derive(Debug)]
struct TimerState {
    started_at: Instant,
    /// The opponent is still thinking: our time stands still, and we must not answer.
    pondering: bool,
    /// Answer only when told to stop.
    infinite: bool,
}

impl SearchTimer {
    pub(crate) fn start(pondering: bool, infinite: bool) -> SearchTimer {
        let state = TimerState { started_at: Instant::now(), pondering, infinite };
        SearchTimer {
            stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        // Whoever waits looks at the flag with the lock held, so the word cannot slip past it.
        drop(self.state());
        self.changed.notify_all();
    }

    /// The opponent has played the expected move: our time begins.
    pub(crate) fn ponder_hit(&self) {
        let mut state = self.state();
        state.pondering = false;
        state.started_at = Instant::now();
        drop(state);
        self.changed.notify_all();
    }

    /// Whether an answer will come without another word.
    pub(crate) fn will_finish(&self) -> bool {
        let state = self.state();
        !(state.pondering || state.infinite) || self.stopped.load(Ordering::Relaxed)
    }

    /// Waits until an answer may be given.
    pub(crate) fn wait_until_released(&self) {
        let mut state = self.state();
        while (state.pondering || state.infinite) && !self.stopped.load(Ordering::Relaxed) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The time since the search began, also while it ponders.
    pub(crate) fn elapsed_since_start(&self) -> Duration {
        self.state().started_at.elapsed()
    }

    /// The positions of all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    fn state(&self) -> MutexGuard<'_, TimerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchControl for SearchTimer {
    fn elapsed(&self) -> Duration {
        let state = self.state();
        if state.pondering { Duration::ZERO } else { state.started_at.elapsed() }
    }

    fn should_stop(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    fn pause(&self) {
        std::hint::spin_loop();
        // Where there are more threads than cores, whoever is waited for may need this one.
        std::thread::yield_now();
    }
}
