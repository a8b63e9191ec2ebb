use std::time::{Instant, SystemTime, UNIX_EPOCH};

use yipan_clock::Millis;

/// Returns the current system time in Unix milliseconds.
pub(crate) fn system_millis() -> u64 {
    let millis = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    u64::try_from(millis).unwrap_or(0)
}

/// The server's clock: the system time at the start plus the monotonic time since. It never goes back, even if the system
/// time is set back during a restart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MonotonicWallClock {
    started: Instant,
    start_millis: u64,
}

impl MonotonicWallClock {
    /// Starts the clock at the system time, or at `latest` if that is later.
    pub(crate) fn start(latest: u64) -> MonotonicWallClock {
        let system = system_millis();
        if system < latest {
            tracing::warn!(behind_ms = latest - system, "the system time is before the last entry of a game");
        }
        MonotonicWallClock { started: Instant::now(), start_millis: system.max(latest) }
    }

    /// Returns the time at a past instant.
    pub(crate) fn millis_at(&self, moment: Instant) -> Millis {
        self.millis() - Millis(u64::try_from(moment.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    pub(crate) fn millis(&self) -> Millis {
        Millis(self.start_millis + u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX / 2))
    }
}
