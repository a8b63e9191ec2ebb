use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::Instant;

use crate::net::rate_limit::RetryAfter;
use crate::settings::Rate;

/// The wait of a limit that never refills.
const MAX_WAIT: Duration = Duration::from_secs(24 * 3600);

/// The fewest lookups between two sweeps that remove addresses without wrong codes.
const SWEEP_INTERVAL: usize = 10_000;

/// Limits how many wrong room codes an address may try.
///
/// Each lookup takes a guess in advance, which a right code refunds. So the limit holds however many lookups run at once.
/// A rate limiter without refunds cannot do this.
#[derive(Debug)]
pub(crate) struct CodeGuard {
    rate: Rate,
    spent: Mutex<Addresses>,
}

#[derive(Debug, Default)]
struct Addresses {
    spent: HashMap<IpAddr, Spent>,
    /// Lookups since the last sweep.
    lookups: usize,
}

/// The guesses of an address that were not refunded.
#[derive(Clone, Copy, Debug)]
struct Spent {
    guesses: f64,
    at: Instant,
}

/// A running lookup. It counts as a wrong code unless it is [confirmed](Guess::confirm).
#[derive(Debug)]
pub(crate) struct Guess<'a> {
    guard: &'a CodeGuard,
    address: IpAddr,
}

impl CodeGuard {
    /// Creates a guard whose rate is per minute.
    pub(crate) fn new(rate: Rate) -> CodeGuard {
        CodeGuard { rate, spent: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Addresses> {
        self.spent.lock().expect("no code panics while it holds the lock")
    }

    /// Takes a guess, if the address has one left.
    pub(crate) fn admit(&self, address: IpAddr) -> Result<Guess<'_>, RetryAfter> {
        self.admit_at(address, Instant::now())
    }

    fn admit_at(&self, address: IpAddr, now: Instant) -> Result<Guess<'_>, RetryAfter> {
        let mut addresses = self.lock();
        let Addresses { spent: all, lookups } = &mut *addresses;
        *lookups += 1;
        // The cost of a sweep is amortized over as many lookups as there are addresses.
        if *lookups > SWEEP_INTERVAL.max(all.len()) {
            *lookups = 0;
            all.retain(|_, spent| self.refilled(*spent, now) > 0.0);
        }
        let guesses = all.get(&address).map_or(0.0, |spent| self.refilled(*spent, now));
        let over = guesses + 1.0 - f64::from(self.rate.burst);
        if over > 0.0 {
            let wait = over * 60.0 / f64::from(self.rate.rate);
            // A rate of zero makes this infinite.
            return Err(RetryAfter(Duration::from_secs_f64(wait.min(MAX_WAIT.as_secs_f64()))));
        }
        all.insert(address, Spent { guesses: guesses + 1.0, at: now });
        Ok(Guess { guard: self, address })
    }

    /// Whether an address has not spent a guess.
    #[cfg(test)]
    pub(crate) fn is_unused(&self, address: IpAddr) -> bool {
        !self.lock().spent.contains_key(&address)
    }

    /// Gives a guess of an address back.
    pub(crate) fn refund(&self, address: IpAddr) {
        let all = &mut self.lock().spent;
        if let Some(spent) = all.get_mut(&address) {
            spent.guesses = (spent.guesses - 1.0).max(0.0);
            if spent.guesses == 0.0 {
                all.remove(&address);
            }
        }
    }

    /// Returns the guesses that are still spent at a later time.
    fn refilled(&self, spent: Spent, now: Instant) -> f64 {
        let minutes = now.saturating_duration_since(spent.at).as_secs_f64() / 60.0;
        (spent.guesses - minutes * f64::from(self.rate.rate)).max(0.0)
    }
}

impl Guess<'_> {
    /// Refunds the guess, because the code was right or the lookup failed.
    pub(crate) fn confirm(self) {
        self.guard.refund(self.address);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    #[test]
    fn wrong_codes_are_spent_and_come_back_and_right_ones_cost_nothing() {
        let guard = CodeGuard::new(Rate { burst: 2, rate: 60 });
        let start = Instant::now();
        let admit = |address, millis| guard.admit_at(address, start + Duration::from_millis(millis));
        for _ in 0..10 {
            admit(HERE, 0).expect("right codes").confirm();
        }
        assert!(guard.lock().spent.is_empty());
        admit(HERE, 0).expect("one wrong code");
        let open = admit(HERE, 0).expect("a running lookup");
        assert_eq!(admit(HERE, 250).err(), Some(RetryAfter(Duration::from_millis(750))));
        admit(THERE, 0).expect("another address has its own");
        open.confirm();
        admit(HERE, 300).expect("it was right");
        assert!(admit(HERE, 400).is_err());
        admit(HERE, 1_001).expect("one came back");
        assert!(admit(HERE, 1_002).is_err());
        assert!(CodeGuard::new(Rate { burst: 0, rate: 0 }).admit(HERE).is_err());
    }
}
