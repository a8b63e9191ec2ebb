use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use yipan_engine::{Host, Limits};

/// How much may be thought about one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pace {
    /// Milliseconds.
    pub(crate) movetime: Option<u64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    /// Milliseconds that a program may take longer before it has lost on time.
    pub(crate) margin: u64,
}

/// How long a program may think that was given no time.
const WITHOUT_TIME: Duration = Duration::from_secs(120);

impl Pace {
    /// Whether nothing is said, so that only levels know when to stop.
    pub(crate) const fn is_endless(&self) -> bool {
        self.movetime.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// The same for a search of our own.
    pub(crate) fn limits(&self) -> Limits {
        let hard = self.movetime.map(Duration::from_millis);
        Limits { depth: self.depth, nodes: self.nodes, soft: None, hard }
    }

    /// How long an answer is waited for.
    pub(crate) fn patience(&self) -> Duration {
        match self.movetime {
            Some(millis) => Duration::from_millis(millis.saturating_add(self.margin)),
            None => WITHOUT_TIME,
        }
    }
}

/// The world of a search in a match: a clock only where time is a limit, so that everything else follows from the
/// seed.
pub(crate) struct Ticking<'a> {
    begun: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> Ticking<'a> {
    pub(crate) fn start(pace: &Pace, stop: &'a AtomicBool) -> Ticking<'a> {
        Ticking { begun: pace.movetime.map(|_| Instant::now()), stop }
    }
}

impl Host for Ticking<'_> {
    fn elapsed(&self) -> Duration {
        self.begun.map(|begun| begun.elapsed()).unwrap_or_default()
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
