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
        POSTGRES_STATEMENT_ERRORS.iter().any(|class| code.starts_with(class)) || is_aborted(error)
    }
}

/// Whether PostgreSQL has rolled a transaction back for the sake of another one. Nothing was written, and a second attempt
/// may succeed.
pub(in crate::storage) fn is_aborted(error: &dyn DatabaseError) -> bool {
    error.code().is_some_and(|code| ["40001", "40P01"].contains(&&*code))
}

/// `SQLITE_ERROR`, `SQLITE_TOOBIG`, `SQLITE_CONSTRAINT`, `SQLITE_MISMATCH` and `SQLITE_RANGE`.
const SQLITE_STATEMENT_ERRORS: [u32; 5] = [1, 18, 19, 20, 25];

/// The classes of SQLSTATE for features, data, constraints and syntax.
const POSTGRES_STATEMENT_ERRORS: [&str; 5] = ["0A", "21", "22", "23", "42"];

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::error::Error;
    use std::fmt;

    use sqlx::error::ErrorKind;

    use super::*;

    /// An error of PostgreSQL with this SQLSTATE.
    #[derive(Debug)]
    struct SqlState(&'static str);

    impl fmt::Display for SqlState {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl Error for SqlState {}

    impl DatabaseError for SqlState {
        fn message(&self) -> &str {
            self.0
        }

        fn code(&self) -> Option<Cow<'_, str>> {
            Some(self.0.into())
        }

        fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }

    #[test]
    fn a_deadlock_and_a_faulty_statement_are_no_outage() {
        // Deadlock, serialization, syntax; then: completion unknown, shutdown, disk full.
        for (code, is_outage) in [
            ("40P01", false),
            ("40001", false),
            ("42601", false),
            ("40003", true),
            ("57P01", true),
            ("53100", true),
        ] {
            let error = StoreError::from(sqlx::Error::Database(Box::new(SqlState(code))));
            assert_eq!(error.is_outage(), is_outage, "{code}");
        }
    }
}
