//! Commits to SQLite.
//!
//! The driver's own transactions are not used. After a failed `COMMIT` they lose track of SQLite's state and turn every
//! later transaction into a savepoint of one that never commits. Here `BEGIN` and `COMMIT` are plain statements: `BEGIN`
//! fails inside an open transaction, so a `COMMIT` that succeeds is the outermost one, and the connection is back in
//! autocommit. After any error the state of the connection is unknown, so it is closed and a new one is opened. That
//! rolls the transaction back, so no error leaves the outcome of a write unknown.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, QueryBuilder};
use tokio::time::timeout;

use super::checkpointer::Checkpointer;
use crate::random;
use crate::storage::rows::AppendEntries;
use crate::storage::sql::job::Job;
use crate::storage::sql::write::{Write, run, write_probe};
use crate::storage::sql::writer::{Backend, WriteResult};
use crate::storage::sql::{
    Query, SqlConnection, add_rated_game, put_correspondence_turn, remove_correspondence_game,
};
use crate::storage::store::StoreError;

/// The most rows in one statement.
const MAX_ROWS_PER_INSERT: usize = 1_000;

/// The time that a broken connection has to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The bytes that a failing store must accept before it counts as writable. A disk with only a few free pages would fail
/// again at once.
const PROBE_BYTES: usize = 64 * 1024;

/// The writing connection to a database file.
pub(super) struct SqliteBackend {
    options: SqliteConnectOptions,
    database: PathBuf,
    identity: Option<FileIdentity>,
    /// `None` after an error, until the next use.
    connection: Option<SqliteConnection>,
    checkpointer: Checkpointer,
}

impl SqliteBackend {
    pub(super) fn new(
        options: SqliteConnectOptions,
        database: PathBuf,
        connection: SqliteConnection,
    ) -> SqliteBackend {
        let identity = file_identity(&database).ok();
        // A database that is gone must not be replaced by an empty one.
        let options = options.create_if_missing(false);
        let checkpointer = Checkpointer::start(&options);
        SqliteBackend { options, database, identity, connection: Some(connection), checkpointer }
    }

    async fn transact(&mut self, batch: &[Job]) -> Result<Vec<WriteResult>, sqlx::Error> {
        let connection = self.connection().await?;
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *connection).await?;
        let mut results = Vec::new();
        for job in batch {
            let mut connection = SqlConnection::Sqlite(&mut *connection);
            if let Write::Append(append) = &job.write {
                update_room(&mut connection, append).await?;
            }
            results.push(Ok(run(&mut connection, &job.write).await?));
        }
        insert_entries(connection, batch).await?;
        sqlx::raw_sql("COMMIT").execute(connection).await?;
        self.checkpointer.report_writes(batch.len());
        Ok(results)
    }

    async fn commit_probe(&mut self) -> Result<(), sqlx::Error> {
        let connection = self.connection().await?;
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *connection).await?;
        let padding = random::bytes().0.repeat(PROBE_BYTES / 32);
        write_probe(&mut SqlConnection::Sqlite(&mut *connection), "recovery", &padding).await?;
        sqlx::raw_sql("COMMIT").execute(connection).await.map(drop)
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
}

impl Backend for SqliteBackend {
    async fn commit(&mut self, batch: &[Job]) -> Result<Vec<WriteResult>, StoreError> {
        let result = self.transact(batch).await;
        if result.is_err() {
            self.close().await;
        }
        Ok(result?)
    }

    /// The failed commit may have left frames in the write-ahead log that were never synced. The frames of the probe
    /// replace them. So a rejected write does not reappear later, unless the process dies before the probe.
    async fn write_probe(&mut self) -> Result<(), StoreError> {
        let result = self.commit_probe().await;
        if result.is_err() {
            self.close().await;
        }
        Ok(result?)
    }

    /// SQLite rolls back an open transaction.
    async fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            // The transaction has failed already, so an error here loses nothing.
            let _ = timeout(CLOSE_TIMEOUT, connection.close()).await;
        }
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

/// Updates the room and its seats for an append.
async fn update_room(connection: &mut SqlConnection<'_>, append: &AppendEntries) -> Result<(), sqlx::Error> {
    if append.seq == 0 {
        connection
            .execute(
                Query::new("INSERT INTO rooms (code, created, game) VALUES ($1, $2, $3)")
                    .bind(&append.room)
                    .bind(append.created)
                    .bind(append.game),
            )
            .await?;
    }
    for user_id in &append.seated_users {
        connection
            .execute(
                Query::new("INSERT INTO seats (user_id, room) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                    .bind(user_id)
                    .bind(&append.room),
            )
            .await?;
    }
    for user_id in &append.left_users {
        connection
            .execute(
                Query::new("DELETE FROM seats WHERE user_id = $1 AND room = $2")
                    .bind(user_id)
                    .bind(&append.room),
            )
            .await?;
    }
    if let Some(summary) = &append.summary {
        connection
            .execute(
                Query::new("UPDATE rooms SET summary = $2 WHERE code = $1").bind(&append.room).bind(summary),
            )
            .await?;
    }
    if let Some(turn) = &append.correspondence {
        put_correspondence_turn(connection, &append.room, turn).await?;
    }
    if append.is_over {
        remove_correspondence_game(connection, &append.room).await?;
        connection
            .execute(Query::new("UPDATE rooms SET is_over = TRUE WHERE code = $1").bind(&append.room))
            .await?;
    }
    if let Some(game) = &append.rated_game {
        add_rated_game(connection, &append.room, game).await?;
    }
    Ok(())
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
