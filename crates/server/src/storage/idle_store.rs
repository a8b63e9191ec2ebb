use std::io;
use std::sync::Arc;

use super::data_dir::DataDir;
use super::location::StoreLocation;
use super::store::Store;

/// A store that no server uses, with the lock of its data directory.
#[derive(Debug)]
pub(crate) struct IdleStore {
    pub(crate) store: Arc<dyn Store>,
    _data_dir: Option<DataDir>,
}

impl IdleStore {
    /// Opens a store that exists and that no server uses.
    ///
    /// # Errors
    /// Returns an error if there is no database, if a server uses it, or if it cannot be read or written.
    pub(crate) async fn open(location: &StoreLocation) -> io::Result<IdleStore> {
        let data_dir = match location {
            StoreLocation::DataDir(data) => {
                let data_dir = DataDir::open(data)?;
                if !data_dir.has_database() {
                    let message = "there is no database in this directory";
                    return Err(io::Error::new(io::ErrorKind::NotFound, message));
                }
                Some(data_dir)
            }
            StoreLocation::Postgres(_) => None,
        };
        Ok(IdleStore { store: location.open().await?, _data_dir: data_dir })
    }
}
