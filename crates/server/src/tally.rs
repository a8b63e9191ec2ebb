use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// What an operator wants to count.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) sockets: Count,
    pub(crate) rooms: Count,
    pub(crate) commands: Count,
    pub(crate) refused: Count,
    pub(crate) faults: Count,
    pub(crate) slowed: Count,
    pub(crate) frames: Count,
    pub(crate) dropped: Count,
    pub(crate) entries: Count,
    pub(crate) commits: Count,
}

/// A number that goes up, and for some things down.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn up(&self) {
        self.add(1);
    }

    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn down(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Tally {
    /// The counts as Prometheus reads them.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (name, kind, help, count) in [
            ("sockets", "gauge", "sockets that are open", &self.sockets),
            ("rooms", "gauge", "tables in memory", &self.rooms),
            ("commands_total", "counter", "commands that were done", &self.commands),
            ("refused_total", "counter", "commands that were refused", &self.refused),
            ("faults_total", "counter", "messages that could not be read", &self.faults),
            ("slowed_total", "counter", "messages over a budget", &self.slowed),
            ("frames_total", "counter", "frames that were sent", &self.frames),
            ("dropped_total", "counter", "sockets dropped for reading too slowly", &self.dropped),
            ("entries_total", "counter", "log entries on disk", &self.entries),
            ("commits_total", "counter", "commits that brought them there", &self.commits),
        ] {
            let count = count.get();
            // Writing into a string cannot fail.
            let _ = writeln!(
                text,
                "# HELP yipan_{name} {help}\n# TYPE yipan_{name} {kind}\nyipan_{name} {count}"
            );
        }
        text
    }
}
