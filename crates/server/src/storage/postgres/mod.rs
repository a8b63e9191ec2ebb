//! The store in a PostgreSQL database.

mod append;
mod backend;
mod cluster_admin;
mod error;
pub(crate) mod ownership;
mod partitions;
mod schema;
mod session;
mod url;

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnection, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Row};
use tokio::sync::mpsc;
use tokio::time::Instant;

pub use self::cluster_admin::{ClusterStatus, NodeStatus, cluster_status, drain_node, raise_level};
pub use self::error::PostgresError;
pub(crate) use self::session::Sharing;
pub use self::url::{ParsePostgresUrlError, PostgresUrl, mask_password};

use self::backend::{PostgresBackend, WriterLocks};
use self::cluster_admin::read_level;
use self::schema::MIGRATOR;
use self::session::{batch_options, check_server, lock_database, lock_writer, session_options};
use super::rows::ArchiveRow;
use super::sql::{SqlConnection, SqlPool, SqlStore, archive};
use crate::cluster::level::LEVEL;
use crate::metrics::Metrics;
use crate::random;

/// The connections that append. The appends of a slot use one of them.
const WRITERS: usize = 2;

/// The most connections that read.
const MAX_READERS: u32 = 8;

/// The longest wait for a connection that reads.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// The longest wait for the lock of a server that has just ended: PostgreSQL releases it when it notices.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// The time between two attempts to acquire the lock.
const LOCK_INTERVAL: Duration = Duration::from_millis(50);

/// Opens a database, creating or migrating the schema if necessary.
///
/// # Errors
/// Returns [`PostgresError`] if the database cannot be reached, is not safe, or is in use by another server.
pub(super) async fn open(
    url: &PostgresUrl,
    sharing: Sharing,
    metrics: &Arc<Metrics>,
) -> Result<SqlStore, PostgresError> {
    let connect_error =
        |error: sqlx::Error| PostgresError::Connect { url: url.clone(), error: error.to_string() };
    let schema_error = |error: String| PostgresError::Schema { error };
    let mut connection = session_options(url).connect().await.map_err(connect_error)?;
    check_server(url, &mut connection).await?;
    let started = Instant::now();
    while !lock_database(&mut connection, sharing).await.map_err(connect_error)? {
        if started.elapsed() > LOCK_TIMEOUT {
            return Err(PostgresError::InUse { url: url.clone() });
        }
        tokio::time::sleep(LOCK_INTERVAL).await;
    }
    // A new index of a large table takes longer than a statement that serves a request may.
    let mut migration = batch_options(url).connect().await.map_err(connect_error)?;
    MIGRATOR.run(&mut migration).await.map_err(|error| schema_error(error.to_string()))?;
    migration.close().await.map_err(connect_error)?;
    let level = read_level(&mut connection).await.map_err(connect_error)?;
    if level > LEVEL {
        return Err(PostgresError::LaterLevel { stored: level, known: LEVEL });
    }
    start(url, connection, Some(sharing), metrics).await
}

/// Opens a database that servers use.
///
/// # Errors
/// Returns [`PostgresError`] if no server uses the database, or if it cannot be reached.
pub(super) async fn open_beside_server(url: &PostgresUrl) -> Result<SqlStore, PostgresError> {
    let error = |error: sqlx::Error| PostgresError::Connect { url: url.clone(), error: error.to_string() };
    let mut connection = session_options(url).connect().await.map_err(error)?;
    // Servers hold this lock while they run.
    if lock_database(&mut connection, Sharing::Single).await.map_err(error)? {
        connection.close().await.map_err(error)?;
        return Err(PostgresError::NotInUse { url: url.clone() });
    }
    start(url, connection, None, &Arc::default()).await
}

async fn start(
    url: &PostgresUrl,
    mut connection: PgConnection,
    sharing: Option<Sharing>,
    metrics: &Arc<Metrics>,
) -> Result<SqlStore, PostgresError> {
    let connect_error =
        |error: sqlx::Error| PostgresError::Connect { url: url.clone(), error: error.to_string() };
    let options = session_options(url);
    let readers = PgPoolOptions::new()
        .max_connections(MAX_READERS)
        .min_connections(1)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .connect_with(options.clone())
        .await
        .map_err(connect_error)?;
    let mut locks = WriterLocks { database: sharing, writer: random_key() };
    lock_writer(&mut connection, locks.writer).await.map_err(connect_error)?;
    let mut backends =
        vec![PostgresBackend::new(options.clone(), locks, Some(connection), Arc::clone(metrics))];
    for _ in 1..WRITERS {
        locks = WriterLocks { database: None, writer: random_key() };
        backends.push(PostgresBackend::new(options.clone(), locks, None, Arc::clone(metrics)));
    }
    locks = WriterLocks { database: None, writer: random_key() };
    let background = PostgresBackend::new(options, locks, None, Arc::clone(metrics));
    Ok(SqlStore::start(SqlPool::Postgres(readers), backends, Some(background), metrics))
}

/// Returns the key of an advisory lock that no other writer has.
fn random_key() -> i64 {
    let bytes = random::bytes().0;
    i64::from_be_bytes(std::array::from_fn(|index| bytes[index]))
}

/// Sends every row of one snapshot. A server may use the database.
///
/// # Errors
/// Returns [`PostgresError`] if the database cannot be reached or has no schema.
pub(super) async fn export(url: &PostgresUrl, sender: mpsc::Sender<ArchiveRow>) -> Result<(), PostgresError> {
    let error = |error: sqlx::Error| PostgresError::Connect { url: url.clone(), error: error.to_string() };
    let mut connection = batch_options(url).connect().await.map_err(error)?;
    archive::export_rows(SqlConnection::Postgres(&mut connection), &sender).await.map_err(error)?;
    connection.close().await.map_err(error)
}

/// Returns whether a database has data.
///
/// # Errors
/// Returns [`PostgresError`] if the database cannot be reached.
pub(super) async fn has_data(url: &PostgresUrl) -> Result<bool, PostgresError> {
    let error = |error: sqlx::Error| PostgresError::Connect { url: url.clone(), error: error.to_string() };
    let mut connection = batch_options(url).connect().await.map_err(error)?;
    let has_data = query_has_data(&mut connection).await.map_err(error)?;
    connection.close().await.map_err(error)?;
    Ok(has_data)
}

async fn query_has_data(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let table = sqlx::query("SELECT to_regclass('server_settings') IS NOT NULL").fetch_one(&mut *connection);
    if !table.await?.try_get::<bool, _>(0)? {
        return Ok(false);
    }
    let query = "SELECT EXISTS (SELECT 1 FROM server_settings) OR EXISTS (SELECT 1 FROM users)
         OR EXISTS (SELECT 1 FROM rooms)";
    sqlx::query(query).fetch_one(connection).await?.try_get(0)
}
