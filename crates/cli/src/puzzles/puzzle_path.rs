//! Puzzle files on disk.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};
use yipan_core::Language;
use yipan_puzzles::PuzzleFile;

/// Reads a file; `None` if it does not exist.
pub(super) fn read(path: &Path) -> Result<Option<PuzzleFile>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text.parse().with_context(|| path.display().to_string())?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Replaces a file, so that a program that is killed leaves the old one or the new one.
pub(super) fn write(path: &Path, file: &PuzzleFile, language: Language) -> Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let written = fs::write(&part, file.to_string()).and_then(|()| fs::rename(&part, path));
    written.with_context(|| {
        let path = path.display();
        match language {
            Language::English => format!("cannot write the puzzles to {path}"),
            Language::Simplified => format!("题目无法写到 {path}"),
            Language::Traditional => format!("題目無法寫到 {path}"),
        }
    })
}
