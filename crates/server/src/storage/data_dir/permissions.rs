//! File modes that deny access to other users of the machine. They have no effect on systems without modes.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// Returns options that open a file for writing and create it with mode 0600.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates a directory and its parents with mode 0700. The mode of an existing directory stays.
pub(super) fn create_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Makes a directory private if every name in it satisfies `is_own`. A home directory named by mistake must not change.
#[cfg(unix)]
pub(super) fn make_dir_private(path: &Path, is_own: impl Fn(&str) -> bool) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(metadata) = fs::metadata(path) else { return };
    let mode = metadata.permissions().mode() & 0o7777;
    if mode & 0o077 == 0 {
        return;
    }
    let displayed = path.display();
    let names = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let is_shared = |file: &fs::DirEntry| !file.file_name().to_str().is_some_and(&is_own);
    if names.map_or(true, |names| names.iter().any(is_shared)) {
        tracing::warn!(path = %displayed, mode = format!("{mode:o}"), "the data directory is readable by other users");
        return;
    }
    match fs::set_permissions(path, fs::Permissions::from_mode(0o700)) {
        Ok(()) => {
            tracing::warn!(path = %displayed, mode = format!("{mode:o}"), "made the data directory private");
        }
        Err(error) => {
            tracing::warn!(path = %displayed, %error, "the data directory could not be made private");
        }
    }
}

#[cfg(not(unix))]
pub(super) fn make_dir_private(_: &Path, _: impl Fn(&str) -> bool) {}

/// Makes an existing file private.
#[cfg(unix)]
pub(super) fn make_private(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    match fs::metadata(file) {
        Ok(metadata) if metadata.permissions().mode() & 0o077 != 0 => {
            tracing::warn!(file = %file.display(), "made a database file private");
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
