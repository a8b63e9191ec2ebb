use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use yipan_engine::{Limits, SearchControl};

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
    /// Returns whether no limit is set, so that only the levels stop by themselves.
    pub(crate) const fn is_unlimited(&self) -> bool {
        self.movetime.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// Returns the limits for a search in this process.
    pub(crate) fn search_limits(&self) -> Limits {
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

/// The control of a search in a match.
///
/// The clock runs only if time is limited, so that otherwise the moves follow from the seed.
pub(crate) struct MatchSearchControl<'a> {
    started_at: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> MatchSearchControl<'a> {
    pub(crate) fn start(limits: &MoveLimits, stop: &'a AtomicBool) -> MatchSearchControl<'a> {
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
