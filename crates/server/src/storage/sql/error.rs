//! Conversion of errors of the databases to store errors.

use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteError;

use crate::storage::store::StoreError;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let text = error.to_string();
        let Some(database) = error.as_database_error() else {
            // A column of an unexpected type is unrelated to the database. Other errors mean a lost connection.
            return match error {
                sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) | sqlx::Error::RowNotFound => {
                    StoreError::Failed(text)
                }
                _ => StoreError::Unavailable(text),
            };
        };
        if database.is_unique_violation() {
            StoreError::Conflict(text)
        } else if is_caused_by_statement(database) {
            StoreError::Failed(text)
        } else {
            StoreError::Unavailable(text)
        }
    }
}

/// Whether a statement caused an error, and not the disk or the server.
fn is_caused_by_statement(error: &dyn DatabaseError) -> bool {
    let code = error.code().unwrap_or_default();
    if error.try_downcast_ref::<SqliteError>().is_some() {
        // The low byte is the primary result code of SQLite; the other bytes refine it.
        let code: Option<u32> = code.parse().ok();
        code.is_some_and(|code| SQLITE_STATEMENT_ERRORS.contains(&(code & 0xff)))
    } else {
        POSTGRES_STATEMENT_ERRORS.iter().any(|class| code.starts_with(class))
    }
}

/// `SQLITE_ERROR`, `SQLITE_TOOBIG`, `SQLITE_CONSTRAINT`, `SQLITE_MISMATCH` and `SQLITE_RANGE`.
const SQLITE_STATEMENT_ERRORS: [u32; 5] = [1, 18, 19, 20, 25];

/// The classes of SQLSTATE for features, data, constraints and syntax.
const POSTGRES_STATEMENT_ERRORS: [&str; 5] = ["0A", "21", "22", "23", "42"];
