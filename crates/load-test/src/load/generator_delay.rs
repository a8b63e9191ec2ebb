use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The time between two checks.
const TICK: Duration = Duration::from_millis(2);

/// A check that comes this much later than it should shows that the generator had no processor, or too much to do.
const MIN_STALL: Duration = Duration::from_millis(4);

/// The times when the load generator itself was late, so that a player is not taken to have waited for the service.
#[derive(Debug, Default)]
pub(crate) struct GeneratorDelay(Mutex<Vec<Stall>>);

/// A time in which the generator did nothing that was due.
#[derive(Clone, Copy, Debug)]
struct Stall {
    began: Instant,
    ended: Instant,
}

impl GeneratorDelay {
    /// Checks again and again how late the generator is. Never returns.
    pub(crate) async fn watch(&self) {
        loop {
            let due = Instant::now() + TICK;
            tokio::time::sleep_until(due.into()).await;
            self.record(due, Instant::now());
        }
    }

    fn record(&self, due: Instant, now: Instant) {
        if now.duration_since(due) >= MIN_STALL {
            self.lock().push(Stall { began: due, ended: now });
        }
    }

    /// Returns how long something that the generator noticed at this time may have been there already.
    pub(crate) fn before(&self, noticed: Instant) -> Duration {
        // What has become due during a stall is done one after the other when it ends.
        let stalls = self.lock();
        let stall =
            stalls.iter().rev().find(|stall| stall.began <= noticed && noticed <= stall.ended + MIN_STALL);
        stall.map_or(Duration::ZERO, |stall| noticed - stall.began)
    }

    /// Returns how much later the generator may have done what it began at this time.
    pub(crate) fn after(&self, began: Instant) -> Duration {
        let stalls = self.lock();
        let stall = stalls.iter().rev().find(|stall| stall.began <= began + TICK && began < stall.ended);
        stall.map_or(Duration::ZERO, |stall| stall.ended - began)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Stall>> {
        self.0.lock().expect("no thread panics while it holds the lock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_done_during_or_right_after_a_stall_was_late() {
        let start = Instant::now();
        let at = |millis: u64| start + Duration::from_millis(millis);
        let delay = GeneratorDelay::default();
        delay.record(at(100), at(102));
        delay.record(at(200), at(260));
        let before = [101, 199, 230, 262, 300].map(|millis| delay.before(at(millis)).as_millis());
        assert_eq!(before, [0, 0, 30, 62, 0]);
        let after = [101, 190, 199, 230, 260].map(|millis| delay.after(at(millis)).as_millis());
        assert_eq!(after, [0, 0, 61, 30, 0]);
    }
}
