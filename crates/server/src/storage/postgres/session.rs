//! The settings of a connection, the checks of a server, and the locks of its writers.

use sqlx::Row;
use sqlx::postgres::{PgConnectOptions, PgConnection};

use super::error::PostgresError;
use super::url::PostgresUrl;

/// The oldest supported version, as `server_version_num` gives it.
const MIN_VERSION: i32 = 150_000;

/// The advisory lock of the servers that use a database: a single server holds it alone, nodes share it.
const SERVER_LOCK: i64 = i64::from_be_bytes(*b"yipan-wr");

/// Returns the options of connections that serve requests.
///
/// A lost connection is noticed within seconds by both ends, and the statement of a stopped process holds no lock for
/// long.
pub(super) fn session_options(url: &PostgresUrl) -> PgConnectOptions {
    batch_options(url).options([
        ("statement_timeout", "3s"),
        ("lock_timeout", "2s"),
        ("idle_in_transaction_session_timeout", "2s"),
    ])
}

/// Returns the options of connections whose statements may take long.
pub(super) fn batch_options(url: &PostgresUrl) -> PgConnectOptions {
    url.options().application_name("yipan").options([
        ("synchronous_commit", "on"),
        ("tcp_keepalives_idle", "2"),
        ("tcp_keepalives_interval", "1"),
        ("tcp_keepalives_count", "3"),
    ])
}

/// Rejects a server that is too old or may lose commits.
pub(super) async fn check_server(
    url: &PostgresUrl,
    connection: &mut PgConnection,
) -> Result<(), PostgresError> {
    let failed = |error: sqlx::Error| PostgresError::Connect { url: url.clone(), error: error.to_string() };
    let query = "SELECT current_setting('server_version_num')::integer, current_setting('server_version'),
         current_setting('fsync'), current_setting('full_page_writes')";
    let row = sqlx::query(query).fetch_one(connection).await.map_err(failed)?;
    if row.try_get::<i32, _>(0).map_err(failed)? < MIN_VERSION {
        return Err(PostgresError::TooOld { version: row.try_get(1).map_err(failed)? });
    }
    for (name, column) in [("fsync", 2), ("full_page_writes", 3)] {
        if row.try_get::<String, _>(column).map_err(failed)? != "on" {
            return Err(PostgresError::UnsafeSetting { name });
        }
    }
    Ok(())
}

/// Whether other servers may use the database at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// A single server, which refuses to start beside another.
    Single,
    /// A node among others.
    Node,
}

/// Keeps a server from starting beside others that do not know of it, until the connection ends. Returns false if they
/// are there. The lock does not protect the data: the epochs of slots do.
pub(super) async fn lock_database(
    connection: &mut PgConnection,
    sharing: Sharing,
) -> Result<bool, sqlx::Error> {
    let query = match sharing {
        Sharing::Single => "SELECT pg_try_advisory_lock($1)",
        Sharing::Node => "SELECT pg_try_advisory_lock_shared($1)",
    };
    sqlx::query(query).bind(SERVER_LOCK).fetch_one(connection).await?.try_get(0)
}

/// Acquires the lock of one writer of this process, until the connection ends. Returns false if the connection that it
/// replaces has not ended.
///
/// The lock of a connection that was lost is released when its last statement is finished, so the holder of the lock
/// reads the outcome of every earlier write.
pub(super) async fn lock_writer(connection: &mut PgConnection, key: i64) -> Result<bool, sqlx::Error> {
    sqlx::query("SELECT pg_try_advisory_lock($1)").bind(key).fetch_one(connection).await?.try_get(0)
}
