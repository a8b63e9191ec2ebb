use std::fmt;
use std::future::Future;
use std::pin::Pin;

/// The boxed future returned by store methods.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// An error of the store.
#[derive(Clone, Debug)]
pub enum StoreError {
    /// Reads or writes fail at the moment, because the disk is full, fails or is gone. Nothing was written. A retry may
    /// succeed.
    Unavailable(String),
    /// The connection was lost during a write, which may have been committed. Reads tell once writes work again.
    Unknown(String),
    /// A new row exists already or its predecessor is missing: the store differs from what this server has seen.
    Conflict(String),
    /// This server does not own the slot of the room, or no longer. Nothing was written, and nothing will be.
    Fenced(String),
    /// This request is impossible; others may work.
    Failed(String),
}

impl StoreError {
    /// Returns the reason alone, as the database or the file system gave it.
    #[must_use]
    pub fn reason(&self) -> &str {
        let (StoreError::Unavailable(reason)
        | StoreError::Unknown(reason)
        | StoreError::Conflict(reason)
        | StoreError::Fenced(reason)
        | StoreError::Failed(reason)) = self;
        reason
    }

    /// Whether the store as a whole cannot be written, and not only this row.
    #[must_use]
    pub const fn is_outage(&self) -> bool {
        matches!(self, StoreError::Unavailable(_) | StoreError::Unknown(_))
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Unavailable(reason) => write!(f, "the store is unavailable: {reason}"),
            StoreError::Unknown(reason) => {
                write!(f, "the connection to the store was lost during a write: {reason}")
            }
            StoreError::Conflict(reason) => {
                write!(f, "the store differs from what this server has seen: {reason}")
            }
            StoreError::Fenced(reason) => write!(f, "the room is not on this server: {reason}"),
            StoreError::Failed(reason) => write!(f, "the store failed: {reason}"),
        }
    }
}

impl std::error::Error for StoreError {}
