use crate::{Color, Move, Position};

/// The draw by plies without a capture 自然限着.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoCaptureLimit {
    /// The number of plies after which the game is drawn, or `None` for no limit.
    pub max_plies: Option<u16>,
    /// The number of checks of a side that count, or `None` if all count.
    ///
    /// Further checks and the replies to them do not advance the counter, so that a long attack is not cut short.
    pub max_counted_checks: Option<u16>,
}

impl Default for NoCaptureLimit {
    /// Returns sixty rounds, in which at most ten checks of each side count.
    fn default() -> NoCaptureLimit {
        NoCaptureLimit { max_plies: Some(120), max_counted_checks: Some(10) }
    }
}

impl NoCaptureLimit {
    /// Returns the number of plies that count toward the limit after these legal moves from `start`.
    #[must_use]
    pub fn counted_plies(self, start: &Position, moves: &[Move]) -> u16 {
        let mut position = *start;
        let mut counter = NoCaptureCounter::from_plies(start.halfmove_clock());
        for &mv in moves {
            let mover = position.side_to_move();
            position.play_unchecked(mv);
            if position.halfmove_clock() == 0 {
                counter = NoCaptureCounter::default();
            } else {
                counter.record_ply(mover, position.in_check(), self);
            }
        }
        counter.plies
    }
}

/// The count toward the limit since the last capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NoCaptureCounter {
    plies: u16,
    checks: [u16; 2],
    /// Whether the last ply was a check that did not count, which exempts the reply too.
    is_reply_exempt: bool,
}

impl NoCaptureCounter {
    /// Creates the counter of a game that begins `plies` plies after a capture.
    pub(crate) const fn from_plies(plies: u16) -> NoCaptureCounter {
        NoCaptureCounter { plies, checks: [0; 2], is_reply_exempt: false }
    }

    /// Returns the plies that count toward the limit.
    pub(crate) const fn plies(&self) -> u16 {
        self.plies
    }

    /// Counts a ply of `mover` that is not a capture.
    pub(crate) fn record_ply(&mut self, mover: Color, gives_check: bool, limit: NoCaptureLimit) {
        let checks = &mut self.checks[mover.index()];
        *checks = checks.saturating_add(u16::from(gives_check));
        let exempt_check =
            gives_check && limit.max_counted_checks.is_some_and(|free_after| *checks > free_after);
        if !exempt_check && !self.is_reply_exempt {
            self.plies = self.plies.saturating_add(1);
        }
        self.is_reply_exempt = exempt_check;
    }

    pub(crate) fn has_reached(&self, limit: NoCaptureLimit) -> bool {
        limit.max_plies.is_some_and(|plies| self.plies >= plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BLACK, RED};

    #[test]
    fn checks_beyond_the_tenth_and_their_replies_do_not_count() {
        let limit = NoCaptureLimit::default();
        let mut counter = NoCaptureCounter::default();
        for round in 1..=20 {
            counter.record_ply(RED, true, limit);
            counter.record_ply(BLACK, false, limit);
            assert_eq!(counter.plies, 2 * round.min(10), "after {round} rounds of check");
        }
        counter.record_ply(RED, false, limit);
        assert_eq!(counter.plies, 21);
    }

    #[test]
    fn the_moves_of_a_game_count_from_the_last_capture() {
        let start: Position = "3k5/R8/9/9/9/9/9/9/p8/4K4 w - - 30 1".parse().expect("a position");
        let round = ["a8a9", "d9d8", "a9a8", "d8d9"].map(|text| text.parse::<Move>().expect("a move"));
        let limit = NoCaptureLimit::default();
        assert_eq!(limit.counted_plies(&start, &round), 34);
        assert_eq!(limit.counted_plies(&start, &round.repeat(20)), 30 + 20);
        let with_capture = ["a8a1", "d9d8", "a1a2"].map(|text| text.parse::<Move>().expect("a move"));
        assert_eq!(limit.counted_plies(&start, &with_capture), 2);
    }

    #[test]
    fn without_the_allowance_every_ply_counts() {
        let limit = NoCaptureLimit { max_plies: Some(100), max_counted_checks: None };
        let mut counter = NoCaptureCounter::from_plies(50);
        for _ in 0..25 {
            assert!(!counter.has_reached(limit));
            counter.record_ply(RED, true, limit);
            counter.record_ply(BLACK, false, limit);
        }
        assert!(counter.has_reached(limit));
    }
}
