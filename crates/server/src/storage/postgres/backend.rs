//! Commits to PostgreSQL.
//!
//! All appends that wait are one statement without an explicit transaction, which a process that is stopped cannot leave
//! open. Other writes are rare, and each is a transaction.

use std::collections::HashSet;
use std::future::Future;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::time::timeout;

use super::append::append;
use super::partitions::Partitions;
use super::session::lock_writer;
use crate::random;
use crate::storage::rows::{AppendEntries, ArchiveRow};
use crate::storage::sql::SqlConnection;
use crate::storage::sql::job::Job;
use crate::storage::sql::write::{Write, run, write_probe};
use crate::storage::sql::writer::{Backend, WriteResult};
use crate::storage::store::StoreError;

/// The longest wait for a reply. It is longer than the timeouts of statements and locks, after which nothing more is
/// committed.
const REPLY_TIMEOUT: Duration = Duration::from_secs(6);

/// The longest wait for the rows of an archive, which are thousands of statements.
const IMPORT_TIMEOUT: Duration = Duration::from_secs(120);

/// The time that a connection has to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The connection that holds the writer's lock.
pub(super) struct PostgresBackend {
    options: PgConnectOptions,
    /// `None` after an error, until the next use.
    connection: Option<PgConnection>,
    partitions: Partitions,
}

impl PostgresBackend {
    /// Creates a backend from a connection that holds the lock.
    pub(super) fn new(options: PgConnectOptions, connection: PgConnection) -> PostgresBackend {
        PostgresBackend { options, connection: Some(connection), partitions: Partitions::default() }
    }

    /// Opens the connection if necessary. A new one must acquire the lock, so two servers never write in turn.
    async fn connect(&mut self) -> Result<(), StoreError> {
        if self.connection.is_some() {
            return Ok(());
        }
        let mut connection = self.options.connect().await?;
        if !lock_writer(&mut connection).await? {
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
        let mut written = HashSet::new();
        // A room has one append at a time; should it have two, they are two statements.
        let mut remaining = appends.to_vec();
        while !remaining.is_empty() {
            let mut rooms = HashSet::new();
            let (first, later) =
                remaining.into_iter().partition::<Vec<_>, _>(|append| rooms.insert(&append.room));
            let rooms = within(REPLY_TIMEOUT, append(connection, &first)).await.map_err(unknown)?;
            let is_written = |append: &&&AppendEntries| rooms.contains(&append.room);
            written.extend(first.iter().filter(is_written).map(|append| (append.room.clone(), append.seq)));
            remaining = later;
        }
        let result = |append: &&AppendEntries| match written.contains(&(append.room.clone(), append.seq)) {
            true => Ok(true),
            false => Err(StoreError::Conflict(format!(
                "the log of the room has no entry before number {}",
                append.seq
            ))),
        };
        Ok(appends.iter().map(result).collect())
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

async fn run_in_transaction(connection: &mut PgConnection, write: &Write) -> Result<bool, sqlx::Error> {
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
