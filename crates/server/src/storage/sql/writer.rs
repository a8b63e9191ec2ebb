//! A writer: it commits in batches and acknowledges a write after its commit has returned.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::job::Job;
use super::write::Write;
use super::writer_status::WriterStatus;
use crate::metrics::Metrics;
use crate::storage::store::StoreError;

/// The most writes in one commit.
pub(in crate::storage) const MAX_WRITES_PER_COMMIT: usize = 512;

/// The time between two attempts to write to a failing store.
const PROBE_INTERVAL: Duration = Duration::from_millis(250);

/// Owns the writing connection to a database. After an error that leaves its state unknown, it is closed, and opened again
/// when it is needed.
pub(in crate::storage) trait Backend: Send + 'static {
    /// Commits a batch and returns the result of each write.
    ///
    /// An error is that of the whole batch, of which nothing was written unless it is [`StoreError::Unknown`].
    fn commit(&mut self, batch: &[Job]) -> impl Future<Output = Result<Vec<WriteResult>, StoreError>> + Send;

    /// Writes something to find out whether a failing store has recovered. When it succeeds, every earlier write is
    /// either committed or lost.
    fn write_probe(&mut self) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Closes the connection in any state.
    fn close(&mut self) -> impl Future<Output = ()> + Send;
}

/// Whether a write changed any row, or its error.
pub(in crate::storage) type WriteResult = Result<bool, StoreError>;

/// Collects writes and passes them to a backend.
pub(super) struct Writer<B> {
    backend: B,
    jobs: mpsc::Receiver<Job>,
    status: WriterStatus,
    metrics: Arc<Metrics>,
}

impl<B: Backend> Writer<B> {
    pub(super) fn new(
        backend: B,
        jobs: mpsc::Receiver<Job>,
        status: WriterStatus,
        metrics: Arc<Metrics>,
    ) -> Writer<B> {
        Writer { backend, jobs, status, metrics }
    }

    /// Writes until a close is requested or every sender is gone.
    pub(super) async fn run(mut self) {
        let mut batch = Vec::new();
        let mut retry = Instant::now();
        loop {
            let is_failing = self.status.is_failing();
            let received = tokio::select! {
                received = self.jobs.recv_many(&mut batch, MAX_WRITES_PER_COMMIT) => received,
                () = sleep_until(retry), if is_failing => {
                    self.probe().await;
                    retry = Instant::now() + PROBE_INTERVAL;
                    continue;
                }
            };
            let is_closing = received == 0 || batch.iter().any(|job| matches!(job.write, Write::Close));
            if is_failing {
                batch.drain(..).for_each(|job| job.reply_to(Err(still_failing())));
            } else {
                self.write(&mut batch).await;
                retry = Instant::now() + PROBE_INTERVAL;
            }
            if is_closing {
                break;
            }
        }
        self.backend.close().await;
    }

    /// Writes a batch in one commit. If a write is impossible, each is retried alone, so that the others succeed. If
    /// nothing can be written, all of them fail.
    async fn write(&mut self, batch: &mut Vec<Job>) {
        let error = match self.commit(batch).await {
            Ok(results) => {
                for (job, result) in batch.drain(..).zip(results) {
                    self.reply(job, result);
                }
                return;
            }
            Err(error) => error,
        };
        if batch.len() > 1 && !error.is_outage() {
            tracing::warn!(%error, writes = batch.len(), "a batch of writes failed; each is retried alone");
            for job in batch.drain(..) {
                let result = if self.status.is_failing() {
                    Err(still_failing())
                } else {
                    let result = self.commit(std::slice::from_ref(&job)).await;
                    result.and_then(|mut results| results.pop().unwrap_or(Ok(false)))
                };
                self.reply(job, result);
            }
        } else {
            batch.drain(..).for_each(|job| job.reply_to(Err(error.clone())));
        }
    }

    fn reply(&self, job: Job, result: WriteResult) {
        if let (Write::Append(append), Ok(_)) = (&job.write, &result) {
            self.metrics.log_entries.inc_by(append.entries.len() as u64);
        }
        job.reply_to(result);
    }

    /// Commits a batch.
    async fn commit(&mut self, batch: &[Job]) -> Result<Vec<WriteResult>, StoreError> {
        let began = Instant::now();
        for job in batch {
            self.metrics.write_queue_seconds.observe(began.duration_since(job.queued));
        }
        let committed = self.backend.commit(batch).await;
        self.metrics.commit_seconds.observe(began.elapsed());
        let outage = match &committed {
            Ok(results) => {
                self.metrics.commits.inc();
                results.iter().filter_map(|result| result.as_ref().err()).find(|error| error.is_outage())
            }
            Err(error) => {
                self.metrics.failed_commits.inc();
                Some(error).filter(|error| error.is_outage())
            }
        };
        if let Some(error) = outage {
            self.status.report_failure(began, error);
        }
        committed
    }

    /// Checks whether a failing store can be written again.
    async fn probe(&mut self) {
        match self.backend.write_probe().await {
            Ok(()) => self.status.report_recovery(),
            Err(error) => tracing::debug!(%error, "the store still cannot be written"),
        }
    }
}

fn still_failing() -> StoreError {
    StoreError::Unavailable("an earlier write failed, and the store has not recovered".to_owned())
}
