//! Commits to PostgreSQL.
//!
//! All appends that wait are one statement without an explicit transaction, which a process that is stopped cannot leave
//! open. Other writes are rare, and each is a transaction.

use std::collections::HashSet;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::time::{Instant, timeout};

use super::append::{append, is_owned};
use super::partitions::Partitions;
use super::session::{Sharing, lock_database, lock_writer};
use crate::metrics::Metrics;
use crate::random;
use crate::storage::rows::{AppendEntries, ArchiveRow};
use crate::storage::sql::job::Job;
use crate::storage::sql::write::{Write, run, write_probe};
use crate::storage::sql::writer::{Backend, WriteResult};
use crate::storage::sql::{ExplorerWrite, SqlConnection, is_aborted};
use crate::storage::store::StoreError;

/// The longest wait for a reply. It is longer than the timeouts of statements and locks, after which nothing more is
/// committed.
const REPLY_TIMEOUT: Duration = Duration::from_secs(6);

/// The longest wait for the rows of an archive, which are thousands of statements.
const IMPORT_TIMEOUT: Duration = Duration::from_secs(120);

/// The time that a connection has to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The connection of one writer, which holds its locks.
pub(super) struct PostgresBackend {
    options: PgConnectOptions,
    locks: WriterLocks,
    /// `None` after an error, until the next use.
    connection: Option<PgConnection>,
    partitions: Partitions,
    metrics: Arc<Metrics>,
}

impl PostgresBackend {
    /// Creates a backend. If it is given a connection, this one has acquired its locks.
    pub(super) fn new(
        options: PgConnectOptions,
        locks: WriterLocks,
        connection: Option<PgConnection>,
        metrics: Arc<Metrics>,
    ) -> PostgresBackend {
        PostgresBackend { options, locks, connection, partitions: Partitions::default(), metrics }
    }

    /// Opens the connection if necessary. A new one must acquire the locks, so it never overtakes the lost one.
    async fn connect(&mut self) -> Result<(), StoreError> {
        if self.connection.is_some() {
            return Ok(());
        }
        let mut connection = self.options.connect().await?;
        if !self.locks.acquire(&mut connection).await? {
            let in_use = "another server is using the database, or the lost connection has not ended yet";
            return Err(StoreError::Unavailable(in_use.to_owned()));
        }
        self.connection = Some(connection);
        Ok(())
    }

    /// Closes a connection that has failed, so that the next write opens another.
    async fn close_if_lost<T>(&mut self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if result.as_ref().is_err_and(StoreError::is_outage) {
            self.close().await;
        }
        result
    }

    /// Appends everything in one statement, and returns the result of each append.
    async fn append_all(&mut self, appends: &[&AppendEntries]) -> Result<Vec<WriteResult>, StoreError> {
        let Some(connection) = &mut self.connection else { return Err(lost()) };
        let created = appends.iter().filter(|append| append.seq == 0).map(|append| append.created);
        within(REPLY_TIMEOUT, self.partitions.create(connection, created)).await?;
        let mut is_written = vec![false; appends.len()];
        // A room has one append at a time; should it have two, they are two statements.
        let mut remaining: Vec<usize> = (0..appends.len()).collect();
        while !remaining.is_empty() {
            let mut rooms = HashSet::new();
            let (first, later) =
                remaining.into_iter().partition::<Vec<_>, _>(|&index| rooms.insert(&appends[index].room));
            let statement: Vec<_> = first.iter().map(|&index| appends[index]).collect();
            let began = Instant::now();
            let mut rooms = within(REPLY_TIMEOUT, append(connection, &statement)).await;
            if let Err(StoreError::Failed(reason)) = &rooms {
                // A packed room may get an entry after its partition was dropped.
                tracing::debug!(reason, "entries are appended again, with the partitions of their rooms");
                let created = statement.iter().map(|append| append.created);
                within(REPLY_TIMEOUT, self.partitions.restore(connection, created)).await?;
                rooms = within(REPLY_TIMEOUT, append(connection, &statement)).await;
            }
            let rooms = rooms.map_err(unknown)?;
            self.metrics.append_seconds.observe(began.elapsed());
            let rows: usize = statement.iter().map(|append| append.entries.len()).sum();
            self.metrics.append_rows.observe(rows as f64);
            for index in first {
                is_written[index] = rooms.contains(&appends[index].room);
            }
            remaining = later;
        }
        let mut results = Vec::new();
        for (append, is_written) in appends.iter().zip(is_written) {
            results.push(if is_written { Ok(true) } else { Err(rejection(connection, append).await) });
        }
        Ok(results)
    }

    /// Makes one other change in a transaction.
    async fn transact(&mut self, write: &Write) -> WriteResult {
        let Some(connection) = &mut self.connection else { return Err(lost()) };
        let limit = match write {
            Write::ImportRows(rows) => {
                let created = rows.iter().filter_map(|row| match row {
                    ArchiveRow::Room { created, .. } => Some(*created),
                    _ => None,
                });
                within(IMPORT_TIMEOUT, self.partitions.create(connection, created)).await?;
                IMPORT_TIMEOUT
            }
            Write::ReplaceRatedGames(_)
            | Write::Explorer(ExplorerWrite::Import(_) | ExplorerWrite::Reset) => IMPORT_TIMEOUT,
            _ => REPLY_TIMEOUT,
        };
        within(limit, run_in_transaction(connection, write)).await.map_err(unknown)
    }
}

impl Backend for PostgresBackend {
    async fn commit(&mut self, batch: &[Job]) -> Result<Vec<WriteResult>, StoreError> {
        within(REPLY_TIMEOUT, self.connect()).await?;
        let appends: Vec<&AppendEntries> = batch
            .iter()
            .filter_map(|job| match &job.write {
                Write::Append(append) => Some(append),
                _ => None,
            })
            .collect();
        let appended = self.append_all(&appends).await;
        let mut appended = self.close_if_lost(appended).await?.into_iter();
        let mut results = Vec::new();
        for job in batch {
            results.push(match &job.write {
                Write::Append(_) => appended.next().unwrap_or_else(|| Err(lost())),
                Write::Close => Ok(true),
                write => {
                    let result = self.transact(write).await;
                    self.close_if_lost(result).await
                }
            });
        }
        Ok(results)
    }

    async fn write_probe(&mut self) -> Result<(), StoreError> {
        within(REPLY_TIMEOUT, self.connect()).await?;
        let Some(connection) = &mut self.connection else { return Err(lost()) };
        let padding = random::bytes().0;
        within(REPLY_TIMEOUT, write_probe(&mut SqlConnection::Postgres(connection), "recovery", &padding))
            .await
    }

    async fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            // What was not acknowledged is looked up in the log, so an error here loses nothing.
            let _ = timeout(CLOSE_TIMEOUT, connection.close()).await;
        }
    }
}

/// The advisory locks of a writer.
#[derive(Clone, Copy, Debug)]
pub(super) struct WriterLocks {
    /// The lock of the whole server, which its first writer holds.
    pub(super) database: Option<Sharing>,
    /// The lock of this writer alone.
    pub(super) writer: i64,
}

impl WriterLocks {
    async fn acquire(self, connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
        if let Some(sharing) = self.database
            && !lock_database(connection, sharing).await?
        {
            return Ok(false);
        }
        lock_writer(connection, self.writer).await
    }
}

/// Returns the reason why the statement left out an append.
async fn rejection(connection: &mut PgConnection, append: &AppendEntries) -> StoreError {
    match within(REPLY_TIMEOUT, is_owned(connection, append)).await {
        Ok(true) => {
            StoreError::Conflict(format!("the log of the room has no entry before number {}", append.seq))
        }
        Ok(false) => StoreError::Fenced(format!("its slot has another owner than in epoch {}", append.epoch)),
        Err(error) => error,
    }
}

/// Makes a change in a transaction, a second time if it was rolled back for the sake of another one.
async fn run_in_transaction(connection: &mut PgConnection, write: &Write) -> Result<bool, sqlx::Error> {
    match try_in_transaction(connection, write).await {
        Err(error) if error.as_database_error().is_some_and(is_aborted) => {
            try_in_transaction(connection, write).await
        }
        result => result,
    }
}

async fn try_in_transaction(connection: &mut PgConnection, write: &Write) -> Result<bool, sqlx::Error> {
    sqlx::raw_sql("BEGIN").execute(&mut *connection).await?;
    let result = run(&mut SqlConnection::Postgres(&mut *connection), write).await;
    let end = if result.is_ok() { "COMMIT" } else { "ROLLBACK" };
    sqlx::raw_sql(end).execute(connection).await?;
    result
}

/// Waits for a reply for a limited time.
async fn within<T, E: Into<StoreError>>(
    limit: Duration,
    reply: impl Future<Output = Result<T, E>>,
) -> Result<T, StoreError> {
    match timeout(limit, reply).await {
        Ok(reply) => reply.map_err(Into::into),
        Err(_) => Err(StoreError::Unavailable("PostgreSQL did not reply in time".to_owned())),
    }
}

/// Returns the error of a write that was sent: if the connection failed, it may have been committed.
fn unknown(error: StoreError) -> StoreError {
    match error {
        StoreError::Unavailable(reason) => StoreError::Unknown(reason),
        error => error,
    }
}

fn lost() -> StoreError {
    StoreError::Unavailable("the connection to PostgreSQL was lost".to_owned())
}
