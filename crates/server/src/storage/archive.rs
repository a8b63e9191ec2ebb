//! Export and import of a whole server as text, one JSON object per line.

use std::io;
use std::path::Path;

use tokio::sync::mpsc;

use super::data_dir::{DataDir, database};
use super::location::StoreLocation;
use super::postgres::{self, PostgresError};
use super::rows::ArchiveRow;
use super::sqlite::read_only;
use super::store::{Store, StoreError};

/// The version of the format, which the first line states.
const VERSION: u32 = 1;

/// The number of rows in one transaction.
const ROWS_PER_BATCH: usize = 2_000;

/// Passes a snapshot of a store to `write_row`, row by row. The server may be running.
///
/// Returns the number of rows.
///
/// # Errors
/// Returns an error if there is no database, if it cannot be read, or if `write_row` fails.
pub async fn export(
    location: &StoreLocation,
    mut write_row: impl FnMut(ArchiveRow) -> io::Result<()>,
) -> io::Result<u64> {
    if let StoreLocation::DataDir(data) = location
        && !database(data).is_file()
    {
        return Err(io::Error::new(io::ErrorKind::NotFound, "there is no database in this directory"));
    }
    let (sender, mut rows) = mpsc::channel(1_000);
    write_row(ArchiveRow::Header { version: VERSION })?;
    // It owns the receiver, so that the export ends when `write_row` fails.
    let written = async move {
        let mut count = 1;
        while let Some(row) = rows.recv().await {
            write_row(row)?;
            count += 1;
        }
        io::Result::Ok(count)
    };
    let (exported, written) = tokio::join!(send_rows(location, sender), written);
    exported?;
    written
}

async fn send_rows(location: &StoreLocation, sender: mpsc::Sender<ArchiveRow>) -> io::Result<()> {
    match location {
        StoreLocation::DataDir(data) => {
            read_only::export(&database(data), sender).await.map_err(io::Error::other)
        }
        StoreLocation::Postgres(url) => Ok(postgres::export(url, sender).await?),
    }
}

/// Imports an archive into a data directory without a database, or into an empty PostgreSQL database.
///
/// Returns the number of rows.
///
/// # Errors
/// Returns an error if the place already holds data or is in use, if a line is malformed (the error names it), or if
/// the database cannot be written.
pub async fn import(
    location: &StoreLocation,
    lines: impl Iterator<Item = io::Result<String>>,
) -> io::Result<u64> {
    match location {
        StoreLocation::DataDir(data) => import_into_dir(data, lines).await,
        StoreLocation::Postgres(url) if postgres::has_data(url).await? => {
            Err(PostgresError::NotEmpty { url: url.clone() }.into())
        }
        // A failed import leaves rows, and the next one says that the database is not empty.
        StoreLocation::Postgres(_) => import_rows(&*location.open().await?, lines).await,
    }
}

async fn import_into_dir(data: &Path, lines: impl Iterator<Item = io::Result<String>>) -> io::Result<u64> {
    let data_dir = DataDir::open(data)?;
    if data_dir.has_database() {
        let message = "this directory already holds a database";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
    }
    data_dir.create_database()?;
    let imported = match StoreLocation::DataDir(data_dir.path().to_owned()).open().await {
        Ok(store) => import_rows(&*store, lines).await,
        Err(error) => Err(error),
    };
    if imported.is_err() {
        // A server must not start with a part of the archive.
        data_dir.remove_database();
    }
    imported
}

async fn import_rows(store: &dyn Store, lines: impl Iterator<Item = io::Result<String>>) -> io::Result<u64> {
    let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
    let failed = |error: StoreError| invalid(error.to_string());
    let (mut count, mut batch) = (0, Vec::new());
    for line in lines {
        count += 1;
        let row: ArchiveRow =
            serde_json::from_str(&line?).map_err(|error| invalid(format!("line {count}: {error}")))?;
        match (count, row) {
            (1, ArchiveRow::Header { version: VERSION }) => {}
            (1, ArchiveRow::Header { version }) => {
                return Err(invalid(format!(
                    "archive version {version} is not supported; this server reads version {VERSION}"
                )));
            }
            (1, _) => return Err(invalid("line 1 is not an archive header".to_owned())),
            (_, row) => batch.push(row),
        }
        if batch.len() >= ROWS_PER_BATCH {
            store.import_rows(std::mem::take(&mut batch)).await.map_err(failed)?;
        }
    }
    store.import_rows(batch).await.map_err(failed)?;
    store.close().await.map_err(io::Error::other)?;
    Ok(count)
}
