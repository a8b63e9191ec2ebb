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
        let lines = Lines { started: Instant::now(), hash: Sha256::new(), lines: VecDeque::new() };
        Trace(Arc::new(Mutex::new(lines)))
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
        lines.hash.update(format!("{millis} {} {text}\n", room.unwrap_or_default()));
        if lines.lines.len() == MAX_LINES {
            lines.lines.pop_front();
        }
        lines.lines.push_back(Line { millis, room: room.map(str::to_owned), text });
    }

    /// Returns a hash of all lines, also of those that are no longer kept.
    pub(crate) fn hash(&self) -> String {
        let digest = self.lock().hash.clone().finalize();
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the last lines about a room and the service, or all last lines without a room.
    pub(crate) fn last_lines(&self, room: Option<&str>) -> Vec<String> {
        let lines = self.lock();
        let is_about = |line: &&Line| room.is_none() || line.room.is_none() || line.room.as_deref() == room;
        let last = lines.lines.iter().rev().filter(is_about).take(MAX_REPORTED_LINES);
        let format_line = |line: &Line| {
            let (seconds, millis) = (line.millis / 1_000, line.millis % 1_000);
            format!("{seconds:>6}.{millis:03} {:<8} {}", line.room.as_deref().unwrap_or("service"), line.text)
        };
        let mut reported: Vec<_> = last.map(format_line).collect();
        reported.reverse();
        reported
    }
}
