//! Checks that passed, so that they are not repeated before something that they read has changed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::digest::Digest;

/// The checks that have passed: an empty file for each, named by the digest of all that it read.
pub(crate) struct PassedChecks(PathBuf);

impl PassedChecks {
    /// Returns the usual directory: among the build outputs, with which it is deleted.
    pub(crate) fn directory(target: &Path) -> PathBuf {
        target.join("passed")
    }

    /// Opens the list in a directory, which need not exist.
    pub(crate) fn in_directory(directory: impl Into<PathBuf>) -> PassedChecks {
        PassedChecks(directory.into())
    }

    /// Returns whether a check has passed.
    pub(crate) fn contains(&self, check: &Digest) -> bool {
        self.path(check).exists()
    }

    /// Adds a check that has passed.
    pub(crate) fn add(&self, check: &Digest) -> Result<()> {
        let path = self.path(check);
        fs::create_dir_all(&self.0)
            .and_then(|()| fs::write(&path, ""))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn path(&self, check: &Digest) -> PathBuf {
        self.0.join(check.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_has_passed_once_it_was_added() {
        let target = std::env::temp_dir().join(format!("yipan-passed-{}", std::process::id()));
        let passed = PassedChecks::in_directory(PassedChecks::directory(&target));
        let digest = |text| {
            let mut digest = Digest::default();
            digest.add_text(text);
            digest
        };
        assert!(!passed.contains(&digest("one")));
        passed.add(&digest("one")).expect("the directory is made");
        assert!(passed.contains(&digest("one")));
        assert!(!passed.contains(&digest("two")));
        fs::remove_dir_all(&target).expect("the directory is removed");
    }
}
