//! A whole hall as text, to move it or to look at it: a JSON object a line.

use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::auth::authentication::SESSION_LIFETIME;
use crate::metrics::Metrics;
use crate::storage::data_dir::{DataDir, database};
use crate::storage::sqlite::{Sqlite, read_only};
use crate::storage::store::{CredentialRow, Store, StoreError, UserRow};

/// The first line names it, so that nothing else is taken for a hall.
const VERSION: u32 = 1;

/// How many lines are written in one commit.
const ROWS_PER_BATCH: usize = 2_000;

/// One thing that a hall keeps. Keys are kept as hashes, the signing key as it is: guard an archive like the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kept", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ArchiveRow {
    /// The first line.
    Header {
        /// How it is written.
        version: u32,
    },
    /// A setting of the hall's own.
    ServerSetting {
        /// Which.
        name: String,
        /// As it is.
        value: String,
    },
    /// Somebody.
    User(UserRow),
    /// What proves who somebody is.
    Credential(CredentialRow),
    /// What an account likes.
    UserSettings {
        /// Whose.
        user_id: String,
        /// As the page wrote it.
        settings: String,
    },
    /// A table.
    Room {
        /// Its code.
        code: String,
        /// When it was opened, in the hall's milliseconds.
        created: u64,
        /// The game.
        game: String,
        /// Whether it has ended.
        is_over: bool,
        /// The game in short.
        summary: Option<String>,
    },
    /// A line of a table's log.
    Entry {
        /// The table.
        room: String,
        /// Its number.
        seq: u64,
        /// What happened.
        line: String,
    },
    /// Somebody has sat at a table.
    Seat {
        /// Who.
        user_id: String,
        /// Where.
        room: String,
    },
}

/// Hands everything that the hall in a folder keeps to `take`, as it was at one moment; the hall may be open.
///
/// # Errors
/// The folder holds no hall, it cannot be read, or `take` fails.
pub async fn export(data: &Path, mut write_row: impl FnMut(ArchiveRow) -> io::Result<()>) -> io::Result<u64> {
    let database = database(data);
    if !database.is_file() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "there is no hall in this folder"));
    }
    let (sender, mut rows) = mpsc::channel(1_000);
    write_row(ArchiveRow::Header { version: VERSION })?;
    // It owns the receiver, so that the sender ends with it when `take` fails.
    let written = async move {
        let mut count = 1;
        while let Some(row) = rows.recv().await {
            write_row(row)?;
            count += 1;
        }
        io::Result::Ok(count)
    };
    let (exported, taken) = tokio::join!(read_only::export(&database, sender), written);
    exported.map_err(io::Error::other)?;
    taken
}

/// Fills in what archives lack that were written before keys expired and had scopes.
fn upgrade_row(mut kept: ArchiveRow) -> ArchiveRow {
    if let ArchiveRow::Credential(key) = &mut kept {
        if key.kind == "session" {
            key.expires = key.expires.or(Some(key.created.saturating_add(SESSION_LIFETIME)));
        } else if key.scopes.is_empty() {
            "play read".clone_into(&mut key.scopes);
        }
    }
    kept
}

/// Brings what was exported into a folder that has no hall yet.
///
/// # Errors
/// There is a hall already, a line is no part of one (it is named), or nothing can be written.
pub async fn import(data: &Path, lines: impl Iterator<Item = io::Result<String>>) -> io::Result<u64> {
    let data_dir = DataDir::open(data)?;
    if data_dir.has_database() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "there is a hall in this folder already"));
    }
    data_dir.create_database()?;
    let imported = import_rows(data_dir.path(), lines).await;
    if imported.is_err() {
        // A part of a server is none.
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
        let kept: ArchiveRow =
            serde_json::from_str(&line?).map_err(|error| invalid(format!("line {count}: {error}")))?;
        match (count, kept) {
            (1, ArchiveRow::Header { version: VERSION }) => {}
            (1, ArchiveRow::Header { version }) => {
                return Err(invalid(format!(
                    "it is written as version {version}; this hall reads {VERSION}"
                )));
            }
            (1, _) => return Err(invalid("line 1 does not say that a hall follows".to_owned())),
            (_, kept) => batch.push(upgrade_row(kept)),
        }
        if batch.len() >= ROWS_PER_BATCH {
            store.import_rows(std::mem::take(&mut batch)).await.map_err(failed)?;
        }
    }
    store.import_rows(batch).await.map_err(failed)?;
    store.close().await.map_err(io::Error::other)?;
    Ok(count)
}
