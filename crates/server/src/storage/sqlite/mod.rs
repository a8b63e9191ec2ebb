//! The store in one SQLite file.

mod backend;
mod checkpointer;
pub(crate) mod read_only;
mod schema;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};

use self::backend::SqliteBackend;
use self::checkpointer::without_own_checkpoints;
use self::schema::MIGRATOR;
use super::data_dir::database;
use super::sql::{SqlPool, SqlStore};
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
    start(data, options, writer_connection, metrics).await
}

/// Opens a database that a server uses, which may have to wait for the writes of this program.
///
/// # Errors
/// Returns [`StoreError`] if the database has another schema than this program, or cannot be opened.
pub(super) async fn open_beside_server(data: &Path) -> Result<SqlStore, StoreError> {
    let options = writer_options(&database(data));
    let mut connection = options.connect().await?;
    read_only::check_schema(&mut connection).await?;
    start(data, options, connection, &Arc::default()).await
}

async fn start(
    data: &Path,
    options: SqliteConnectOptions,
    writer_connection: SqliteConnection,
    metrics: &Arc<Metrics>,
) -> Result<SqlStore, StoreError> {
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

/// Returns the options of a connection that writes to an existing database.
fn writer_options(database: &Path) -> SqliteConnectOptions {
    without_own_checkpoints(SqliteConnectOptions::new())
        .filename(database)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(10))
}
