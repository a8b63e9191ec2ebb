//! The directory that a server stores everything in.

mod error;
mod permissions;

use std::fs::{self, File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub use error::DataDirError;
pub use permissions::private_file;

/// The database of a data directory.
const DATABASE: &str = "hall.sqlite";

/// The file whose lock says that a server runs; it stays behind when the server is gone, without the lock.
const LOCK: &str = "yipan.lock";

/// Returns the path of the database in a data directory.
pub(crate) fn database(data: &Path) -> PathBuf {
    data.join(DATABASE)
}

/// A data directory that no other server can use while this value lives.
#[derive(Debug)]
pub(crate) struct DataDir {
    path: PathBuf,
    /// Closing it gives the lock back, also when the process is killed.
    _lock: File,
}

impl DataDir {
    /// Creates the directory if need be, locks it, and closes it and the database to other users of the machine.
    ///
    /// # Errors
    /// Returns [`DataDirError::Locked`] if another server uses it, and [`DataDirError::Io`] if the system refuses.
    pub(crate) fn open(path: &Path) -> Result<DataDir, DataDirError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| DataDirError::Io { path, error }
        };
        permissions::create_private_dir(path).map_err(failed(path))?;
        let lock = lock(path)?;
        permissions::make_dir_private(path, |name| name == LOCK || name.starts_with(DATABASE));
        for name in [LOCK.to_owned()].into_iter().chain(database_files()) {
            let file = path.join(name);
            permissions::make_private(&file).map_err(failed(&file))?;
        }
        Ok(DataDir { path: path.to_owned(), _lock: lock })
    }

    /// Returns whether there is a database, or a part of one: a new database would take an old log for its own.
    pub(crate) fn has_database(&self) -> bool {
        let has_content = |name| fs::metadata(self.path.join(name)).is_ok_and(|file| file.len() > 0);
        database_files().any(has_content)
    }

    /// Creates an empty database file that other users cannot read. SQLite gives its other files the same mode.
    ///
    /// # Errors
    /// Returns [`DataDirError::Io`] if the system refuses.
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
            // A file that is not there needs no removal.
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

/// Returns the names of the database and of the files that SQLite keeps beside it.
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
            // The number only helps the operator; where it cannot be read the error does without it.
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
    // A full disk must not keep a server from starting that could free some of it.
    if let Err(error) = write(&mut lock) {
        tracing::warn!(%error, "the process could not be written into the lock file");
    }
    Ok(lock)
}
