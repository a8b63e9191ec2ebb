//! Archives that have the same bytes whenever and wherever the same files are packed.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::shell::CommandLine;

/// The name of the list of checksums.
pub(super) const CHECKSUMS: &str = "SHA256SUMS";

/// The end of the name of an archive.
const EXTENSION: &str = ".tar.gz";

/// Packs the subdirectory `name` of a directory into a file beside it, and returns the name of that file.
pub(super) fn pack(directory: &Path, name: &str) -> Result<String> {
    let tar = format!("{name}.tar");
    let path = |name: &str| directory.join(name).to_string_lossy().into_owned();
    CommandLine::new(
        "tar",
        [
            "--create",
            &format!("--file={}", path(&tar)),
            &format!("--directory={}", directory.display()),
            // Neither the order of the directory nor the user, the umask or the time of the build counts.
            "--sort=name",
            "--format=ustar",
            "--owner=root:0",
            "--group=root:0",
            "--mode=u=rwX,go=rX",
            "--mtime=2000-01-01 00:00Z",
            name,
        ],
    )
    .env("LC_ALL", "C")
    .run()?;
    CommandLine::new("gzip", ["--best", "--no-name", "--force", &path(&tar)]).run()?;
    Ok(format!("{name}{EXTENSION}"))
}

/// Writes the checksums of all archives in a directory, and returns them.
pub(super) fn write_checksums(directory: &Path) -> Result<String> {
    let shown = directory.display();
    let entries = fs::read_dir(directory).with_context(|| format!("cannot read {shown}"))?;
    let mut archives = Vec::new();
    for entry in entries {
        let name = entry?.file_name().to_string_lossy().into_owned();
        archives.extend(Some(name).filter(|name| name.ends_with(EXTENSION)));
    }
    archives.sort();
    let checksums = CommandLine::new("sha256sum", archives).output_in(directory)?;
    fs::write(directory.join(CHECKSUMS), &checksums).with_context(|| format!("cannot write to {shown}"))?;
    Ok(checksums)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;
    use std::{env, process};

    use super::*;

    /// Creates the same two files, in an order and with modes of their own.
    fn create(name: &str, files: [&str; 2], mode: u32) -> PathBuf {
        let directory = env::temp_dir().join(format!("xtask-archive-{}-{name}", process::id()));
        let inner = directory.join("program/bin");
        fs::create_dir_all(&inner).unwrap();
        for file in files {
            fs::write(inner.join(file), file).unwrap();
            fs::set_permissions(inner.join(file), fs::Permissions::from_mode(mode)).unwrap();
        }
        fs::set_permissions(inner, fs::Permissions::from_mode(mode | 0o111)).unwrap();
        directory
    }

    #[test]
    fn the_same_files_make_the_same_archive() {
        let first = create("first", ["a", "b"], 0o700);
        let second = create("second", ["b", "a"], 0o775);
        let time = fs::FileTimes::new().set_modified(std::time::UNIX_EPOCH);
        fs::File::open(second.join("program/bin/a")).unwrap().set_times(time).unwrap();
        let [left, right] = [&first, &second].map(|directory| {
            assert_eq!(pack(directory, "program").unwrap(), "program.tar.gz");
            fs::read(directory.join("program.tar.gz")).unwrap()
        });
        assert_eq!(left, right);
        assert!(!first.join("program.tar").exists());
        let checksums = write_checksums(&first).unwrap();
        assert!(checksums.ends_with("  program.tar.gz\n") && checksums.lines().count() == 1, "{checksums}");
        let check = CommandLine::new("sha256sum", ["--check", CHECKSUMS]);
        assert_eq!(check.output_in(&first).unwrap(), "program.tar.gz: OK\n");
        fs::remove_dir_all(first).unwrap();
        fs::remove_dir_all(second).unwrap();
    }
}
