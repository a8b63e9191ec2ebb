//! The store in one SQLite file.

mod backend;
pub(crate) mod read_only;
mod schema;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};

use self::backend::SqliteBackend;
use self::schema::MIGRATOR;
use super::data_dir::database;
use super::sql::{SqlConnection, SqlPool, SqlStore, Write, write};
use super::store::StoreError;
use crate::metrics::Metrics;

/// Opens the database of a data directory, creating or migrating it if necessary.
///
/// # Errors
/// Returns [`StoreError`] if the file cannot be opened or was written by a newer server.
pub(super) async fn open(data: &Path, metrics: &Arc<Metrics>) -> Result<SqlStore, StoreError> {
    let options = writer_options(&database(data)).create_if_missing(true);
    let mut writer_connection = options.connect().await?;
    let migrated = MIGRATOR.run(&mut writer_connection).await;
    migrated.map_err(|error| StoreError::Failed(error.to_string()))?;
    // One reader stays connected. Otherwise closing the writer's connection after an error would make SQLite recover
    // the log, with the commit that failed.
    let readers = SqlitePoolOptions::new()
        .max_connections(4)
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options.clone())
        .await?;
    let backend = SqliteBackend::new(options, database(data), writer_connection);
    Ok(SqlStore::start(SqlPool::Sqlite(readers), vec![backend], None, metrics))
}

/// Makes one change in a database that a server uses, and returns whether there was something to change. SQLite lets the
/// server wait for it.
///
/// # Errors
/// Returns [`StoreError`] if the database has another schema than this program, or cannot be written.
pub(super) async fn write_beside_server(database: &Path, change: &Write) -> Result<bool, StoreError> {
    let mut connection = writer_options(database).connect().await?;
    read_only::check_schema(&mut connection).await?;
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut connection).await?;
    let is_changed = write::run(&mut SqlConnection::Sqlite(&mut connection), change).await?;
    sqlx::raw_sql("COMMIT").execute(&mut connection).await?;
    connection.close().await?;
    Ok(is_changed)
}

/// Returns the options of a connection that writes to an existing database.
fn writer_options(database: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(database)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(10))
}
