//! The text files of the tree.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::shell::CommandLine;

/// Data from elsewhere, kept as it came.
const DATA_DIRECTORY: &str = "vectors/";

/// What a walk never enters.
const SKIPPED_DIRECTORIES: &[&str] = &["target", ".git"];

/// One text file.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// Its path from the root, with `/` on every machine.
    pub(super) path: String,
    /// What it says.
    pub(super) text: String,
}

/// Reads every text file that belongs to the project. Data under `vectors/` and binary files are left out.
pub(super) fn read(root: &Path) -> Result<Vec<Source>> {
    load(root, paths(root)?)
}

fn load(root: &Path, paths: Vec<String>) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in paths {
        let place = root.join(&path);
        // Git still lists what was deleted but not yet committed.
        if is_data(&path) || !place.is_file() {
            continue;
        }
        let bytes = fs::read(&place).with_context(|| format!("could not read {path}"))?;
        sources.extend(text(bytes).map(|text| Source { path, text }));
    }
    Ok(sources)
}

/// Git knows best what belongs to the project; without it, or outside a checkout, all that lies there does.
fn paths(root: &Path) -> Result<Vec<String>> {
    let list = CommandLine::new("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let mut paths = match list.output_in(root) {
        // A tree that a repository around it ignores would come out empty, and seem in order.
        Ok(answer) if split(&answer).any(|path| path == "Cargo.toml") => {
            split(&answer).map(str::to_owned).collect()
        }
        _ => {
            eprintln!(
                "git does not know this tree; looking at every file but {}",
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

fn split(answer: &str) -> impl Iterator<Item = &str> {
    answer.split('\0').filter(|path| !path.is_empty())
}

fn walk(folder: &Path, prefix: &str, paths: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("could not list {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Links are neither followed nor read: they could lead out of the tree or round in it.
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
    path.starts_with(DATA_DIRECTORY)
}

/// The text in the bytes, if it is text.
fn text(bytes: Vec<u8>) -> Option<String> {
    if bytes.contains(&0) { None } else { String::from_utf8(bytes).ok() }
}

impl Source {
    /// Whether the name ends in one of the extensions.
    pub(super) fn is_any(&self, extensions: &[&str]) -> bool {
        Path::new(&self.path).extension().is_some_and(|own| extensions.iter().any(|other| own == *other))
    }

    /// Whether the name ends in the extension.
    pub(super) fn is(&self, extension: &str) -> bool {
        self.is_any(&[extension])
    }
}

#[cfg(test)]
impl Source {
    /// A file that lies nowhere.
    pub(super) fn new(path: &str, text: &str) -> Self {
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
            let place = root.join(path);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, "text\n").unwrap();
        }
        fs::write(root.join("picture.png"), [0x89, 0x50, 0x00]).unwrap();
        let mut paths = Vec::new();
        walk(&root, "", &mut paths).unwrap();
        paths.sort();
        assert_eq!(paths, [".ci/run", "Cargo.toml", "crates/a/src/lib.rs", "picture.png", "vectors/x.txt"]);
        // Data, pictures and what has been deleted are no text of ours.
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
