//! The store in one SQLite file.

mod backend;
pub(crate) mod read_only;
mod schema;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use self::backend::SqliteBackend;
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
    let options = SqliteConnectOptions::new()
        .filename(database(data))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(10));
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
