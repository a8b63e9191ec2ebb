use std::fmt;
use std::future::pending;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;
use yipan_server::{StoreError, StoreFuture, StoreStatus};

use super::disk::{Disk, SharedDisk, Write, WriteOutcome};

/// The time between two attempts to write to a failing disk.
const PROBE_INTERVAL: Duration = Duration::from_millis(500);

/// The time after an outage until every room has recovered from it.
const RECOVERY: Duration = Duration::from_secs(15);

/// The store of one process. Writes are committed one after another. After a crash no call of the process returns, so that
/// its tasks do nothing more.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedStore(Arc<Process>);

struct Process {
    disk: SharedDisk,
    is_crashed: AtomicBool,
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
        SimulatedStore(Arc::new(Process {
            disk,
            is_crashed: AtomicBool::new(false),
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
            self.0.survive().await;
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
            self.0.survive().await;
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

    /// Returns unless the process has crashed.
    async fn survive(&self) {
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
        let outcome = self.disk.lock().write_outcome();
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
            if !disk.faults.is_out {
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
