//! A database that is only read, beside a running server or without one.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Row};
use tokio::sync::mpsc;

use super::{MIGRATOR, moving};
use crate::archive::Kept;
use crate::store::StoreError;

/// Opens a database without creating, migrating or changing it.
///
/// # Errors
/// Returns an error if it cannot be opened or its schema is not the one of this program.
pub(crate) async fn open(database: &Path) -> Result<SqliteConnection, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(database)
        .read_only(true)
        .busy_timeout(std::time::Duration::from_secs(10));
    let mut connection = options.connect().await?;
    let (found, known) = (schema_version(&mut connection).await?, latest_schema());
    if found != known {
        let remedy =
            if found > known { "use a newer program" } else { "start the server once to migrate it" };
        return Err(StoreError::Failed(format!(
            "the database has schema {found}, this program expects {known}; {remedy}"
        )));
    }
    Ok(connection)
}

/// Returns the newest schema that this program knows.
pub(crate) fn latest_schema() -> i64 {
    MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Returns the schema that a database was migrated to last.
pub(crate) async fn schema_version(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let query = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations WHERE success";
    Ok(sqlx::query(query).fetch_one(connection).await?.try_get(0)?)
}

/// Sends every row, all from the same moment.
pub(crate) async fn export(database: &Path, out: mpsc::Sender<Kept>) -> Result<(), StoreError> {
    let mut connection = open(database).await?;
    moving::tell(&mut connection, &out).await?;
    Ok(connection.close().await?)
}
