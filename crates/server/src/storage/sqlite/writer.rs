//! The only writer: it commits in batches and acknowledges a write after `COMMIT` has returned.
//!
//! The driver's own transactions are not used. After a failed `COMMIT` they lose track of SQLite's state and turn every
//! later transaction into a savepoint of one that never commits. Here `BEGIN` and `COMMIT` are plain statements: `BEGIN`
//! fails inside an open transaction, so a `COMMIT` that succeeds is the outermost one, and the connection is back in
//! autocommit. After any error the state of the connection is unknown, so it is closed and a new one is opened.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, QueryBuilder};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};

use super::job::Job;
use super::write::{Write, run, write_probe};
use crate::metrics::Metrics;
use crate::storage::store::{StoreError, StoreStatus};

/// The most writes in one commit.
pub(super) const MAX_WRITES_PER_COMMIT: usize = 512;

/// The most rows in one statement.
const MAX_ROWS_PER_INSERT: usize = 1_000;

/// The time between two attempts to write to a failing store.
const PROBE_INTERVAL: Duration = Duration::from_millis(250);

/// The time that a broken connection has to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The bytes that a failing store must accept before it counts as writable. A disk with only a few free pages would fail
/// again at once.
const PROBE_BYTES: i64 = 64 * 1024;

/// Owns the writing connection.
pub(super) struct Writer {
    options: SqliteConnectOptions,
    database: PathBuf,
    identity: Option<FileIdentity>,
    /// `None` after an error, until the next use.
    connection: Option<SqliteConnection>,
    jobs: mpsc::Receiver<Job>,
    status: watch::Sender<StoreStatus>,
    metrics: Arc<Metrics>,
}

impl Writer {
    pub(super) fn new(
        options: SqliteConnectOptions,
        database: PathBuf,
        connection: SqliteConnection,
        jobs: mpsc::Receiver<Job>,
        status: watch::Sender<StoreStatus>,
        metrics: Arc<Metrics>,
    ) -> Writer {
        metrics.store_writable.set(1);
        let identity = file_identity(&database).ok();
        // A database that is gone must not be replaced by an empty one.
        let options = options.create_if_missing(false);
        Writer { options, database, identity, connection: Some(connection), jobs, status, metrics }
    }

    /// Writes until a close is requested or every sender is gone.
    pub(super) async fn run(mut self) {
        let mut batch = Vec::new();
        let mut retry = Instant::now();
        loop {
            let is_failing = matches!(*self.status.borrow(), StoreStatus::Failing { .. });
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
        self.close_connection().await;
    }

    /// Writes a batch in one commit. If a write is impossible, each is retried alone, so that the others succeed. If
    /// nothing can be written, all of them fail.
    async fn write(&mut self, batch: &mut Vec<Job>) {
        let error = match self.commit(batch).await {
            Ok(results) => {
                for (job, result) in batch.drain(..).zip(results) {
                    self.count_entries(&job.write);
                    job.reply_to(Ok(result));
                }
                return;
            }
            Err(error) => error,
        };
        if batch.len() > 1 && !matches!(error, StoreError::Unavailable(_)) {
            tracing::warn!(%error, writes = batch.len(), "a batch of writes failed; each is retried alone");
            for job in batch.drain(..) {
                if let StoreStatus::Failing { .. } = *self.status.borrow() {
                    job.reply_to(Err(still_failing()));
                    continue;
                }
                let result = self.commit(std::slice::from_ref(&job)).await;
                if result.is_ok() {
                    self.count_entries(&job.write);
                }
                job.reply_to(result.map(|results| results.first().copied().unwrap_or(false)));
            }
        } else {
            batch.drain(..).for_each(|job| job.reply_to(Err(error.clone())));
        }
    }

    fn count_entries(&self, write: &Write) {
        if let Write::Append(append) = write {
            self.metrics.log_entries.inc_by(append.entries.len() as u64);
        }
    }

    /// Commits a batch. On any error nothing of it is on disk, and the connection is closed.
    async fn commit(&mut self, batch: &[Job]) -> Result<Vec<bool>, StoreError> {
        let began = std::time::Instant::now();
        for job in batch {
            self.metrics.write_queue_seconds.observe(began.duration_since(job.queued));
        }
        let result = self.transact(batch).await.map_err(StoreError::from);
        self.metrics.commit_seconds.observe(began.elapsed());
        match &result {
            Ok(_) => {
                self.metrics.commits.inc();
            }
            Err(error) => {
                self.metrics.failed_commits.inc();
                self.close_connection().await;
                if let StoreError::Unavailable(_) = error {
                    self.report_failure(began, error);
                }
            }
        }
        result
    }

    async fn transact(&mut self, batch: &[Job]) -> Result<Vec<bool>, sqlx::Error> {
        let connection = self.connection().await?;
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *connection).await?;
        let mut results = Vec::new();
        for job in batch {
            results.push(run(connection, &job.write).await?);
        }
        insert_entries(connection, batch).await?;
        sqlx::raw_sql("COMMIT").execute(connection).await?;
        Ok(results)
    }

    /// Returns the connection, opening it if necessary.
    ///
    /// Fails if the file was deleted or replaced: SQLite would continue to write to the old file, and the data would be
    /// lost.
    async fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        if file_identity(&self.database).ok() != self.identity {
            let gone = format!("{} was deleted or replaced; put it back", self.database.display());
            return Err(sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::NotFound, gone)));
        }
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Closes the connection in any state. SQLite rolls back an open transaction.
    async fn close_connection(&mut self) {
        if let Some(connection) = self.connection.take() {
            // The transaction has failed already, so an error here loses nothing.
            let _ = timeout(CLOSE_TIMEOUT, connection.close()).await;
        }
    }

    fn report_failure(&self, since: std::time::Instant, error: &StoreError) {
        self.status.send_if_modified(|status| {
            if matches!(status, StoreStatus::Failing { .. }) {
                return false;
            }
            tracing::error!(%error, "the store cannot be written: commands are rejected and clocks are stopped");
            self.metrics.store_writable.set(0);
            *status = StoreStatus::Failing { since };
            true
        });
    }

    /// Checks whether a failing store can be written again.
    ///
    /// The failed commit may have left frames in the write-ahead log that were never synced. The frames of the probe
    /// replace them. So a rejected write does not reappear later, unless the process dies before the probe.
    async fn probe(&mut self) {
        match self.write_probe().await {
            Ok(()) => {
                tracing::info!("the store can be written again");
                self.metrics.store_writable.set(1);
                self.status.send_replace(StoreStatus::Writable);
            }
            Err(error) => {
                tracing::debug!(%error, "the store still cannot be written");
                self.close_connection().await;
            }
        }
    }

    async fn write_probe(&mut self) -> Result<(), sqlx::Error> {
        let connection = self.connection().await?;
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *connection).await?;
        write_probe(connection, "recovery", PROBE_BYTES).await?;
        sqlx::raw_sql("COMMIT").execute(connection).await.map(drop)
    }
}

/// The device and inode of a file.
type FileIdentity = (u64, u64);

#[cfg(unix)]
fn file_identity(path: &Path) -> std::io::Result<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// Only checks that the file exists: this system has no inodes.
#[cfg(not(unix))]
fn file_identity(path: &Path) -> std::io::Result<FileIdentity> {
    std::fs::metadata(path).map(|_| (0, 0))
}

fn still_failing() -> StoreError {
    StoreError::Unavailable("an earlier write failed, and the store has not recovered".to_owned())
}

/// Inserts the entries of a whole batch, many per statement, because a statement costs more than a row.
async fn insert_entries(connection: &mut SqliteConnection, batch: &[Job]) -> Result<(), sqlx::Error> {
    let appends = batch.iter().filter_map(|job| match &job.write {
        Write::Append(append) => Some(append),
        _ => None,
    });
    let numbered = appends.flat_map(|append| {
        (append.seq as i64..).zip(&append.entries).map(|(seq, line)| (&append.room, seq, line))
    });
    let rows: Vec<_> = numbered.collect();
    for rows in rows.chunks(MAX_ROWS_PER_INSERT) {
        let mut query = QueryBuilder::new("INSERT INTO entries (room, seq, line) ");
        query.push_values(rows, |mut row, (room, seq, line)| {
            row.push_bind(room).push_bind(seq).push_bind(line);
        });
        // Batches differ in size, so caching the statement is not worthwhile.
        query.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}
