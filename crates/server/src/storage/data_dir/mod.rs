//! The data directory of a server.

mod error;
mod permissions;

use std::fs::{self, File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub use error::DataDirError;
pub use permissions::private_file;

/// The database of a data directory.
const DATABASE: &str = "yipan.sqlite";

/// The database of versions before the first release, which this version cannot read.
const UNSUPPORTED_DATABASE: &str = "hall.sqlite";

/// The file that a running server locks. It stays when the server ends, without the lock.
const LOCK: &str = "yipan.lock";

/// The configuration file that a server reads from its data directory.
pub const CONFIG_FILE: &str = "yipan.toml";

/// Returns the path of the database in a data directory.
pub(crate) fn database(data: &Path) -> PathBuf {
    data.join(DATABASE)
}

/// A data directory that no other server can use while this value lives.
#[derive(Debug)]
pub(crate) struct DataDir {
    path: PathBuf,
    /// The lock is released when the file is closed, even if the process is killed.
    lock: File,
}

impl Drop for DataDir {
    /// Releases the lock. Closing the file alone would not while a process that is just being started still has a copy.
    fn drop(&mut self) {
        if let Err(error) = self.lock.unlock() {
            tracing::warn!(%error, "the data directory could not be unlocked");
        }
    }
}

impl DataDir {
    /// Creates the directory if necessary, locks it, and makes it and the database private.
    ///
    /// # Errors
    /// Returns [`DataDirError::Locked`] if another server uses the directory, [`DataDirError::UnsupportedDatabase`] if it
    /// contains only a database that this version cannot read, and [`DataDirError::Io`] if the system denies access.
    pub(crate) fn open(path: &Path) -> Result<DataDir, DataDirError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| DataDirError::Io { path, error }
        };
        permissions::create_private_dir(path).map_err(failed(path))?;
        let lock = lock(path)?;
        permissions::make_dir_private(path, |name| {
            name == LOCK || name == CONFIG_FILE || name.starts_with(DATABASE)
        });
        for name in [LOCK.to_owned()].into_iter().chain(database_files()) {
            let file = path.join(name);
            permissions::make_private(&file).map_err(failed(&file))?;
        }
        let data_dir = DataDir { path: path.to_owned(), lock };
        let unsupported = path.join(UNSUPPORTED_DATABASE);
        if unsupported.exists() && !data_dir.has_database() {
            return Err(DataDirError::UnsupportedDatabase { path: unsupported });
        }
        Ok(data_dir)
    }

    /// Returns whether there is a database or a part of one. A new database would adopt an old write-ahead log.
    pub(crate) fn has_database(&self) -> bool {
        let has_content = |name| fs::metadata(self.path.join(name)).is_ok_and(|file| file.len() > 0);
        database_files().any(has_content)
    }

    /// Creates an empty private database file. SQLite gives its other files the same mode.
    ///
    /// # Errors
    /// Returns [`DataDirError::Io`] if the file cannot be created.
    pub(crate) fn create_database(&self) -> Result<PathBuf, DataDirError> {
        let path = self.database();
        match private_file().create(true).truncate(false).open(&path) {
            Ok(_) => Ok(path),
            Err(error) => Err(DataDirError::Io { path, error }),
        }
    }

    /// Removes the database and SQLite's files beside it.
    pub(crate) fn remove_database(&self) {
        for name in database_files() {
            // Most of these files do not exist.
            let _ = fs::remove_file(self.path.join(name));
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn database(&self) -> PathBuf {
        database(&self.path)
    }
}

/// Returns the names of the database and of the files that SQLite creates beside it.
fn database_files() -> impl Iterator<Item = String> {
    ["", "-wal", "-shm"].into_iter().map(|suffix| format!("{DATABASE}{suffix}"))
}

fn lock(path: &Path) -> Result<File, DataDirError> {
    let name = path.join(LOCK);
    let failed = |error| DataDirError::Io { path: name.clone(), error };
    let mut lock = private_file().read(true).create(true).truncate(false).open(&name).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut text = String::new();
            // The process number only helps the operator, so a failure to read it is ignored.
            let process = lock.read_to_string(&mut text).ok().and_then(|_| text.trim().parse().ok());
            return Err(DataDirError::Locked { path: path.to_owned(), process });
        }
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    let write = |lock: &mut File| {
        lock.set_len(0)?;
        lock.seek(SeekFrom::Start(0))?;
        writeln!(lock, "{}", std::process::id())
    };
    // A full disk must not prevent the start.
    if let Err(error) = write(&mut lock) {
        tracing::warn!(%error, "the process number could not be written to the lock file");
    }
    Ok(lock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_the_lock_file_in_another_process_keeps_no_lock() {
        let path = std::env::temp_dir().join(format!("yipan-lock-{}", std::process::id()));
        let data_dir = DataDir::open(&path).expect("a data directory");
        let copy = data_dir.lock.try_clone().expect("a copy");
        assert!(matches!(DataDir::open(&path), Err(DataDirError::Locked { .. })));
        drop(data_dir);
        assert!(DataDir::open(&path).is_ok(), "{copy:?}");
        fs::remove_dir_all(&path).expect("it is removed");
    }
}
