//! Backups of a running server, their verification, and restoring them.

mod check;
mod error;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

pub use check::{BackupSummary, check_backup};
pub use error::BackupError;

use crate::storage::data_dir::{self, DataDir, private_file};
use crate::storage::sqlite::read_only;

/// Copies the database in a data directory to a file, while the server may be running.
///
/// The copy contains every command acknowledged before the call. It gets its name when it is complete. Returns its size
/// in bytes.
///
/// # Errors
/// Returns [`BackupError::Exists`] if the file exists and `force` is not set, [`BackupError::NoDatabase`] if there is
/// no database, and other errors if the database cannot be read or the file cannot be written.
pub async fn backup(data: &Path, file: &Path, force: bool) -> Result<u64, BackupError> {
    let database = data_dir::database(data);
    if !database.is_file() {
        return Err(BackupError::NoDatabase(data.to_owned()));
    }
    if !force && file.exists() {
        return Err(BackupError::Exists(file.to_owned()));
    }
    let partial = Partial::create(file)?;
    let mut connection = read_only::open(&database).await?;
    read_only::vacuum_into(&mut connection, &partial.0).await?;
    partial.finish(file, force)
}

/// Checks a backup with [`check_backup`] and copies it into a data directory without a database.
///
/// # Errors
/// Returns [`BackupError::NotEmpty`] if the directory contains a database, and other errors if the backup is damaged or
/// cannot be copied.
pub async fn restore(file: &Path, data: &Path) -> Result<BackupSummary, BackupError> {
    let summary = check_backup(file).await?;
    let data_dir = DataDir::open(data)?;
    if data_dir.has_database() {
        return Err(BackupError::NotEmpty(data.to_owned()));
    }
    let database = data_dir::database(data);
    let partial = Partial::create(&database)?;
    let failed = |path: &Path, error| BackupError::Io { path: path.to_owned(), error };
    let mut from = File::open(file).map_err(|error| failed(file, error))?;
    let mut to = private_file().open(&partial.0).map_err(|error| failed(&partial.0, error))?;
    io::copy(&mut from, &mut to).map_err(|error| failed(&partial.0, error))?;
    partial.finish(&database, true)?;
    Ok(summary)
}

/// A temporary file beside its destination, removed on drop unless it was finished.
struct Partial(PathBuf);

impl Partial {
    /// Creates an empty private file.
    fn create(destination: &Path) -> Result<Partial, BackupError> {
        let mut name = OsString::from(destination.as_os_str());
        name.push(format!(".partial-{}", std::process::id()));
        let path = PathBuf::from(name);
        match private_file().create_new(true).open(&path) {
            Ok(_) => Ok(Partial(path)),
            Err(error) => Err(BackupError::Io { path, error }),
        }
    }

    /// Syncs the file, renames it to its destination, and returns its size.
    fn finish(self, destination: &Path, force: bool) -> Result<u64, BackupError> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => BackupError::Exists(destination.to_owned()),
            _ => BackupError::Io { path: destination.to_owned(), error },
        };
        let file = File::open(&self.0).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        let size = file.metadata().map_err(failed)?.len();
        if force {
            fs::rename(&self.0, destination).map_err(failed)?;
        } else {
            // Unlike a rename, a hard link never replaces a file that was created in the meantime.
            match fs::hard_link(&self.0, destination) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !destination.exists() => {
                    // The file system does not support hard links.
                    fs::rename(&self.0, destination).map_err(failed)?;
                }
                linked => linked.map_err(failed)?,
            }
        }
        sync_parent(destination).map_err(failed)?;
        Ok(size)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // After a rename it no longer exists.
        let _ = fs::remove_file(&self.0);
    }
}

/// Syncs the directory, so that a new name in it is on disk.
#[cfg(unix)]
fn sync_parent(file: &Path) -> io::Result<()> {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(parent)?.sync_all()
}

#[cfg(not(unix))]
fn sync_parent(_: &Path) -> io::Result<()> {
    Ok(())
}
