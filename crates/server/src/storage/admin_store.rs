use std::io;
use std::sync::Arc;

use super::beside_server;
use super::data_dir::DataDirError;
use super::idle_store::IdleStore;
use super::location::StoreLocation;
use super::postgres::PostgresError;
use super::store::Store;

/// A store that the command line uses beside a server, or alone.
#[derive(Debug)]
pub(crate) struct AdminStore {
    pub(crate) store: Arc<dyn Store>,
    /// The lock of the data directory, if no server uses it.
    _idle: Option<IdleStore>,
}

impl AdminStore {
    /// Opens a store that exists.
    ///
    /// # Errors
    /// Returns an error if there is no database, or if it cannot be read or written.
    pub(crate) async fn open(location: &StoreLocation) -> io::Result<AdminStore> {
        match beside_server::open(location).await {
            Ok(store) => Ok(AdminStore { store, _idle: None }),
            Err(error) if is_not_in_use(&error) => {
                let idle = IdleStore::open(location).await?;
                Ok(AdminStore { store: Arc::clone(&idle.store), _idle: Some(idle) })
            }
            Err(error) => Err(error),
        }
    }

    /// Finishes pending writes and closes the store.
    pub(crate) async fn close(self) -> io::Result<()> {
        self.store.close().await.map_err(io::Error::other)
    }
}

/// Whether the reason of an error is that no server uses the database.
fn is_not_in_use(error: &io::Error) -> bool {
    let Some(error) = error.get_ref() else { return false };
    matches!(error.downcast_ref(), Some(DataDirError::NotInUse { .. }))
        || matches!(error.downcast_ref(), Some(PostgresError::NotInUse { .. }))
}
