use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;
use yipan_clock::Millis;

/// The longest round trip of a question for the time whose answer is used.
const MAX_ROUND_TRIP: Duration = Duration::from_millis(500);

/// The most that the clock is corrected, as a fraction of the time that passes: 5 ms per second.
const CORRECTION_DIVISOR: i64 = 200;

/// The environment variable that shifts the system time by some seconds, for tests of nodes whose clocks differ.
const TEST_OFFSET_VARIABLE: &str = "YIPAN_TEST_CLOCK_OFFSET";

static TEST_OFFSET_MILLIS: LazyLock<i64> = LazyLock::new(|| {
    let seconds = std::env::var(TEST_OFFSET_VARIABLE).ok().and_then(|text| text.parse::<i64>().ok());
    if let Some(seconds) = seconds {
        tracing::warn!(seconds, "the system time is shifted for a test, by {TEST_OFFSET_VARIABLE}");
    }
    seconds.unwrap_or(0).saturating_mul(1_000)
});

/// Returns the current system time in Unix milliseconds.
pub(crate) fn system_millis() -> u64 {
    #[cfg(feature = "simulation")]
    if let Some(millis) = crate::simulation::seeded_environment::system_millis() {
        return millis;
    }
    let millis = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    u64::try_from(millis).unwrap_or(0).saturating_add_signed(*TEST_OFFSET_MILLIS)
}

/// The server's clock: the system time at the start plus the monotonic time since. It never goes back, even if the system
/// time is set back during a restart. Nodes steer theirs to the clock of the database. Clones are one clock.
#[derive(Clone, Debug)]
pub(crate) struct MonotonicWallClock {
    started: Instant,
    start_millis: u64,
    correction: Arc<RwLock<Correction>>,
}

/// The difference to the clock that this one is steered to, in microseconds.
#[derive(Clone, Copy, Debug)]
struct Correction {
    at: Instant,
    /// The part that was applied at that time.
    applied: i64,
    target: i64,
}

impl MonotonicWallClock {
    /// Starts the clock at the system time, or at `latest` if that is later.
    pub(crate) fn start(latest: u64) -> MonotonicWallClock {
        let system = system_millis();
        if system < latest {
            tracing::warn!(behind_ms = latest - system, "the system time is before the last entry of a game");
        }
        MonotonicWallClock::start_at(system.max(latest))
    }

    /// Starts the clock at this time.
    pub(crate) fn start_at(start_millis: u64) -> MonotonicWallClock {
        let started = Instant::now();
        let correction = Arc::new(RwLock::new(Correction { at: started, applied: 0, target: 0 }));
        MonotonicWallClock { started, start_millis, correction }
    }

    /// Corrects the clock slowly to one that said `millis` between two instants.
    pub(crate) fn steer(&self, millis: u64, sent: Instant, received: Instant) {
        let round_trip = received.duration_since(sent);
        if round_trip > MAX_ROUND_TRIP {
            return;
        }
        let uncorrected = self.uncorrected_micros(sent + round_trip / 2);
        let target = i64::try_from(millis).unwrap_or(i64::MAX / 2_000) * 1_000 - uncorrected;
        let mut correction = self.correction.write().unwrap_or_else(PoisonError::into_inner);
        *correction = Correction { at: received, applied: correction.offset(received), target };
    }

    /// Returns the time at a past instant.
    pub(crate) fn millis_at(&self, moment: Instant) -> Millis {
        self.millis() - Millis(u64::try_from(moment.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    pub(crate) fn millis(&self) -> Millis {
        self.millis_on(Instant::now())
    }

    fn millis_on(&self, now: Instant) -> Millis {
        let offset = self.correction.read().unwrap_or_else(PoisonError::into_inner).offset(now);
        Millis(u64::try_from((self.uncorrected_micros(now) + offset) / 1_000).unwrap_or(0))
    }

    fn uncorrected_micros(&self, now: Instant) -> i64 {
        let start = i64::try_from(self.start_millis).unwrap_or(i64::MAX / 2_000) * 1_000;
        start + micros(now.duration_since(self.started))
    }
}

impl Correction {
    /// Returns the part that is applied at an instant, which changes more slowly than time passes.
    fn offset(&self, now: Instant) -> i64 {
        let limit = micros(now.duration_since(self.at)) / CORRECTION_DIVISOR;
        self.applied + (self.target - self.applied).clamp(-limit, limit)
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_steered_slowly_and_never_goes_back() {
        for (database, after_one_second, after_one_minute) in
            [(10_100, 11_005, 70_100), (9_900, 10_995, 69_900), (10_000, 11_000, 70_000)]
        {
            let clock = MonotonicWallClock::start_at(10_000);
            let at = |millis| clock.started + Duration::from_millis(millis);
            clock.steer(database, at(0), at(0));
            assert_eq!(clock.millis_on(at(1_000)), Millis(after_one_second));
            assert_eq!(clock.millis_on(at(60_000)), Millis(after_one_minute));
            assert!((0..60_000).all(|millis| clock.millis_on(at(millis)) <= clock.millis_on(at(millis + 1))));
        }
    }

    #[test]
    fn a_time_counts_for_the_middle_of_its_round_trip_and_a_late_one_not_at_all() {
        let clock = MonotonicWallClock::start_at(10_000);
        let at = |millis| clock.started + Duration::from_millis(millis);
        clock.steer(10_050, at(0), at(100));
        assert_eq!(clock.millis_on(at(1_000)), Millis(11_000), "it is right");
        clock.steer(99_000, at(1_000), at(1_501));
        assert_eq!(clock.millis_on(at(9_000)), Millis(19_000));
    }
}
