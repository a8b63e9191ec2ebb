//! Rate limits by token bucket.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{NotUntil, Quota};

use crate::settings::Rate;

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);

/// The longest time to refill a burst. A rate of 0 means this, and longer times would overflow.
const MAX_REFILL: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// The fewest checks between two removals of idle keys.
const CHECKS_BETWEEN_PRUNINGS: usize = 1_024;

/// The time until a request may succeed, unless others are made before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RetryAfter(pub(crate) Duration);

impl RetryAfter {
    /// Returns the value of the HTTP header: whole seconds, at least one.
    pub(crate) fn seconds(self) -> u64 {
        let RetryAfter(wait) = self;
        (wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(1)
    }

    fn until<C: Clock>(denied: &NotUntil<C::Instant>, clock: &C) -> RetryAfter {
        RetryAfter(denied.wait_time_from(clock.now()))
    }
}

type KeyedGovernor<K, C> =
    governor::RateLimiter<K, DefaultKeyedStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// A rate limiter with a bucket for each key. Idle keys are removed.
#[derive(Debug)]
pub(crate) struct RateLimiter<K: Hash + Eq + Clone, C: Clock = DefaultClock> {
    /// `None` for a burst of 0, which denies everything.
    inner: Option<KeyedGovernor<K, C>>,
    clock: C,
    checks_until_pruning: AtomicUsize,
}

impl<K: Hash + Eq + Clone> RateLimiter<K> {
    pub(crate) fn per_minute(rate: Rate) -> RateLimiter<K> {
        RateLimiter::with_clock(rate, MINUTE, DefaultClock::default())
    }
}

impl<K: Hash + Eq + Clone, C: Clock + Clone> RateLimiter<K, C> {
    fn with_clock(rate: Rate, unit: Duration, clock: C) -> RateLimiter<K, C> {
        let inner =
            quota(rate, unit).map(|quota| governor::RateLimiter::dashmap_with_clock(quota, clock.clone()));
        RateLimiter { inner, clock, checks_until_pruning: AtomicUsize::new(CHECKS_BETWEEN_PRUNINGS) }
    }

    /// Takes a token of this key.
    #[expect(clippy::needless_pass_by_value, reason = "keys are created for the call")]
    pub(crate) fn check(&self, key: K) -> Result<(), RetryAfter> {
        let limiter = self.inner.as_ref().ok_or(RetryAfter(MAX_REFILL))?;
        let checked = limiter.check_key(&key).map_err(|denied| RetryAfter::until(&denied, &self.clock));
        // A removal visits every key, so it happens after as many checks as keys were left by the last one.
        if self.checks_until_pruning.fetch_sub(1, Ordering::Relaxed) == 1 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
            self.checks_until_pruning.store(limiter.len().max(CHECKS_BETWEEN_PRUNINGS), Ordering::Relaxed);
        }
        checked
    }
}

/// A rate limiter with one bucket, such as for the messages of a connection.
#[derive(Debug)]
pub(crate) struct DirectRateLimiter<C: Clock = DefaultClock> {
    /// `None` for a burst of 0, which denies everything.
    inner: Option<governor::RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<C::Instant>>>,
    clock: C,
}

impl DirectRateLimiter {
    pub(crate) fn per_second(rate: Rate) -> DirectRateLimiter {
        DirectRateLimiter::with_clock(rate, SECOND, DefaultClock::default())
    }
}

impl<C: Clock + Clone> DirectRateLimiter<C> {
    fn with_clock(rate: Rate, unit: Duration, clock: C) -> DirectRateLimiter<C> {
        let inner =
            quota(rate, unit).map(|quota| governor::RateLimiter::direct_with_clock(quota, clock.clone()));
        DirectRateLimiter { inner, clock }
    }

    /// Takes a token.
    pub(crate) fn check(&self) -> Result<(), RetryAfter> {
        let limiter = self.inner.as_ref().ok_or(RetryAfter(MAX_REFILL))?;
        limiter.check().map_err(|denied| RetryAfter::until(&denied, &self.clock))
    }
}

/// Converts a rate to a quota; `None` if the burst is 0.
fn quota(rate: Rate, unit: Duration) -> Option<Quota> {
    let burst = NonZeroU32::new(rate.burst)?;
    let longest = MAX_REFILL / rate.burst;
    let period = unit.checked_div(rate.rate).map_or(longest, |period| period.min(longest));
    Quota::with_period(period.max(Duration::from_nanos(1))).map(|quota| quota.allow_burst(burst))
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    fn limiter<K: Hash + Eq + Clone>(
        burst: u32,
        rate: u32,
        clock: &FakeRelativeClock,
    ) -> RateLimiter<K, FakeRelativeClock> {
        RateLimiter::with_clock(Rate { burst, rate }, SECOND, clock.clone())
    }

    #[test]
    fn a_burst_is_spent_and_comes_back_with_time() {
        let clock = FakeRelativeClock::default();
        let limiter = DirectRateLimiter::with_clock(Rate { burst: 2, rate: 10 }, SECOND, clock.clone());
        let check = |millis| {
            clock.advance(Duration::from_millis(millis));
            limiter.check().map_err(|RetryAfter(wait)| wait.as_millis())
        };
        assert_eq!([check(0), check(0), check(0)], [Ok(()), Ok(()), Err(100)]);
        assert_eq!([check(50), check(51), check(1)], [Err(50), Ok(()), Err(98)]);
        assert_eq!([check(9_000), check(0), check(0)], [Ok(()), Ok(()), Err(100)], "at most the burst");
    }

    #[test]
    fn each_key_has_its_own_limit() {
        let limiter = limiter(2, 1, &FakeRelativeClock::default());
        let checks = ["a", "a", "a", "b"].map(|key| limiter.check(key).is_ok());
        assert_eq!(checks, [true, true, false, true]);
    }

    #[test]
    fn a_rate_of_zero_allows_only_the_burst() {
        let clock = FakeRelativeClock::default();
        let limiter = limiter(3, 0, &clock);
        for _ in 0..3 {
            assert_eq!(limiter.check(()), Ok(()));
        }
        clock.advance(Duration::from_secs(365 * 24 * 60 * 60));
        assert!(limiter.check(()).is_err());
    }

    #[test]
    fn a_burst_of_zero_denies_everything() {
        let (clock, rate) = (FakeRelativeClock::default(), Rate { burst: 0, rate: 10 });
        assert!(limiter(0, 10, &clock).check(()).is_err());
        assert!(DirectRateLimiter::with_clock(rate, SECOND, clock).check().is_err());
    }

    #[test]
    fn extreme_rates_do_not_overflow() {
        for burst in [1, u32::MAX] {
            for rate in [0, 1, u32::MAX] {
                let clock = FakeRelativeClock::default();
                let limiter = RateLimiter::with_clock(Rate { burst, rate }, MINUTE, clock.clone());
                assert_eq!(limiter.check(()), Ok(()), "{burst} {rate}");
                clock.advance(Duration::from_secs(1_000_000_000));
                let _ = limiter.check(());
            }
        }
    }

    #[test]
    fn idle_keys_are_pruned_and_spent_ones_are_not() {
        let clock = FakeRelativeClock::default();
        let limiter = limiter(2, 1, &clock);
        let keys = || limiter.inner.as_ref().map_or(0, governor::RateLimiter::len);
        for key in 0..2_000 {
            let _ = limiter.check(key);
        }
        assert_eq!(keys(), 2_000, "none of them is idle");
        clock.advance(Duration::from_secs(10));
        assert_eq!([0, 0, 0].map(|key| limiter.check(key).is_ok()), [true, true, false]);
        for key in 0..2_000 {
            let _ = limiter.check(10_000 + key % 10);
        }
        assert_eq!(keys(), 11, "ten in use and one that is spent");
        assert!(limiter.check(0).is_err());
    }

    #[test]
    fn a_wait_is_given_in_whole_seconds_of_at_least_one() {
        for (millis, seconds) in [(0, 1), (1, 1), (1_000, 1), (1_001, 2), (59_999, 60)] {
            assert_eq!(RetryAfter(Duration::from_millis(millis)).seconds(), seconds, "{millis}");
        }
    }

    #[test]
    fn units_are_seconds_and_minutes() {
        let rate = Rate { burst: 1, rate: 1 };
        let (second, minute) = (DirectRateLimiter::per_second(rate), RateLimiter::per_minute(rate));
        assert_eq!((second.check(), minute.check(())), (Ok(()), Ok(())));
        let waits = [second.check(), minute.check(())];
        assert_eq!(waits.map(|wait| wait.expect_err("one at once").seconds()), [1, 60]);
    }
}
