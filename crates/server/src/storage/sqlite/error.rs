//! Conversion of SQLite errors to store errors.

use crate::storage::store::StoreError;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let text = error.to_string();
        let Some(database) = error.as_database_error() else {
            // A column of an unexpected type is unrelated to the disk. Other errors mean a lost connection.
            return match error {
                sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) | sqlx::Error::RowNotFound => {
                    StoreError::Failed(text)
                }
                _ => StoreError::Unavailable(text),
            };
        };
        if database.is_unique_violation() {
            return StoreError::Conflict(text);
        }
        // The low byte is the primary result code of SQLite; the other bytes refine it.
        let code: Option<u32> = database.code().and_then(|code| code.parse().ok());
        match code.map(|code| code & 0xff) {
            Some(SQLITE_ERROR | SQLITE_CONSTRAINT | SQLITE_MISMATCH | SQLITE_TOOBIG | SQLITE_RANGE) => {
                StoreError::Failed(text)
            }
            _ => StoreError::Unavailable(text),
        }
    }
}

/// The result codes that a statement causes, and not the disk.
const SQLITE_ERROR: u32 = 1;
const SQLITE_TOOBIG: u32 = 18;
const SQLITE_CONSTRAINT: u32 = 19;
const SQLITE_MISMATCH: u32 = 20;
const SQLITE_RANGE: u32 = 25;
