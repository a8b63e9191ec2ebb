use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use yipan_engine::SearchControl;

/// The clock, node counter and stop flag of one search.
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
    /// Whether the search ponders: its clock stands still and it may not send its best move.
    pondering: bool,
    /// Whether the search may only end after `stop`.
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
        // The waiting thread checks the flag under this lock, so it cannot miss the notification.
        drop(self.state());
        self.changed.notify_all();
    }

    /// Starts the clock, as the opponent has played the expected move.
    pub(crate) fn ponder_hit(&self) {
        let mut state = self.state();
        state.pondering = false;
        state.started_at = Instant::now();
        drop(state);
        self.changed.notify_all();
    }

    /// Returns whether the search ends without another command.
    pub(crate) fn will_finish(&self) -> bool {
        let state = self.state();
        !(state.pondering || state.infinite) || self.stopped.load(Ordering::Relaxed)
    }

    /// Waits until the best move may be sent.
    pub(crate) fn wait_until_released(&self) {
        let mut state = self.state();
        while (state.pondering || state.infinite) && !self.stopped.load(Ordering::Relaxed) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the time since the start of the search, pondering included.
    pub(crate) fn elapsed_since_start(&self) -> Duration {
        self.state().started_at.elapsed()
    }

    /// Returns the nodes of all threads.
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
        // With more threads than cores, the awaited thread may need this core.
        std::thread::yield_now();
    }
}
