//! The text files of the project.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

/// Test data from other projects and inputs of the fuzzer, which are left unchanged.
const DATA_DIRECTORIES: [&str; 2] = ["vectors/", "fuzz/corpus/"];

/// Directories that are not searched.
const SKIPPED_DIRECTORIES: &[&str] = &["target", ".git"];

/// A text file.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The path relative to the root, with `/` on every platform.
    pub(crate) path: String,
    /// The content.
    pub(crate) text: String,
}

/// Reads every text file of the project, except test data and binary files.
pub(crate) fn read(root: &Path) -> Result<Vec<Source>> {
    load(root, paths(root)?)
}

fn load(root: &Path, paths: Vec<String>) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in paths {
        let file = root.join(&path);
        // Git also lists files whose deletion is not committed.
        if is_data(&path) || !file.is_file() {
            continue;
        }
        let bytes = fs::read(&file).with_context(|| format!("cannot read {path}"))?;
        sources.extend(text(bytes).map(|text| Source { path, text }));
    }
    Ok(sources)
}

/// Returns the files that git tracks or would track; without a git checkout, all files.
fn paths(root: &Path) -> Result<Vec<String>> {
    let mut paths = match git_files(root) {
        // In a directory that an outer repository ignores, git lists no file.
        Some(output) if split(&output).any(|path| path == "Cargo.toml") => {
            split(&output).map(str::to_owned).collect()
        }
        _ => {
            eprintln!(
                "this is not a git checkout; checking every file outside {}",
                SKIPPED_DIRECTORIES.join(" and ")
            );
            let mut paths = Vec::new();
            walk(root, "", &mut paths)?;
            paths
        }
    };
    paths.sort();
    paths.dedup();
    Ok(paths)
}

/// Returns the output of `git ls-files`, or `None` without git or a checkout.
fn git_files(root: &Path) -> Option<String> {
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").args(list).current_dir(root).output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).ok())?
}

fn split(output: &str) -> impl Iterator<Item = &str> {
    output.split('\0').filter(|path| !path.is_empty())
}

fn walk(directory: &Path, prefix: &str, paths: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(directory).with_context(|| format!("cannot list {}", directory.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Symbolic links are skipped: they could lead out of the tree or form a loop.
        let kind = entry.file_type()?;
        if kind.is_dir() && !SKIPPED_DIRECTORIES.contains(&name.as_str()) {
            walk(&entry.path(), &format!("{prefix}{name}/"), paths)?;
        } else if kind.is_file() {
            paths.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}

fn is_data(path: &str) -> bool {
    DATA_DIRECTORIES.iter().any(|directory| path.starts_with(directory))
}

/// Returns the bytes as text, or `None` for binary data.
fn text(bytes: Vec<u8>) -> Option<String> {
    if bytes.contains(&0) { None } else { String::from_utf8(bytes).ok() }
}

impl Source {
    /// Returns whether the file has one of these extensions.
    pub(crate) fn is_any(&self, extensions: &[&str]) -> bool {
        Path::new(&self.path)
            .extension()
            .is_some_and(|found| extensions.iter().any(|wanted| found == *wanted))
    }

    /// Returns whether the file has this extension.
    pub(crate) fn is(&self, extension: &str) -> bool {
        self.is_any(&[extension])
    }
}

#[cfg(test)]
impl Source {
    /// Creates a source without a file.
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[test]
    fn a_walk_skips_build_output_and_git_data() {
        let root = env::temp_dir().join(format!("xtask-tree-{}", process::id()));
        for path in [
            "Cargo.toml",
            "crates/a/src/lib.rs",
            "crates/a/target/x.rs",
            ".git/config",
            ".ci/run",
            "vectors/x.txt",
        ] {
            let file = root.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "text\n").unwrap();
        }
        fs::write(root.join("picture.png"), [0x89, 0x50, 0x00]).unwrap();
        let mut paths = Vec::new();
        walk(&root, "", &mut paths).unwrap();
        paths.sort();
        assert_eq!(paths, [".ci/run", "Cargo.toml", "crates/a/src/lib.rs", "picture.png", "vectors/x.txt"]);
        // Test data, images and deleted files are no sources.
        paths.push("deleted.rs".into());
        let read: Vec<_> = load(&root, paths).unwrap().into_iter().map(|source| source.path).collect();
        assert_eq!(read, [".ci/run", "Cargo.toml", "crates/a/src/lib.rs"]);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn binary_files_are_not_sources() {
        assert_eq!(text(b"e4 \xe5\xbc\x88".to_vec()).as_deref(), Some("e4 弈"));
        assert_eq!(text(b"\x1f\x8b".to_vec()), None);
        assert_eq!(text(b"a\0b".to_vec()), None);
    }

    #[test]
    fn the_extension_is_what_follows_the_last_dot() {
        assert!(Source::new("a/b.rs", "").is("rs"));
        assert!(!Source::new("a/rs", "").is("rs"));
        assert!(Source::new("a/b.md", "").is_any(&["rs", "md"]));
    }
}
