use crate::planted::planted;
use crate::storage::rows::AppendEntries;
use crate::storage::store::{Store, StoreError, StoreStatus};

/// The reason why entries were not appended.
#[derive(Debug)]
pub(crate) enum AppendError {
    /// The log is as it was.
    NotWritten(StoreError),
    /// The log differs from the room in memory.
    Diverged {
        /// The entries that the log has in their place; empty if it lacks an earlier one.
        found: Vec<String>,
        /// The error of the store.
        error: StoreError,
    },
    /// Another node owns the room. The log is as that node leaves it.
    Fenced(StoreError),
    /// They may be in the log; it tells once the store can be written again.
    Unknown(StoreError),
}

impl AppendError {
    /// Returns the error of the store.
    pub(crate) fn into_store_error(self) -> StoreError {
        match self {
            AppendError::NotWritten(error)
            | AppendError::Fenced(error)
            | AppendError::Diverged { error, .. }
            | AppendError::Unknown(error) => error,
        }
    }
}

/// Appends entries. Where the store does not say whether they were written, the log does.
pub(crate) async fn append_checked(store: &dyn Store, append: AppendEntries) -> Result<(), AppendError> {
    let (room, seq, entries) = (append.room.clone(), append.seq, append.entries.clone());
    let error = match store.append(append).await {
        Ok(()) => return Ok(()),
        Err(error @ StoreError::Unknown(_)) if planted!(UnknownIsFailure) => {
            return Err(AppendError::NotWritten(error));
        }
        Err(error @ (StoreError::Unavailable(_) | StoreError::Failed(_))) => {
            return Err(AppendError::NotWritten(error));
        }
        Err(error @ StoreError::Fenced(_)) => return Err(AppendError::Fenced(error)),
        Err(error @ (StoreError::Conflict(_) | StoreError::Unknown(_))) => error,
    };
    // A write whose connection was lost may still be committed, until the store has replaced the connection.
    let is_settled = match error {
        StoreError::Unknown(_) => *store.status().borrow() == StoreStatus::Writable,
        _ => true,
    };
    let found = if is_settled { store.log(&room, seq).await.ok() } else { None };
    match found {
        None => Err(AppendError::Unknown(error)),
        Some(found) if found.starts_with(&entries) => Ok(()),
        Some(found) if found.is_empty() && error.is_outage() => Err(AppendError::NotWritten(error)),
        Some(found) => Err(AppendError::Diverged { found, error }),
    }
}
