use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::tables::Tables;
use crate::oracle::Oracle;
use crate::rng::Rng;

/// A change of the tables that is not yet on disk.
pub(super) type Write = Box<dyn FnOnce(&mut Disk) + Send>;

/// The disk, which outlives the processes that use it. Clones are one disk.
#[derive(Clone, Debug)]
pub(crate) struct SharedDisk(Arc<Mutex<Disk>>);

/// The tables, what the disk does wrong at the moment, and the observer of every commit.
pub(crate) struct Disk {
    pub(crate) tables: Tables,
    pub(crate) oracle: Oracle,
    pub(crate) faults: DiskFaults,
    pub(super) rng: Rng,
}

/// The faults of a disk.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DiskFaults {
    /// One write in this many fails alone; 0 for none.
    pub(crate) failing_writes: u64,
    /// The outcome of one write in this many is unknown; 0 for none.
    pub(crate) unknown_writes: u64,
    /// One write in this many takes seconds; 0 for none.
    pub(crate) slow_writes: u64,
    /// Whether every write takes long.
    pub(crate) is_slow: bool,
    /// Whether no write succeeds.
    pub(crate) is_out: bool,
    /// Whether no read succeeds either.
    pub(crate) is_unreadable: bool,
}

/// The outcome of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteOutcome {
    Committed,
    Failed,
    /// It is committed or lost before the next write succeeds.
    Unknown,
}

impl SharedDisk {
    pub(crate) fn new(disk: Disk) -> SharedDisk {
        SharedDisk(Arc::new(Mutex::new(disk)))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Disk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Disk {
    pub(crate) fn new(seed: u64, oracle: Oracle, faults: DiskFaults) -> Disk {
        Disk { tables: Tables::default(), oracle, faults, rng: Rng::new(seed, "disk") }
    }

    /// Returns the time that the next write takes.
    pub(super) fn write_time(&mut self) -> Duration {
        let millis = if self.faults.is_slow {
            self.rng.between(200, 2_500)
        } else if self.rng.is_one_in(self.faults.slow_writes) {
            self.rng.between(500, 4_000)
        } else {
            self.rng.between(1, 8)
        };
        Duration::from_millis(millis)
    }

    /// Returns the time that the next read of a log takes.
    pub(super) fn read_time(&mut self) -> Duration {
        Duration::from_millis(self.rng.below(4))
    }

    /// Returns the outcome of a write that ends now.
    pub(super) fn write_outcome(&mut self) -> WriteOutcome {
        if self.faults.is_out {
            if self.rng.is_within_percent(25) { WriteOutcome::Unknown } else { WriteOutcome::Failed }
        } else if self.rng.is_one_in(self.faults.failing_writes) {
            WriteOutcome::Failed
        } else if self.rng.is_one_in(self.faults.unknown_writes) {
            WriteOutcome::Unknown
        } else {
            WriteOutcome::Committed
        }
    }

    /// Commits a write whose fate was open, or loses it.
    pub(super) fn settle(&mut self, write: Write) {
        if self.rng.is_within_percent(50) {
            write(self);
        }
    }
}

impl fmt::Debug for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Disk").field("faults", &self.faults).finish_non_exhaustive()
    }
}
