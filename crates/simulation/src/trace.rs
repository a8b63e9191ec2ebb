use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};
use tokio::time::Instant;

/// The lines that are kept for the report of a violation.
const MAX_LINES: usize = 50_000;

/// The lines of a report.
const MAX_REPORTED_LINES: usize = 60;

/// Everything that happened, in order. Clones are one trace.
#[derive(Clone, Debug)]
pub(crate) struct Trace(Arc<Mutex<Lines>>);

#[derive(Debug)]
struct Lines {
    started: Instant,
    hash: Sha256,
    /// The lines of the current millisecond, which are not part of the hash yet.
    ///
    /// They are hashed in sorted order: a shutdown wakes all connections at the same time over one `watch` channel, and
    /// Tokio chooses the order of its receivers at random.
    unhashed: Vec<String>,
    lines: VecDeque<Line>,
}

#[derive(Debug)]
struct Line {
    millis: u128,
    /// The room that the line is about; `None` for faults of the whole service.
    room: Option<String>,
    text: String,
}

impl Trace {
    pub(crate) fn start() -> Trace {
        Trace(Arc::new(Mutex::new(Lines {
            started: Instant::now(),
            hash: Sha256::new(),
            unhashed: Vec::new(),
            lines: VecDeque::new(),
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what happened in a room.
    pub(crate) fn room(&self, room: &str, text: fmt::Arguments<'_>) {
        self.add(Some(room), text.to_string());
    }

    /// Adds what happened to the service.
    pub(crate) fn service(&self, text: fmt::Arguments<'_>) {
        self.add(None, text.to_string());
    }

    fn add(&self, room: Option<&str>, text: String) {
        let mut lines = self.lock();
        let millis = lines.started.elapsed().as_millis();
        if lines.lines.back().is_some_and(|last| last.millis != millis) {
            lines.hash_millisecond();
        }
        lines.unhashed.push(format!("{millis} {} {text}\n", room.unwrap_or_default()));
        if lines.lines.len() == MAX_LINES {
            lines.lines.pop_front();
        }
        lines.lines.push_back(Line { millis, room: room.map(str::to_owned), text });
    }

    /// Returns a hash of all lines, also of those that are no longer kept.
    pub(crate) fn hash(&self) -> String {
        let mut lines = self.lock();
        lines.hash_millisecond();
        let digest = lines.hash.clone().finalize();
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the last lines about a room and the service, or all last lines without a room.
    pub(crate) fn last_lines(&self, room: Option<&str>) -> Vec<String> {
        let lines = self.lock();
        let is_about = |line: &&Line| room.is_none() || line.room.is_none() || line.room.as_deref() == room;
        let last = lines.lines.iter().rev().filter(is_about).take(MAX_REPORTED_LINES);
        let mut reported: Vec<_> = last.map(ToString::to_string).collect();
        reported.reverse();
        reported
    }

    /// Returns all lines that are kept.
    pub(crate) fn all_lines(&self) -> Vec<String> {
        self.lock().lines.iter().map(ToString::to_string).collect()
    }
}

impl Lines {
    fn hash_millisecond(&mut self) {
        self.unhashed.sort_unstable();
        for line in std::mem::take(&mut self.unhashed) {
            self.hash.update(line);
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, millis) = (self.millis / 1_000, self.millis % 1_000);
        write!(f, "{seconds:>6}.{millis:03} {:<8} {}", self.room.as_deref().unwrap_or("service"), self.text)
    }
}
