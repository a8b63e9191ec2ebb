use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;
use tokio::time::Instant;

use crate::metrics::Metrics;
use crate::storage::store::{StoreError, StoreStatus};

/// The state of one writer. The store can be written while all of its writers can.
#[derive(Debug)]
pub(super) struct WriterStatus {
    index: usize,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    /// The start of the first write that failed, by writer.
    failing: Mutex<Vec<Option<Instant>>>,
    status: watch::Sender<StoreStatus>,
    metrics: Arc<Metrics>,
}

impl WriterStatus {
    /// Returns the states of this many writers, and a receiver of the state of them all.
    pub(super) fn new(
        writers: usize,
        metrics: Arc<Metrics>,
    ) -> (Vec<WriterStatus>, watch::Receiver<StoreStatus>) {
        metrics.store_writable.set(1);
        let (status, receiver) = watch::channel(StoreStatus::Writable);
        let shared = Arc::new(Shared { failing: Mutex::new(vec![None; writers]), status, metrics });
        let writer = |index| WriterStatus { index, shared: Arc::clone(&shared) };
        ((0..writers).map(writer).collect(), receiver)
    }

    pub(super) fn is_failing(&self) -> bool {
        self.shared.failing.lock().unwrap_or_else(PoisonError::into_inner)[self.index].is_some()
    }

    /// Begins an outage, unless this writer is failing already.
    pub(super) fn report_failure(&self, since: Instant, error: &StoreError) {
        if !self.is_failing() {
            tracing::error!(%error, "the store cannot be written: commands are rejected and clocks are stopped");
            self.set(Some(since));
        }
    }

    /// Ends the outage of this writer.
    pub(super) fn report_recovery(&self) {
        tracing::info!("the store can be written again");
        self.set(None);
    }

    fn set(&self, since: Option<Instant>) {
        let shared = &self.shared;
        let mut failing = shared.failing.lock().unwrap_or_else(PoisonError::into_inner);
        failing[self.index] = since;
        let first = failing.iter().flatten().min();
        let status = first.map_or(StoreStatus::Writable, |&since| StoreStatus::Failing { since });
        shared.metrics.store_writable.set(i64::from(status == StoreStatus::Writable));
        // While the lock is held, so that the last change is the last status.
        shared.status.send_if_modified(|known| std::mem::replace(known, status) != status);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_store_is_writable_while_every_writer_is() {
        let (writers, status) = WriterStatus::new(2, Arc::default());
        let (first, error) = (Instant::now(), StoreError::Unavailable("gone".to_owned()));
        let later = first + Duration::from_secs(1);
        writers[1].report_failure(later, &error);
        assert_eq!(*status.borrow(), StoreStatus::Failing { since: later });
        assert!(writers[1].is_failing() && !writers[0].is_failing());
        writers[0].report_failure(first, &error);
        writers[0].report_failure(later, &error);
        assert_eq!(*status.borrow(), StoreStatus::Failing { since: first });
        writers[0].report_recovery();
        assert_eq!(*status.borrow(), StoreStatus::Failing { since: later });
        writers[1].report_recovery();
        assert_eq!(*status.borrow(), StoreStatus::Writable);
    }
}
