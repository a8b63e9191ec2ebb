//! Access of the command line to a database that a server uses.
//!
//! Both databases let another process write. Nothing that a server holds in memory may be changed here, except what it
//! reads again by itself.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::data_dir::{DataDir, DataDirError, database};
use super::location::StoreLocation;
use super::store::Store;
use super::{postgres, sqlite};

/// Opens a store that a server uses.
///
/// # Errors
/// Returns an error if no server uses the database, or if it has another schema than this program.
pub(crate) async fn open(location: &StoreLocation) -> io::Result<Arc<dyn Store>> {
    Ok(match location {
        StoreLocation::DataDir(data) => {
            check_in_use(data)?;
            Arc::new(sqlite::open_beside_server(data).await.map_err(io::Error::other)?)
        }
        StoreLocation::Postgres(url) => Arc::new(postgres::open_beside_server(url).await?),
    })
}

/// Rejects a data directory that no server has locked.
fn check_in_use(data: &Path) -> Result<(), DataDirError> {
    let unused = || DataDirError::NotInUse { path: data.to_owned() };
    if !database(data).exists() {
        return Err(unused());
    }
    match DataDir::open(data) {
        Err(DataDirError::Locked { .. }) => Ok(()),
        Err(error) => Err(error),
        Ok(_) => Err(unused()),
    }
}
