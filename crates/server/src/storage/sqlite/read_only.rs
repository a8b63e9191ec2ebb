//! Read-only access to a database, whether a server uses it or not.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Row};
use tokio::sync::mpsc;

use super::schema::MIGRATOR;
use crate::storage::rows::ArchiveRow;
use crate::storage::sql::{SqlConnection, archive};
use crate::storage::store::StoreError;

/// Opens a database without creating, migrating or changing it.
///
/// # Errors
/// Returns an error if it cannot be opened or has another schema than this program.
pub(crate) async fn open(database: &Path) -> Result<SqliteConnection, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(database)
        .read_only(true)
        .busy_timeout(std::time::Duration::from_secs(10));
    let mut connection = options.connect().await?;
    check_schema(&mut connection).await?;
    Ok(connection)
}

/// Rejects a database that has another schema than this program.
pub(super) async fn check_schema(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let (found, known) = (schema_version(connection).await?, latest_schema());
    if found != known {
        let remedy =
            if found > known { "use a newer program" } else { "start the server once to migrate it" };
        return Err(StoreError::Failed(format!(
            "the database has schema {found}, this program expects {known}; {remedy}"
        )));
    }
    Ok(())
}

/// Opens a copy of any schema that nothing else uses. SQLite creates no files beside it, so it may be on a read-only
/// file system.
///
/// # Errors
/// Returns an error if it cannot be opened.
pub(crate) async fn open_copy(file: &Path) -> Result<SqliteConnection, StoreError> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true).immutable(true);
    Ok(options.connect().await?)
}

/// Writes a snapshot of the database into an empty file, without blocking writers.
///
/// # Errors
/// Returns an error if the name is not UTF-8, the database cannot be read, or the file cannot be written.
pub(crate) async fn vacuum_into(connection: &mut SqliteConnection, file: &Path) -> Result<(), StoreError> {
    let name =
        file.to_str().ok_or_else(|| StoreError::Failed("the name of the file is not UTF-8".to_owned()))?;
    sqlx::query("VACUUM INTO $1").bind(name).execute(connection).await?;
    Ok(())
}

/// Returns the first problem that SQLite finds in a database.
///
/// # Errors
/// Returns an error if it cannot be read at all.
pub(crate) async fn integrity_problem(
    connection: &mut SqliteConnection,
) -> Result<Option<String>, sqlx::Error> {
    let checked: String =
        sqlx::query("PRAGMA integrity_check(1)").fetch_one(&mut *connection).await?.try_get(0)?;
    if checked != "ok" {
        return Ok(Some(checked));
    }
    let orphan = sqlx::query("PRAGMA foreign_key_check").fetch_optional(connection).await?;
    let table = orphan.map(|row| row.try_get::<String, _>(0)).transpose()?;
    Ok(table.map(|table| format!("a row of `{table}` refers to a row that does not exist")))
}

/// Returns the latest schema version that this program knows.
pub(crate) fn latest_schema() -> i64 {
    MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Returns the schema version of a database.
pub(crate) async fn schema_version(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let query = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations WHERE success";
    Ok(sqlx::query(query).fetch_one(connection).await?.try_get(0)?)
}

/// Sends every row of one snapshot.
pub(crate) async fn export(database: &Path, sender: mpsc::Sender<ArchiveRow>) -> Result<(), StoreError> {
    let mut connection = open(database).await?;
    archive::export_rows(SqlConnection::Sqlite(&mut connection), &sender).await?;
    Ok(connection.close().await?)
}
