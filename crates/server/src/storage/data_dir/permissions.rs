//! File modes that keep other users of the machine out; systems without them are left as they are.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// Returns options that create a file for its owner alone.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates a directory and its parents for their owner alone; an existing one keeps its mode.
pub(super) fn create_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Closes a directory to other users, if every name in it satisfies `is_own`: a home directory that was named by
/// mistake must stay as it is.
#[cfg(unix)]
pub(super) fn make_dir_private(path: &Path, is_own: impl Fn(&str) -> bool) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(metadata) = fs::metadata(path) else { return };
    let mode = metadata.permissions().mode() & 0o7777;
    if mode & 0o077 == 0 {
        return;
    }
    let shown = path.display();
    let names = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let is_shared = |file: &fs::DirEntry| !file.file_name().to_str().is_some_and(&is_own);
    if names.map_or(true, |names| names.iter().any(is_shared)) {
        tracing::warn!(path = %shown, mode = format!("{mode:o}"), "others may list the data directory");
        return;
    }
    match fs::set_permissions(path, fs::Permissions::from_mode(0o700)) {
        Ok(()) => {
            tracing::warn!(path = %shown, mode = format!("{mode:o}"), "closed the data directory to others");
        }
        Err(error) => tracing::warn!(path = %shown, %error, "the data directory stays open to others"),
    }
}

#[cfg(not(unix))]
pub(super) fn make_dir_private(_: &Path, _: impl Fn(&str) -> bool) {}

/// Takes an existing file away from other users.
#[cfg(unix)]
pub(super) fn make_private(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    match fs::metadata(file) {
        Ok(metadata) if metadata.permissions().mode() & 0o077 != 0 => {
            tracing::warn!(file = %file.display(), "closed a file of the database to others");
            fs::set_permissions(file, fs::Permissions::from_mode(0o600))
        }
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
pub(super) fn make_private(_: &Path) -> io::Result<()> {
    Ok(())
}
