//! Digests of files: equal digests mean equal contents.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest as _, Sha256};

use crate::shell::CommandLine;

/// A digest of texts and files, in their order.
#[derive(Clone, Default)]
pub(crate) struct Digest(Sha256);

impl Digest {
    /// Adds a text. It ends where the next one begins: `a`, `bc` is not `ab`, `c`.
    pub(crate) fn add_text(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }

    /// Adds the path and the content of a file, or only the path if it does not exist.
    pub(crate) fn add_file(&mut self, path: &Path) -> Result<()> {
        self.add_text(&path.to_string_lossy());
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let mut content = Sha256::new();
        let mut buffer = vec![0; 1 << 20];
        loop {
            let read = file.read(&mut buffer).with_context(|| format!("cannot read {}", path.display()))?;
            if read == 0 {
                break;
            }
            content.update(&buffer[..read]);
        }
        self.0.update(content.finalize());
        Ok(())
    }
}

/// Writes the digest of what was added so far, in hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.clone().finalize().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Returns the digest of files, whose paths begin in `root` if they are relative.
pub(crate) fn digest_of<'a>(root: &Path, files: impl IntoIterator<Item = &'a PathBuf>) -> Result<String> {
    let mut digest = Digest::default();
    files.into_iter().try_for_each(|file| digest.add_file(&root.join(file)))?;
    Ok(digest.to_string())
}

/// Returns the files of the working tree that git does not ignore, sorted.
pub(crate) fn tracked_files(root: &Path) -> Result<Vec<PathBuf>> {
    let line = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let listed = CommandLine::new("git", line).output_in(root)?;
    let mut files: Vec<_> = listed.split_terminator('\0').map(PathBuf::from).collect();
    files.sort();
    // A file with a conflict is listed several times.
    files.dedup();
    Ok(files)
}

/// Returns all files in a directory and those below it, sorted; none if there is no such directory.
pub(crate) fn files_below(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        let Ok(entries) = directory.read_dir() else { continue };
        for entry in entries {
            let entry = entry.with_context(|| format!("cannot list {}", directory.display()))?;
            if entry.file_type()?.is_dir() { &mut directories } else { &mut files }.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn digest_of(texts: &[&str]) -> String {
        let mut digest = Digest::default();
        texts.iter().for_each(|text| digest.add_text(text));
        digest.to_string()
    }

    #[test]
    fn texts_are_kept_apart() {
        assert_eq!(digest_of(&["a", "bc"]), digest_of(&["a", "bc"]));
        assert_ne!(digest_of(&["a", "bc"]), digest_of(&["ab", "c"]));
    }

    #[test]
    fn a_file_counts_with_its_path_and_its_content() {
        let directory = std::env::temp_dir().join(format!("yipan-digest-{}", std::process::id()));
        fs::create_dir_all(directory.join("below")).expect("a directory");
        let [one, two] = ["one", "below/two"].map(|name| directory.join(name));
        let digest = |path: &Path| {
            let mut digest = Digest::default();
            digest.add_file(path).expect("a digest");
            digest.to_string()
        };
        let missing = digest(&one);
        fs::write(&one, "text").expect("a file");
        fs::write(&two, "text").expect("a file");
        let written = digest(&one);
        assert_ne!(missing, written);
        assert_ne!(digest(&two), written);
        fs::write(&one, "other text").expect("a file");
        assert_ne!(digest(&one), written);
        assert_eq!(files_below(&directory).expect("a list"), [two, one]);
        fs::remove_dir_all(&directory).expect("the directory is removed");
        assert!(files_below(&directory).expect("a list").is_empty());
    }
}
