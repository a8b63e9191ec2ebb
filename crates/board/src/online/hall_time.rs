/// What time it is at the hall, told by a page's own clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HallTime {
    /// The quickest answer so far: how long it took, and by how much the hall's clock is ahead of ours.
    best: Option<(f64, f64)>,
}

impl HallTime {
    /// The hall has told its time in an answer to what was sent at `sent` and heard at `heard` by our clock, all in
    /// milliseconds. Half of the way is taken for the answer's; the quickest answer errs least.
    pub fn hear(&mut self, sent: f64, heard: f64, hall: u64) {
        let round = (heard - sent).max(0.0);
        let ahead = hall as f64 - (heard - round / 2.0);
        // Clocks drift: what was measured long ago counts for less and less.
        self.best = match self.best {
            Some((best, kept)) if best < round => Some((best * 1.1 + 1.0, kept)),
            _ => Some((round, ahead)),
        };
    }

    /// The hall's time when ours is `local`; nothing before it has told it.
    #[must_use]
    pub fn now(&self, local: f64) -> Option<u64> {
        self.best.map(|(_, ahead)| (local + ahead).max(0.0) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quickest_answer_is_believed() {
        let mut time = HallTime::default();
        assert_eq!(time.now(5.0), None);
        time.hear(100.0, 300.0, 10_200);
        assert_eq!(time.now(300.0), Some(10_300));
        time.hear(1000.0, 1020.0, 11_010);
        assert_eq!(time.now(1020.0), Some(11_020));
        // A slow answer changes nothing.
        time.hear(2000.0, 2900.0, 12_000);
        assert_eq!(time.now(3000.0), Some(13_000));
    }

    #[test]
    fn a_clock_that_drifts_is_measured_anew() {
        let mut time = HallTime::default();
        time.hear(0.0, 10.0, 1005);
        for _ in 0..60 {
            time.hear(1000.0, 1100.0, 5050);
        }
        assert_eq!(time.now(1100.0), Some(5100));
    }
}
