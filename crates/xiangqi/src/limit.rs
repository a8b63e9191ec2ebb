use crate::{Color, Move, Position};

/// After how many plies without a capture a game is drawn (自然限着), and how many checks count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CaptureLimit {
    /// The plies; none for no limit.
    pub plies: Option<u16>,
    /// How many checks of a side count. Those beyond, and the replies to them, do not bring the limit nearer,
    /// so that a long attack is not cut short. None if all count.
    pub free_after: Option<u16>,
}

impl Default for CaptureLimit {
    /// Sixty rounds; each side's checks beyond the tenth do not count.
    fn default() -> CaptureLimit {
        CaptureLimit { plies: Some(120), free_after: Some(10) }
    }
}

impl CaptureLimit {
    /// How near these legal moves from `start` have brought the limit, in plies.
    #[must_use]
    pub fn counted(self, start: &Position, moves: &[Move]) -> u16 {
        let mut position = *start;
        let mut count = CaptureCount::from_plies(start.quiet_plies());
        for &mv in moves {
            let mover = position.side();
            position.play_unchecked(mv);
            if position.quiet_plies() == 0 {
                count = CaptureCount::default();
            } else {
                count.count(mover, position.in_check(), self);
            }
        }
        count.plies
    }
}

/// The count towards the limit, since the last capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CaptureCount {
    plies: u16,
    checks: [u16; 2],
    /// The last ply was a check that did not count, so the reply does not either.
    reply_is_free: bool,
}

impl CaptureCount {
    /// The count of a game that begins so many plies after a capture.
    pub(crate) const fn from_plies(plies: u16) -> CaptureCount {
        CaptureCount { plies, checks: [0; 2], reply_is_free: false }
    }

    /// Counts a ply of `mover` without a capture.
    pub(crate) fn count(&mut self, mover: Color, gives_check: bool, limit: CaptureLimit) {
        let checks = &mut self.checks[mover.index()];
        *checks = checks.saturating_add(u16::from(gives_check));
        let free_check = gives_check && limit.free_after.is_some_and(|free_after| *checks > free_after);
        if !free_check && !self.reply_is_free {
            self.plies = self.plies.saturating_add(1);
        }
        self.reply_is_free = free_check;
    }

    /// Whether the limit is reached.
    pub(crate) fn reaches(&self, limit: CaptureLimit) -> bool {
        limit.plies.is_some_and(|plies| self.plies >= plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BLACK, RED};

    #[test]
    fn checks_beyond_the_tenth_and_their_replies_do_not_count() {
        let limit = CaptureLimit::default();
        let mut count = CaptureCount::default();
        for round in 1..=20 {
            count.count(RED, true, limit);
            count.count(BLACK, false, limit);
            assert_eq!(count.plies, 2 * round.min(10), "after {round} rounds of check");
        }
        count.count(RED, false, limit);
        assert_eq!(count.plies, 21);
    }

    #[test]
    fn the_moves_of_a_game_count_from_the_last_capture() {
        let start: Position = "3k5/R8/9/9/9/9/9/9/p8/4K4 w - - 30 1".parse().expect("a position");
        let round = ["a8a9", "d9d8", "a9a8", "d8d9"].map(|text| text.parse::<Move>().expect("a move"));
        let limit = CaptureLimit::default();
        assert_eq!(limit.counted(&start, &round), 34);
        assert_eq!(limit.counted(&start, &round.repeat(20)), 30 + 20);
        let takes = ["a8a1", "d9d8", "a1a2"].map(|text| text.parse::<Move>().expect("a move"));
        assert_eq!(limit.counted(&start, &takes), 2);
    }

    #[test]
    fn without_the_allowance_every_ply_counts() {
        let limit = CaptureLimit { plies: Some(100), free_after: None };
        let mut count = CaptureCount::from_plies(50);
        for _ in 0..25 {
            assert!(!count.reaches(limit));
            count.count(RED, true, limit);
            count.count(BLACK, false, limit);
        }
        assert!(count.reaches(limit));
    }
}
