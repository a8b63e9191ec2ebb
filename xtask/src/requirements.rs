//! The requirements of a build beside Rust, checked before minutes of compiling.

use std::path::Path;

use anyhow::{Result, bail};

use crate::shell::CommandLine;

/// The compiler of the SQLite and TLS libraries, as their build scripts find it.
const C_COMPILER: &str = "cc";

/// The disk space that a first build of everything takes, in kilobytes.
const REQUIRED_KILOBYTES: u64 = 4_000_000;

/// Checks that there is a C compiler and enough space for build outputs.
pub(crate) fn check(target: &Path) -> Result<()> {
    if std::env::var_os("CC").is_none() && !CommandLine::new(C_COMPILER, ["--version"]).succeeds() {
        bail!("there is no C compiler; install one, on Debian with `sudo apt-get install build-essential`");
    }
    // After the first build the space has been taken.
    if target.join("debug").join("deps").is_dir() {
        return Ok(());
    }
    match free_kilobytes(target) {
        Some(free) if free < REQUIRED_KILOBYTES => bail!("{}", disk_error(target, free)),
        _ => Ok(()),
    }
}

/// Asks `df`. Returns `None` on systems without it.
fn free_kilobytes(target: &Path) -> Option<u64> {
    let existing = target.ancestors().find(|directory| directory.is_dir())?;
    let output = CommandLine::new("df", ["-Pk", "."]).output_in(existing).ok()?;
    parse_free_kilobytes(&output)
}

/// Reads the fourth column of the second line, which POSIX defines as the free blocks.
fn parse_free_kilobytes(output: &str) -> Option<u64> {
    output.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()
}

fn disk_error(target: &Path, free: u64) -> String {
    format!(
        "{} has {:.1} GB of free space, and a first build takes {:.0} GB; free some, or set CARGO_TARGET_DIR to a \
         directory on another disk",
        target.display(),
        free as f64 / 1e6,
        REQUIRED_KILOBYTES as f64 / 1e6
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_space_is_read_from_df() {
        let output =
            "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda 264 11 8253 13% /\n";
        assert_eq!(parse_free_kilobytes(output), Some(8253));
        assert_eq!(parse_free_kilobytes(""), None);
    }

    #[test]
    fn a_full_disk_is_named_with_the_remedy() {
        let error = disk_error(Path::new("target"), 1_500_000);
        assert!(
            error.starts_with("target has 1.5 GB of free space, and a first build takes 4 GB"),
            "{error}"
        );
    }
}
