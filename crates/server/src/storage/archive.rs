//! Export and import of a whole server as text, one JSON object per line.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tokio::sync::mpsc;

use super::data_dir::{DataDir, database};
use super::rows::ArchiveRow;
use super::sqlite::{Sqlite, read_only};
use super::store::{Store, StoreError};
use crate::metrics::Metrics;

/// The version of the format, which the first line states.
const VERSION: u32 = 1;

/// The number of rows in one transaction.
const ROWS_PER_BATCH: usize = 2_000;

/// Passes a snapshot of the database in a data directory to `write_row`, row by row. The server may be running.
///
/// Returns the number of rows.
///
/// # Errors
/// Returns an error if the directory contains no database, if it cannot be read, or if `write_row` fails.
pub async fn export(data: &Path, mut write_row: impl FnMut(ArchiveRow) -> io::Result<()>) -> io::Result<u64> {
    let database = database(data);
    if !database.is_file() {
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
    let (exported, written) = tokio::join!(read_only::export(&database, sender), written);
    exported.map_err(io::Error::other)?;
    written
}

/// Imports an archive into a data directory without a database.
///
/// Returns the number of rows.
///
/// # Errors
/// Returns an error if the directory already contains a database, if a line is malformed (the error names it), or if
/// the database cannot be written.
pub async fn import(data: &Path, lines: impl Iterator<Item = io::Result<String>>) -> io::Result<u64> {
    let data_dir = DataDir::open(data)?;
    if data_dir.has_database() {
        let message = "this directory already holds a database";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
    }
    data_dir.create_database()?;
    let imported = import_rows(data_dir.path(), lines).await;
    if imported.is_err() {
        // A server must not start with a part of the archive.
        data_dir.remove_database();
    }
    imported
}

async fn import_rows(data: &Path, lines: impl Iterator<Item = io::Result<String>>) -> io::Result<u64> {
    let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
    let store = Sqlite::open(data, Arc::new(Metrics::default())).await.map_err(io::Error::other)?;
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
