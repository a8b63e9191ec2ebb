use std::ffi::OsString;
use std::path::{Path, PathBuf};

use futures_util::TryStreamExt;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Row};
use yipan_room::{LogEntry, Room};

use super::error::BackupError;
use crate::storage::sqlite::read_only;
use crate::storage::store::StoreError;

/// The contents of a backup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackupSummary {
    /// The version of the database schema. A newer server migrates an older schema when it starts.
    pub schema: u64,
    /// Guests and accounts.
    pub users: u64,
    /// Users who can sign in.
    pub accounts: u64,
    /// Rooms of every phase.
    pub rooms: u64,
    /// Rooms whose game is over.
    pub finished: u64,
    /// Log entries of all rooms.
    pub entries: u64,
}

/// Verifies a backup: the integrity checks of SQLite, the schema, and that the log of every room can be replayed.
///
/// # Errors
/// Returns [`BackupError`] with the first problem found.
pub async fn check_backup(file: &Path) -> Result<BackupSummary, BackupError> {
    if !file.is_file() {
        let error = std::io::ErrorKind::NotFound.into();
        return Err(BackupError::Io { path: file.to_owned(), error });
    }
    let mut wal = OsString::from(file.as_os_str());
    wal.push("-wal");
    if std::fs::metadata(PathBuf::from(wal)).is_ok_and(|wal| wal.len() > 0) {
        return Err(BackupError::InUse(file.to_owned()));
    }
    let broken = |error: StoreError| BackupError::Broken(error.reason().to_owned());
    let mut connection = read_only::open_copy(file).await.map_err(broken)?;
    let summary = check(&mut connection).await?;
    connection.close().await.map_err(|error| BackupError::Broken(error.to_string()))?;
    Ok(summary)
}

async fn check(connection: &mut SqliteConnection) -> Result<BackupSummary, BackupError> {
    let broken = |error: sqlx::Error| BackupError::Broken(error.to_string());
    if let Some(problem) = read_only::integrity_problem(connection).await.map_err(broken)? {
        return Err(BackupError::Broken(problem));
    }
    let found = read_only::schema_version(connection).await?;
    let known = read_only::latest_schema();
    if found < 1 || found > known {
        return Err(BackupError::Schema { found, known });
    }
    let counts = sqlx::query(
        "SELECT (SELECT COUNT(*) FROM users), (SELECT COUNT(account) FROM users),
             (SELECT COUNT(*) FROM rooms), (SELECT COUNT(*) FROM rooms WHERE is_over)",
    );
    let counts = counts.fetch_one(&mut *connection).await.map_err(broken)?;
    let count = |column: usize| -> Result<u64, BackupError> {
        Ok(counts.try_get::<i64, _>(column).map_err(broken)?.unsigned_abs())
    };
    let (entries, logs) = replay_rooms(connection).await?;
    let summary = BackupSummary {
        schema: found.unsigned_abs(),
        users: count(0)?,
        accounts: count(1)?,
        rooms: count(2)?,
        finished: count(3)?,
        entries,
    };
    if logs != summary.rooms {
        return Err(BackupError::Broken(format!("{} rooms, but {logs} logs", summary.rooms)));
    }
    Ok(summary)
}

/// Replays the log of every room, and returns the number of entries and rooms.
async fn replay_rooms(connection: &mut SqliteConnection) -> Result<(u64, u64), BackupError> {
    let broken = |error: sqlx::Error| BackupError::Broken(error.to_string());
    let mut rows = sqlx::query("SELECT room, seq, line FROM entries ORDER BY room, seq").fetch(connection);
    let (mut entries, mut rooms) = (0, 0);
    let (mut room, mut log) = (String::new(), Vec::new());
    while let Some(row) = rows.try_next().await.map_err(broken)? {
        let code: String = row.try_get(0).map_err(broken)?;
        let (seq, line): (i64, String) = (row.try_get(1).map_err(broken)?, row.try_get(2).map_err(broken)?);
        if code != room {
            replay(&room, std::mem::take(&mut log))?;
            room = code;
            rooms += 1;
        }
        let wrong = |error: String| BackupError::Room { room: room.clone(), error };
        if usize::try_from(seq) != Ok(log.len()) {
            return Err(wrong(format!("entry {} is missing", log.len())));
        }
        log.push(serde_json::from_str(&line).map_err(|error| wrong(format!("entry {seq}: {error}")))?);
        entries += 1;
    }
    replay(&room, log)?;
    Ok((entries, rooms))
}

fn replay(room: &str, log: Vec<LogEntry>) -> Result<(), BackupError> {
    if log.is_empty() {
        return Ok(());
    }
    let replayed = Room::replay(log);
    replayed.map(drop).map_err(|error| BackupError::Room { room: room.to_owned(), error: error.to_string() })
}
