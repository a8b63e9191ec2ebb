use std::collections::VecDeque;

use axum::body::Bytes;
use tokio::time::Instant;
use yipan_clock::Millis;

use crate::random;

/// The number of recent round trips.
const MAX_SAMPLES: usize = 4;

/// Measures the round-trip time to the client.
#[derive(Debug, Default)]
pub(crate) struct RoundTrip {
    outstanding: Option<(Bytes, Instant)>,
    recent: VecDeque<Millis>,
}

impl RoundTrip {
    /// Returns the unpredictable payload of the next ping, which replaces the previous one.
    pub(crate) fn ping(&mut self) -> Bytes {
        let nonce = Bytes::copy_from_slice(&random::bytes().0[..8]);
        self.outstanding = Some((nonce.clone(), Instant::now()));
        nonce
    }

    /// Handles a pong. It is ignored unless it answers the last ping.
    pub(crate) fn pong(&mut self, payload: &[u8]) {
        let Some((_, sent)) = self.outstanding.take_if(|(nonce, _)| *nonce == payload) else { return };
        self.recent.truncate(MAX_SAMPLES - 1);
        self.recent.push_front(Millis(u64::try_from(sent.elapsed().as_millis()).unwrap_or(u64::MAX)));
    }

    /// Returns the shortest of the recent round trips, because a client can delay a pong but not send it early.
    pub(crate) fn lag(&self) -> Millis {
        self.recent.iter().copied().min().unwrap_or(Millis::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    impl RoundTrip {
        fn measure(&mut self, millis: u64) {
            let nonce = self.ping();
            let (_, sent) = self.outstanding.as_mut().expect("a ping is out");
            *sent = sent.checked_sub(Duration::from_millis(millis)).expect("the clock has run for a while");
            self.pong(&nonce);
        }
    }

    #[test]
    fn only_the_ping_that_is_out_counts_and_only_once() {
        let mut trip = RoundTrip::default();
        let stale = trip.ping();
        let nonce = trip.ping();
        assert_ne!(stale, nonce);
        for forged in [&stale[..], &[0; 8], b"", &nonce[..7]] {
            trip.pong(forged);
        }
        assert!(trip.recent.is_empty() && trip.outstanding.is_some());
        trip.pong(&nonce);
        trip.pong(&nonce);
        assert_eq!(trip.recent.len(), 1);
    }

    #[test]
    fn the_lag_is_the_shortest_of_the_last_few_round_trips() {
        let mut trip = RoundTrip::default();
        assert_eq!(trip.lag(), Millis::ZERO);
        let lags = [300, 40, 900, 800, 700, 600].map(|millis| {
            trip.measure(millis);
            trip.lag().0 / 10 * 10
        });
        assert_eq!(lags, [300, 40, 40, 40, 40, 600]);
    }
}
