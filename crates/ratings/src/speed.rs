use std::fmt;

use yipan_clock::{Millis, SideTimeControl, TimeControl};
use yipan_games::GameKind;

/// The pace of a game, by the time that one side is expected to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Speed {
    /// Less than 3 minutes.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// Less than 6 hours.
    Classical,
    /// Longer than anyone plays in one sitting.
    Correspondence,
}

impl Speed {
    /// Every speed, the fastest first.
    pub const ALL: [Speed; 5] =
        [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];

    /// Returns the key that stands in texts of categories.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    /// Returns the speed of a game whose sides both have this clock; `None` without a limit.
    #[must_use]
    pub fn of(kind: GameKind, clock: &TimeControl) -> Option<Speed> {
        let [first, second] = clock.0.map(|clock| expected_time(&clock, expected_moves(kind)));
        let minutes = first?.max(second?).0 / 60_000;
        Some(match minutes {
            0..3 => Speed::Bullet,
            3..8 => Speed::Blitz,
            8..25 => Speed::Rapid,
            25..360 => Speed::Classical,
            _ => Speed::Correspondence,
        })
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// Returns the moves that one side makes in a usual game.
const fn expected_moves(kind: GameKind) -> u64 {
    match kind {
        GameKind::Chess => 40,
        GameKind::Xiangqi => 45,
        GameKind::Liuzichong => 30,
    }
}

/// Returns the time that one side has for these moves; `None` without a limit.
fn expected_time(clock: &SideTimeControl, moves: u64) -> Option<Millis> {
    let for_moves = |per_move: Millis| Millis(per_move.0 * moves);
    Some(match *clock {
        SideTimeControl::Unlimited => return None,
        SideTimeControl::Fischer { main, increment } => main + for_moves(increment),
        SideTimeControl::Delay { main, delay } => main + for_moves(delay),
        // Most moves come before the periods or take only a part of one.
        SideTimeControl::Byoyomi { main, period, .. } => main + for_moves(Millis(period.0 / 2)),
        SideTimeControl::GameAndMoveLimit { main, move_limit } => main.min(for_moves(move_limit)),
        SideTimeControl::DaysPerMove { days } => for_moves(Millis::from_seconds(u64::from(days) * 86_400)),
    })
}
