/// An estimate of the server's time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ServerClock {
    /// The round trip and the clock offset of the best sample, both in milliseconds.
    best_sample: Option<(f64, f64)>,
}

impl ServerClock {
    /// Records a server time received in response to a request, all in milliseconds.
    ///
    /// The response is assumed to take half of the round trip; the sample with the shortest round trip has the least error.
    pub fn record_sample(&mut self, sent_at: f64, received_at: f64, server_time: u64) {
        let round_trip = (received_at - sent_at).max(0.0);
        let offset = server_time as f64 - (received_at - round_trip / 2.0);
        // Clocks drift, so an old sample counts for less and less.
        self.best_sample = match self.best_sample {
            Some((best, best_offset)) if best < round_trip => Some((best * 1.1 + 1.0, best_offset)),
            _ => Some((round_trip, offset)),
        };
    }

    /// Returns the server's time at the local time `local`; `None` before the first sample.
    #[must_use]
    pub fn now(&self, local: f64) -> Option<u64> {
        self.best_sample.map(|(_, offset)| (local + offset).max(0.0) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_response_is_used() {
        let mut time = ServerClock::default();
        assert_eq!(time.now(5.0), None);
        time.record_sample(100.0, 300.0, 10_200);
        assert_eq!(time.now(300.0), Some(10_300));
        time.record_sample(1000.0, 1020.0, 11_010);
        assert_eq!(time.now(1020.0), Some(11_020));
        time.record_sample(2000.0, 2900.0, 12_000);
        assert_eq!(time.now(3000.0), Some(13_000));
    }

    #[test]
    fn a_drifting_clock_is_measured_again() {
        let mut time = ServerClock::default();
        time.record_sample(0.0, 10.0, 1005);
        for _ in 0..60 {
            time.record_sample(1000.0, 1100.0, 5050);
        }
        assert_eq!(time.now(1100.0), Some(5100));
    }
}
