use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::Notify;
use yipan_server::simulation::{OwnershipStatement, OwnershipTables};
use yipan_server::{AppendEntries, StoreError};

use super::tables::Tables;
use crate::oracle::{Oracle, OwnerOfAppend};
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
    /// Notified when an owner of slots has changed.
    slot_listeners: Vec<Weak<Notify>>,
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
        let (tables, rng) = (Tables::default(), Rng::new(seed, "disk"));
        Disk { tables, oracle, faults, rng, slot_listeners: Vec::new() }
    }

    /// Makes the disk one that several nodes share.
    pub(crate) fn share(&mut self) {
        self.tables.ownership = Some(OwnershipTables::default());
        self.oracle.share();
    }

    /// Appends entries, unless another node owns the room, and shows the oracle that it did. Nothing happens in between.
    pub(super) fn append(&mut self, append: &AppendEntries) -> Result<(), StoreError> {
        self.tables.append(append)?;
        let owner = self.tables.ownership.as_ref().map(|ownership| OwnerOfAppend {
            epoch: append.epoch,
            is_current: ownership.is_owned(&append.room, append.epoch),
            released_for: ownership.released_for(&append.room),
        });
        self.oracle.observe(&append.room, &append.entries, owner);
        Ok(())
    }

    /// Executes a statement of ownership for a node whose time differs by some milliseconds.
    pub(super) fn execute(&mut self, statement: OwnershipStatement, offset_millis: i64) {
        let now = self.oracle.now().0.saturating_add_signed(offset_millis);
        let Some(ownership) = &mut self.tables.ownership else { return };
        let version = ownership.version();
        statement(ownership, now);
        if ownership.version() != version {
            self.slot_listeners.retain(|listener| listener.strong_count() > 0);
            self.slot_listeners.iter().filter_map(Weak::upgrade).for_each(|listener| listener.notify_one());
        }
    }

    /// Notifies a listener of every change of an owner from now on.
    pub(super) fn listen(&mut self, listener: &Arc<Notify>) {
        self.slot_listeners.push(Arc::downgrade(listener));
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
