//! The one writer: it commits in groups and acknowledges nothing before `COMMIT` has returned.
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

use super::Job;
use super::write::{Write, run};
use crate::metrics::Metrics;
use crate::storage::store::{StoreError, StoreStatus};

/// How many writes one commit may hold; whatever waits behind them is the next group.
pub(super) const MAX_WRITES_PER_COMMIT: usize = 512;

/// How many rows one statement may hold.
const MAX_ROWS_PER_INSERT: usize = 1_000;

/// How long a store that failed is left alone before it is tried again.
const PROBE_INTERVAL: Duration = Duration::from_millis(250);

/// How long a broken connection may take to close before it is left to itself.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// What a store that failed must take before it counts as writable: a disk with a few free pages would fail again at
/// once.
const PROBE_BYTES: i64 = 64 * 1024;

/// Owns the writing connection.
pub(super) struct Writer {
    options: SqliteConnectOptions,
    database: PathBuf,
    identity: Option<FileIdentity>,
    /// None after an error, until it is opened again.
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
        let mut group = Vec::new();
        let mut retry = Instant::now();
        loop {
            let is_failing = matches!(*self.status.borrow(), StoreStatus::Failing { .. });
            let received = tokio::select! {
                received = self.jobs.recv_many(&mut group, MAX_WRITES_PER_COMMIT) => received,
                () = sleep_until(retry), if is_failing => {
                    self.probe().await;
                    retry = Instant::now() + PROBE_INTERVAL;
                    continue;
                }
            };
            let is_closing = received == 0 || group.iter().any(|job| matches!(job.write, Write::Close));
            if is_failing {
                group.drain(..).for_each(|job| job.reply_to(Err(still_failing())));
            } else {
                self.write(&mut group).await;
                retry = Instant::now() + PROBE_INTERVAL;
            }
            if is_closing {
                break;
            }
        }
        self.close_connection().await;
    }

    /// Writes a group in one commit. If one of its writes is impossible, each is tried alone, so that the others do not
    /// suffer for it. If nothing can be written, all are refused.
    async fn write(&mut self, group: &mut Vec<Job>) {
        let error = match self.commit(group).await {
            Ok(results) => {
                for (job, result) in group.drain(..).zip(results) {
                    self.count_entries(&job.write);
                    job.reply_to(Ok(result));
                }
                return;
            }
            Err(error) => error,
        };
        if group.len() > 1 && !matches!(error, StoreError::Unavailable(_)) {
            tracing::warn!(%error, writes = group.len(), "a group of writes failed; each is tried alone");
            for job in group.drain(..) {
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
            group.drain(..).for_each(|job| job.reply_to(Err(error.clone())));
        }
    }

    fn count_entries(&self, write: &Write) {
        if let Write::Append(append) = write {
            self.metrics.log_entries.inc_by(append.entries.len() as u64);
        }
    }

    /// Commits a group. On any error nothing of it is on disk, and the connection is gone.
    async fn commit(&mut self, group: &[Job]) -> Result<Vec<bool>, StoreError> {
        let began = std::time::Instant::now();
        for job in group {
            self.metrics.write_queue_seconds.observe(began.duration_since(job.queued));
        }
        let result = self.transact(group).await.map_err(StoreError::from);
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

    async fn transact(&mut self, group: &[Job]) -> Result<Vec<bool>, sqlx::Error> {
        let connection = self.connection().await?;
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *connection).await?;
        let mut results = Vec::new();
        for job in group {
            results.push(run(connection, &job.write).await?);
        }
        insert_entries(connection, group).await?;
        sqlx::raw_sql("COMMIT").execute(connection).await?;
        Ok(results)
    }

    /// Returns the connection, opening it if need be.
    ///
    /// SQLite goes on writing to a file that was deleted or replaced, where nothing would find it again.
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

    /// Closes the connection, whatever state it is in; SQLite rolls back what was open.
    async fn close_connection(&mut self) {
        if let Some(connection) = self.connection.take() {
            // What cannot be closed in order has nothing to lose.
            let _ = timeout(CLOSE_TIMEOUT, connection.close()).await;
        }
    }

    fn report_failure(&self, since: std::time::Instant, error: &StoreError) {
        self.status.send_if_modified(|status| {
            if matches!(status, StoreStatus::Failing { .. }) {
                return false;
            }
            tracing::error!(%error, "the store cannot be written: commands are refused and clocks stand");
            self.metrics.store_writable.set(0);
            *status = StoreStatus::Failing { since };
            true
        });
    }

    /// Tries whether a store that failed can be written again.
    ///
    /// The failed commit may have left frames in the write-ahead log that were never synced. The probe's own frames take
    /// their place, so that nothing that was refused comes to light later, unless the process dies before the probe.
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

/// Writes a row that says nothing. Random bytes, because SQLite writes no page that has not changed.
pub(super) async fn write_probe(
    connection: &mut SqliteConnection,
    name: &str,
    bytes: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT OR REPLACE INTO write_probe (name, padding) VALUES ($1, randomblob($2))")
        .bind(name)
        .bind(bytes)
        .execute(connection)
        .await
        .map(drop)
}

/// The device and number of a file.
type FileIdentity = (u64, u64);

#[cfg(unix)]
fn file_identity(path: &Path) -> std::io::Result<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// Files have no such number here; only that there is one is known.
#[cfg(not(unix))]
fn file_identity(path: &Path) -> std::io::Result<FileIdentity> {
    std::fs::metadata(path).map(|_| (0, 0))
}

fn still_failing() -> StoreError {
    StoreError::Unavailable("it failed before and has not recovered".to_owned())
}

/// Writes the entries of a whole group, many in one statement: the way to the database costs more than the row.
async fn insert_entries(connection: &mut SqliteConnection, group: &[Job]) -> Result<(), sqlx::Error> {
    let appends = group.iter().filter_map(|job| match &job.write {
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
        // No two groups are alike, so a statement is not worth keeping.
        query.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}
