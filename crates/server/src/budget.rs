use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::settings::Budgeted;

/// A bucket that fills again with time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    seen: Instant,
}

impl Bucket {
    pub(crate) fn new(budget: Budgeted) -> Bucket {
        Bucket { left: f64::from(budget.burst), seen: Instant::now() }
    }

    /// Whether one more is within the budget.
    pub(crate) fn spend(&mut self, budget: Budgeted, unit: Duration) -> bool {
        self.spend_at(Instant::now(), budget, unit)
    }

    fn spend_at(&mut self, now: Instant, budget: Budgeted, unit: Duration) -> bool {
        let back = now.duration_since(self.seen).as_secs_f64() / unit.as_secs_f64() * f64::from(budget.rate);
        self.left = (self.left + back).min(f64::from(budget.burst));
        self.seen = now;
        let within = self.left >= 1.0;
        if within {
            self.left -= 1.0;
        }
        within
    }
}

/// A bucket for everyone who comes along.
#[derive(Debug)]
pub(crate) struct Budget<K> {
    budget: Budgeted,
    unit: Duration,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// Past so many buckets, those that are full again are forgotten.
const MANY: usize = 10_000;

impl<K: Hash + Eq> Budget<K> {
    pub(crate) fn a_minute(budget: Budgeted) -> Budget<K> {
        Budget { budget, unit: Duration::from_secs(60), buckets: Mutex::default() }
    }

    /// Whether one more is within the budget of this one.
    pub(crate) fn spend(&self, who: K) -> bool {
        let mut buckets = self.buckets.lock().expect("nobody panics with the lock held");
        if buckets.len() > MANY {
            let stale = self.unit * 2;
            buckets.retain(|_, bucket| bucket.seen.elapsed() < stale);
        }
        buckets.entry(who).or_insert_with(|| Bucket::new(self.budget)).spend(self.budget, self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_spent_and_comes_back_with_time() {
        let (budget, unit) = (Budgeted { burst: 2, rate: 10 }, Duration::from_secs(1));
        let mut bucket = Bucket::new(budget);
        let start = bucket.seen;
        let mut spend = |millis| bucket.spend_at(start + Duration::from_millis(millis), budget, unit);
        assert_eq!([spend(0), spend(0), spend(0)], [true, true, false]);
        assert_eq!([spend(50), spend(101), spend(102)], [false, true, false]);
        assert_eq!(
            [spend(9_000), spend(9_000), spend(9_000)],
            [true, true, false],
            "no more than the burst is saved up"
        );
    }

    #[test]
    fn each_has_a_budget_of_his_own() {
        let none = Budget::a_minute(Budgeted { burst: 2, rate: 0 });
        assert_eq!(
            [none.spend("a"), none.spend("a"), none.spend("a"), none.spend("b")],
            [true, true, false, true]
        );
    }
}
