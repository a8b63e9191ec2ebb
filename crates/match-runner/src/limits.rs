use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use yipan_engine::computer::Strength;
use yipan_engine::{Limits, SearchControl};
use yipan_games::AnyGame;

/// The limits of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// The time in milliseconds.
    pub movetime: Option<u64>,
    /// The number of positions to search.
    pub nodes: Option<u64>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// Milliseconds that an external engine may exceed `movetime` by before it loses on time.
    pub time_margin: u64,
}

/// The time an external engine has for a move if `movetime` is not set.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(120);

impl MoveLimits {
    /// The largest `movetime`, an hour.
    pub const MAX_MOVETIME: u64 = 3_600_000;
    /// The largest `depth`.
    pub const MAX_DEPTH: u32 = 100;

    /// Returns whether no limit is set, so that only the levels stop by themselves.
    pub(crate) const fn is_unlimited(&self) -> bool {
        self.movetime.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// Returns whether a choice of the computer ends with these limits.
    ///
    /// Levels stop by themselves, and in liuzichong the best move is looked up in the tablebase.
    pub(crate) fn end_search(&self, strength: Strength, game: &AnyGame) -> bool {
        strength != Strength::Best || !self.is_unlimited() || matches!(game, AnyGame::Liuzichong(_))
    }

    /// Returns the limits for a search in this process.
    #[must_use]
    pub fn search_limits(&self) -> Limits {
        let hard_time = self.movetime.map(Duration::from_millis);
        Limits { depth: self.depth, nodes: self.nodes, soft_time: None, hard_time }
    }

    /// Returns how long to wait for the move of an external engine.
    pub(crate) fn timeout(&self) -> Duration {
        match self.movetime {
            Some(millis) => Duration::from_millis(millis.saturating_add(self.time_margin)),
            None => DEFAULT_TIMEOUT,
        }
    }
}

/// The control of the search for one move.
///
/// The clock runs only if time is limited, so that otherwise the moves follow from the seed.
pub struct MatchSearchControl<'a> {
    started_at: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> MatchSearchControl<'a> {
    /// Starts the clock, if the time is limited. Setting `stop` ends the search.
    #[must_use]
    pub fn start(limits: &MoveLimits, stop: &'a AtomicBool) -> MatchSearchControl<'a> {
        MatchSearchControl { started_at: limits.movetime.map(|_| Instant::now()), stop }
    }
}

impl SearchControl for MatchSearchControl<'_> {
    fn elapsed(&self) -> Duration {
        self.started_at.map(|started_at| started_at.elapsed()).unwrap_or_default()
    }

    fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
