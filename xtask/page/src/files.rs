//! Lists and copies directories.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Returns every file below a directory, sorted.
pub(crate) fn list(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() { found.extend(list(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}

/// Copies a directory recursively.
pub(crate) fn copy_directory(from: &Path, to: &Path) -> Result<()> {
    for file in list(from)? {
        let target = to.join(file.strip_prefix(from)?);
        if let Some(directory) = target.parent() {
            fs::create_dir_all(directory)?;
        }
        fs::copy(&file, target)?;
    }
    Ok(())
}
