use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use yipan_engine::{Limits, SearchControl};

/// How much may be thought about one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveLimits {
    /// Milliseconds.
    pub(crate) movetime: Option<u64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    /// Milliseconds that a program may take longer before it has lost on time.
    pub(crate) time_margin: u64,
}

/// How long a program may think that was given no time.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(120);

impl MoveLimits {
    /// Whether nothing is said, so that only levels know when to stop.
    pub(crate) const fn is_unlimited(&self) -> bool {
        self.movetime.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// The same for a search of our own.
    pub(crate) fn search_limits(&self) -> Limits {
        let hard = self.movetime.map(Duration::from_millis);
        Limits { depth: self.depth, nodes: self.nodes, soft_time: None, hard_time: hard }
    }

    /// How long an answer is waited for.
    pub(crate) fn timeout(&self) -> Duration {
        match self.movetime {
            Some(millis) => Duration::from_millis(millis.saturating_add(self.time_margin)),
            None => DEFAULT_TIMEOUT,
        }
    }
}

/// The world of a search in a match: a clock only where time is a limit, so that everything else follows from the
/// seed.
pub(crate) struct MatchSearchControl<'a> {
    started_at: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> MatchSearchControl<'a> {
    pub(crate) fn start(pace: &MoveLimits, stop: &'a AtomicBool) -> MatchSearchControl<'a> {
        MatchSearchControl { started_at: pace.movetime.map(|_| Instant::now()), stop }
    }
}

impl SearchControl for MatchSearchControl<'_> {
    fn elapsed(&self) -> Duration {
        self.started_at.map(|begun| begun.elapsed()).unwrap_or_default()
    }

    fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
