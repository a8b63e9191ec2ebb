//! Changes that the command line makes while a server uses the database.
//!
//! Both databases let another process write. Nothing that a server holds in memory may be changed here, except what it
//! reads again by itself.

use std::io;
use std::path::Path;

use super::data_dir::{DataDir, DataDirError, database};
use super::location::StoreLocation;
use super::moderation_rows::{AuditRow, ModerationEffect};
use super::sql::{ModerationWrite, Write};
use super::{postgres, sqlite};

/// Makes a change and appends it to the audit log. Returns false if there is nothing to change.
///
/// # Errors
/// Returns an error if no server uses the database, or if it cannot be written.
pub(crate) async fn moderate(
    location: &StoreLocation,
    entry: AuditRow,
    effect: ModerationEffect,
) -> io::Result<bool> {
    let write = Write::Moderation(ModerationWrite::Act { entry, effect });
    match location {
        StoreLocation::DataDir(data) => {
            check_in_use(data)?;
            sqlite::write_beside_server(&database(data), &write).await.map_err(io::Error::other)
        }
        StoreLocation::Postgres(url) => Ok(postgres::write_beside_server(url, &write).await?),
    }
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
