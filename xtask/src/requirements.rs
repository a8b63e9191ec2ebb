//! The requirements of a build beside Rust, checked before minutes of compiling.

use std::path::Path;

use anyhow::{Result, bail};

use crate::shell::CommandLine;

/// The compiler of the SQLite and TLS libraries, as their build scripts find it.
const C_COMPILER: &str = "cc";

/// The disk space that a first build of the program and its page takes, with a reserve, in kilobytes.
const REQUIRED_KILOBYTES: u64 = 4_000_000;

/// Checks that there is a C compiler and enough space for build outputs.
pub(crate) fn check(target: &Path) -> Result<()> {
    if std::env::var_os("CC").is_none() && !CommandLine::new(C_COMPILER, ["--version"]).succeeds() {
        bail!("there is no C compiler; install one, on Debian with `sudo apt-get install build-essential`");
    }
    match free_kilobytes(target) {
        Some(free) if free < REQUIRED_KILOBYTES && !has_built(target) => {
            bail!("{}", disk_error(target, free))
        }
        _ => Ok(()),
    }
}

/// Returns whether the program has been built before, so that the space has been taken. This task itself is built always.
fn has_built(target: &Path) -> bool {
    ["debug", "release"].iter().any(|directory| target.join(directory).join("yipan").exists())
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
    fn the_space_is_needed_until_the_program_exists() {
        let target = std::env::temp_dir().join(format!("xtask-requirements-{}", std::process::id()));
        std::fs::create_dir_all(target.join("debug/deps")).unwrap();
        std::fs::write(target.join("debug/xtask"), "").unwrap();
        assert!(!has_built(&target));
        std::fs::write(target.join("debug/yipan"), "").unwrap();
        assert!(has_built(&target));
        std::fs::remove_dir_all(target).unwrap();
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
