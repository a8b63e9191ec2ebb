//! The files of the repository that belong to an archive.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The files, which keep their paths.
const FILES: [&str; 11] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "README.zh-Hans.md",
    "README.zh-Hant.md",
    "benches/README.md",
    "bindings/javascript/README.md",
    "bindings/python/README.md",
];

/// The directories: the documentation, and the samples for proxies, containers and systemd.
const DIRECTORIES: [&str; 2] = ["dist", "docs"];

/// Copies the files into the directory of an archive.
pub(super) fn copy(root: &Path, to: &Path) -> Result<()> {
    let files = FILES.iter().map(|file| root.join(file));
    let mut sources: Vec<_> = files.collect();
    for directory in DIRECTORIES {
        sources.extend(files_below(&root.join(directory))?);
    }
    for source in sources {
        let target = to.join(source.strip_prefix(root)?);
        copy_file(&source, &target)?;
    }
    Ok(())
}

/// Copies a file and creates the directory that it belongs to.
pub(super) fn copy_file(from: &Path, to: &Path) -> Result<()> {
    if let Some(directory) = to.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
        .map(drop)
}

/// Returns the files below a directory, sorted.
pub(super) fn files_below(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() { found.extend(files_below(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The directory of the workspace.
    const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

    #[test]
    fn every_link_of_the_readmes_leads_to_a_file_of_the_archive() {
        for readme in FILES.iter().filter(|file| file.starts_with("README")) {
            let text = fs::read_to_string(Path::new(ROOT).join(readme)).unwrap();
            let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
            let mut count = 0;
            for target in targets.filter(|target| !target.contains(':')) {
                let mut directories = DIRECTORIES.iter().map(|directory| format!("{directory}/"));
                let is_inside = directories.any(|directory| target.starts_with(&directory));
                assert!(FILES.contains(&target) || is_inside, "{readme}: {target}");
                count += 1;
            }
            assert!(count > 5, "{readme}");
        }
    }

    #[test]
    fn every_file_exists() {
        for file in FILES {
            assert!(Path::new(ROOT).join(file).is_file(), "{file}");
        }
        for directory in DIRECTORIES {
            assert!(!files_below(&Path::new(ROOT).join(directory)).unwrap().is_empty(), "{directory}");
        }
    }
}
