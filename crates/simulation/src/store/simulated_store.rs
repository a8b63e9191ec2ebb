use std::fmt;
use std::future::pending;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::Instant;
use yipan_server::{StoreError, StoreFuture, StoreStatus};

use super::disk::{Disk, SharedDisk, Write, WriteOutcome};
use super::store_link::StoreLink;

/// The time between two attempts to write to a failing disk.
const PROBE_INTERVAL: Duration = Duration::from_millis(500);

/// The time after which a process that is cut off gives up.
const LINK_TIMEOUT: Duration = Duration::from_secs(1);

/// The time after an outage until every room has recovered from it.
const RECOVERY: Duration = Duration::from_secs(15);

/// The store of one process. Writes are committed one after another. After a crash no call of the process returns, so that
/// its tasks do nothing more.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedStore(pub(super) Arc<Process>);

pub(super) struct Process {
    pub(super) disk: SharedDisk,
    is_crashed: AtomicBool,
    link: Mutex<StoreLink>,
    /// The difference between the time that this process is given and the right one.
    pub(super) offset_millis: i64,
    /// Notified when an owner of slots has changed.
    pub(super) slot_changed: Arc<Notify>,
    /// Held by the write that is being committed. Waiting ones follow in order.
    writer: tokio::sync::Mutex<()>,
    open_writes: Mutex<OpenWrites>,
    status: Mutex<Status>,
}

/// The writes that are committed or lost by a crash.
#[derive(Default)]
struct OpenWrites {
    /// Those whose outcome is unknown to the server, the oldest first.
    unknown: Vec<Write>,
    /// The one that is being committed.
    committing: Option<Write>,
}

struct Status {
    current: StoreStatus,
    /// The number of outages so far.
    outages: u64,
    /// One channel for each receiver, because Tokio wakes the receivers of one channel in random order.
    receivers: Vec<watch::Sender<StoreStatus>>,
}

impl SimulatedStore {
    pub(crate) fn open(disk: SharedDisk) -> SimulatedStore {
        SimulatedStore::open_with_offset(disk, 0)
    }

    /// Opens the store of a node that is given the time with an offset.
    pub(crate) fn open_with_offset(disk: SharedDisk, offset_millis: i64) -> SimulatedStore {
        let slot_changed = Arc::default();
        disk.lock().listen(&slot_changed);
        SimulatedStore(Arc::new(Process {
            disk,
            is_crashed: AtomicBool::new(false),
            link: Mutex::new(StoreLink::Open),
            offset_millis,
            slot_changed,
            writer: tokio::sync::Mutex::default(),
            open_writes: Mutex::default(),
            status: Mutex::new(Status { current: StoreStatus::Writable, outages: 0, receivers: Vec::new() }),
        }))
    }

    /// Ends the process. Of the writes whose outcome is open, some are on disk and some are not.
    pub(crate) fn crash(&self) {
        self.0.is_crashed.store(true, Ordering::Relaxed);
        let OpenWrites { unknown, committing } = std::mem::take(&mut *self.0.lock_open_writes());
        let mut disk = self.0.disk.lock();
        unknown.into_iter().chain(committing).for_each(|write| disk.settle(write));
    }

    /// Changes the state of the connection to the disk.
    pub(crate) fn set_link(&self, link: StoreLink) {
        *self.0.link.lock().unwrap_or_else(PoisonError::into_inner) = link;
    }

    /// Returns a receiver of the status.
    pub(super) fn watch_status(&self) -> watch::Receiver<StoreStatus> {
        let mut status = self.0.lock_status();
        status.receivers.retain(|receiver| !receiver.is_closed());
        let (sender, receiver) = watch::channel(status.current);
        status.receivers.push(sender);
        receiver
    }

    /// Changes the tables. The write ends even if the caller stops waiting.
    pub(super) fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Disk) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        let process = Arc::clone(&self.0);
        Box::pin(async move {
            let written = tokio::spawn(process.write(change)).await;
            written.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
        })
    }

    /// Reads the tables.
    pub(super) fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Disk) -> T + Send + 'static,
    ) -> StoreFuture<'_, T> {
        Box::pin(async move {
            self.0.reach_disk().await?;
            self.0.read(read)
        })
    }

    /// Reads the tables after the time that a longer read takes.
    pub(super) fn read_slowly<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Disk) -> T + Send + 'static,
    ) -> StoreFuture<'_, T> {
        Box::pin(async move {
            let time = self.0.disk.lock().read_time();
            tokio::time::sleep(time).await;
            self.0.reach_disk().await?;
            self.0.read(read)
        })
    }
}

impl Process {
    fn lock_open_writes(&self) -> MutexGuard<'_, OpenWrites> {
        self.open_writes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn link(&self) -> StoreLink {
        *self.link.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns an error after some time if the process is cut off from the disk.
    pub(super) async fn reach_disk(&self) -> Result<(), StoreError> {
        self.survive().await;
        if self.link() == StoreLink::Open {
            return Ok(());
        }
        tokio::time::sleep(LINK_TIMEOUT).await;
        self.survive().await;
        Err(StoreError::Unavailable("the simulated disk cannot be reached".to_owned()))
    }

    /// Returns unless the process has crashed.
    pub(super) async fn survive(&self) {
        if self.is_crashed.load(Ordering::Relaxed) {
            pending::<()>().await;
        }
    }

    fn read<T>(&self, read: impl FnOnce(&Disk) -> T) -> Result<T, StoreError> {
        let disk = self.disk.lock();
        if disk.faults.is_unreadable {
            return Err(StoreError::Unavailable("the simulated disk cannot be read".to_owned()));
        }
        Ok(read(&disk))
    }

    async fn write<T: Send + 'static>(
        self: Arc<Self>,
        change: impl FnOnce(&mut Disk) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let _turn = self.writer.lock().await;
        self.survive().await;
        let began = Instant::now();
        if self.lock_status().current != StoreStatus::Writable {
            return Err(StoreError::Unavailable("the simulated disk is failing".to_owned()));
        }
        if let Err(error) = self.reach_disk().await {
            self.begin_outage(began);
            return Err(error);
        }
        let result = Arc::new(Mutex::new(None));
        let result_of_change = Arc::clone(&result);
        let write: Write = Box::new(move |disk| {
            let changed = change(disk);
            *result_of_change.lock().unwrap_or_else(PoisonError::into_inner) = Some(changed);
        });
        self.lock_open_writes().committing = Some(write);
        let time = self.disk.lock().write_time();
        tokio::time::sleep(time).await;
        self.survive().await;
        let outcome = match self.link() {
            StoreLink::Open => self.disk.lock().write_outcome(),
            StoreLink::NoRequests => WriteOutcome::Unknown,
            StoreLink::NoReplies => {
                let committing = self.lock_open_writes().committing.take();
                committing.into_iter().for_each(|write| write(&mut self.disk.lock()));
                self.begin_outage(began);
                return Err(StoreError::Unknown("the reply of the simulated disk was lost".to_owned()));
            }
        };
        let Some(write) = self.lock_open_writes().committing.take() else {
            return Err(StoreError::Failed("a crash has ended the write".to_owned()));
        };
        match outcome {
            WriteOutcome::Committed => {
                let mut disk = self.disk.lock();
                write(&mut disk);
                drop(disk);
                let written = result.lock().unwrap_or_else(PoisonError::into_inner).take();
                written.unwrap_or_else(|| Err(StoreError::Failed("the write had no result".to_owned())))
            }
            WriteOutcome::Failed => {
                self.begin_outage(began);
                Err(StoreError::Unavailable("the simulated disk has failed".to_owned()))
            }
            WriteOutcome::Unknown => {
                self.lock_open_writes().unknown.push(write);
                self.begin_outage(began);
                Err(StoreError::Unknown("the simulated disk has not answered".to_owned()))
            }
        }
    }

    /// Announces that writes fail, and probes the disk until it works.
    fn begin_outage(self: &Arc<Self>, since: Instant) {
        self.set_status(StoreStatus::Failing { since });
        self.disk.lock().oracle.begin_outage(since);
        tokio::spawn(Arc::clone(self).probe_until_writable());
    }

    fn set_status(&self, current: StoreStatus) {
        let mut status = self.lock_status();
        status.outages += u64::from(current != StoreStatus::Writable);
        status.current = current;
        for receiver in &status.receivers {
            receiver.send_replace(current);
        }
    }

    async fn probe_until_writable(self: Arc<Self>) {
        loop {
            tokio::time::sleep(PROBE_INTERVAL).await;
            self.survive().await;
            let mut disk = self.disk.lock();
            if !disk.faults.is_out && self.link() == StoreLink::Open {
                let unknown = std::mem::take(&mut self.lock_open_writes().unknown);
                unknown.into_iter().for_each(|write| disk.settle(write));
                break;
            }
        }
        self.set_status(StoreStatus::Writable);
        let outages = self.lock_status().outages;
        tokio::time::sleep(RECOVERY).await;
        self.survive().await;
        let mut disk = self.disk.lock();
        let is_undisturbed = self.lock_status().outages == outages && !disk.faults.is_slow;
        disk.oracle.end_outage(is_undisturbed.then_some(RECOVERY));
    }
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process").field("is_crashed", &self.is_crashed).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use yipan_server::{AppendEntries, Store};

    use super::super::disk::DiskFaults;
    use super::*;
    use crate::oracle::Oracle;
    use crate::trace::Trace;
    use crate::violation::FirstViolation;

    const LONG: Duration = Duration::from_secs(60);

    fn disk(seed: u64, faults: DiskFaults) -> SharedDisk {
        let oracle = Oracle::new(0, Trace::start(), FirstViolation::default());
        SharedDisk::new(Disk::new(seed, oracle, faults))
    }

    fn entry(seq: u64) -> AppendEntries {
        AppendEntries {
            room: "K4T7QX".to_owned(),
            epoch: 0,
            seq,
            entries: vec![format!("entry {seq}")],
            created: 0,
            game: "chess",
            summary: None,
            is_over: false,
            seated_users: Vec::new(),
            left_users: Vec::new(),
            rated_game: None,
            correspondence: None,
        }
    }

    async fn length(store: &SimulatedStore) -> usize {
        store.log("K4T7QX", 0).await.expect("a log").len()
    }

    #[tokio::test(start_paused = true)]
    async fn a_write_without_an_answer_is_committed_or_lost_before_the_next_one() {
        let mut lengths = BTreeSet::new();
        for seed in 0..20 {
            let disk = disk(seed, DiskFaults { unknown_writes: 1, ..DiskFaults::default() });
            let store = SimulatedStore::open(disk.clone());
            let appended = store.append(entry(0)).await;
            assert!(matches!(appended, Err(StoreError::Unknown(_))), "{appended:?}");
            assert_eq!(length(&store).await, 0, "it is not settled yet");
            assert!(matches!(store.append(entry(0)).await, Err(StoreError::Unavailable(_))));
            disk.lock().faults = DiskFaults::default();
            let mut status = store.status();
            status.wait_for(|status| *status == StoreStatus::Writable).await.expect("the store is open");
            let settled = length(&store).await;
            store.append(entry(settled as u64)).await.expect("the disk works");
            lengths.insert(settled);
        }
        assert_eq!(lengths, BTreeSet::from([0, 1]));
    }

    #[tokio::test(start_paused = true)]
    async fn a_crash_loses_only_what_was_not_acknowledged() {
        let mut lengths = BTreeSet::new();
        for seed in 0..20 {
            let disk = disk(seed, DiskFaults::default());
            let store = SimulatedStore::open(disk.clone());
            store.append(entry(0)).await.expect("the disk works");
            let last = tokio::spawn({
                let store = store.clone();
                async move { store.append(entry(1)).await }
            });
            tokio::task::yield_now().await;
            tokio::task::yield_now().await;
            store.crash();
            assert!(tokio::time::timeout(LONG, last).await.is_err(), "a dead process gets no answer");
            assert!(tokio::time::timeout(LONG, store.log("K4T7QX", 0)).await.is_err());
            lengths.insert(length(&SimulatedStore::open(disk)).await);
        }
        assert_eq!(lengths, BTreeSet::from([1, 2]));
    }
}
