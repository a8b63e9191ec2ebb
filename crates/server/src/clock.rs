use std::time::{Instant, SystemTime, UNIX_EPOCH};

use yipan_record::Millis;

/// Returns the machine's date in milliseconds, as it is set now.
pub(crate) fn system_millis() -> u64 {
    let date = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    u64::try_from(date).unwrap_or(0)
}

/// The server's clock: the date when it started, and how long it has run since. It never goes back, not even over a restart
/// with the machine's clock set back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MonotonicWallClock {
    started: Instant,
    start_millis: u64,
}

impl MonotonicWallClock {
    /// Starts the clock at the machine's date, or at `latest` if that is later.
    pub(crate) fn start(latest: u64) -> MonotonicWallClock {
        let date = system_millis();
        if date < latest {
            tracing::warn!(
                behind_ms = latest - date,
                "the machine's clock is behind the last entry of a game"
            );
        }
        MonotonicWallClock { started: Instant::now(), start_millis: date.max(latest) }
    }

    /// Returns the time at a moment that has passed.
    pub(crate) fn millis_at(&self, moment: Instant) -> Millis {
        self.millis() - Millis(u64::try_from(moment.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    pub(crate) fn millis(&self) -> Millis {
        Millis(self.start_millis + u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX / 2))
    }
}
