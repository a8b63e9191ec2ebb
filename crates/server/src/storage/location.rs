use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::postgres::{self, PostgresUrl, Sharing};
use super::sqlite;
use super::store::Store;
use crate::metrics::Metrics;

/// The place where a server stores its data.
#[derive(Clone, Debug)]
pub enum StoreLocation {
    /// A database file in this data directory.
    DataDir(PathBuf),
    /// A PostgreSQL database.
    Postgres(PostgresUrl),
}

impl StoreLocation {
    /// Opens the store, creating or migrating it if necessary. The caller has locked a data directory.
    ///
    /// # Errors
    /// Returns an error if the database cannot be opened, or a PostgreSQL database is in use by another server.
    pub async fn open(&self) -> io::Result<Arc<dyn Store>> {
        self.open_with(Sharing::Single, &Arc::default()).await
    }

    pub(crate) async fn open_with(
        &self,
        sharing: Sharing,
        metrics: &Arc<Metrics>,
    ) -> io::Result<Arc<dyn Store>> {
        Ok(match self {
            StoreLocation::DataDir(data) => {
                Arc::new(sqlite::open(data, metrics).await.map_err(io::Error::other)?)
            }
            StoreLocation::Postgres(url) => Arc::new(postgres::open(url, sharing, metrics).await?),
        })
    }
}

impl fmt::Display for StoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreLocation::DataDir(data) => data.display().fmt(f),
            StoreLocation::Postgres(url) => url.fmt(f),
        }
    }
}
