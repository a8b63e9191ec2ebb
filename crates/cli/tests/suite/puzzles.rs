//! `yipan puzzles`.

use std::path::PathBuf;
use std::{env, fs, process};

use yipan_puzzles::PuzzleFile;

use crate::program::{stderr, stdout, yipan};

/// A file in the directory for temporary files, removed at the end.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str) -> TempFile {
        TempFile(env::temp_dir().join(format!("yipan-puzzles-{}-{name}.txt", process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }

    fn read(&self) -> PuzzleFile {
        fs::read_to_string(&self.0).expect("a file").parse().expect("puzzles")
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn make(game: &str, count: &str, threads: &str, file: &TempFile) -> process::Output {
    let options = ["--count", count, "--threads", threads, "--nodes", "4000", "--out", file.path()];
    yipan(&[&["puzzles", "make", game], &options[..]].concat(), "")
}

#[test]
fn threads_do_not_change_the_puzzles_and_a_file_is_continued() {
    let (one, two) = (TempFile::new("one"), TempFile::new("two"));
    let made = make("liuzichong", "60", "1", &one);
    assert!(made.status.success(), "{}", stderr(&made));
    make("liuzichong", "20", "2", &two);
    let begun = two.read();
    assert!((20..60).contains(&begun.puzzles.len()), "{} puzzles", begun.puzzles.len());
    make("liuzichong", "60", "2", &two);
    assert_eq!(two.read(), one.read());
    assert_eq!(one.read().first_illegal(), None);
}

#[test]
fn another_seed_does_not_continue_a_file() {
    let file = TempFile::new("seed");
    make("liuzichong", "5", "1", &file);
    let before = file.read();
    let options = ["puzzles", "make", "liuzichong", "--seed", "2", "--nodes", "4000", "--out", file.path()];
    let made = yipan(&options, "");
    assert_eq!(made.status.code(), Some(1));
    assert!(stderr(&made).contains("--seed 1 --nodes 4000"), "{}", stderr(&made));
    assert_eq!(file.read(), before);
}

#[test]
fn the_check_drops_what_has_another_solution() {
    let (file, checked) = (TempFile::new("unchecked"), TempFile::new("checked"));
    make("liuzichong", "20", "1", &file);
    let mut puzzles = file.read();
    let wrong = puzzles.puzzles[3].clone();
    puzzles.puzzles[3].moves = vec!["a1a1".to_owned()];
    fs::write(&file.0, puzzles.to_string()).expect("written");
    let result = yipan(&["puzzles", "check", file.path(), "--out", checked.path()], "");
    assert_eq!(result.status.code(), Some(1), "95 % are too few");
    let text = stdout(&result);
    assert!(text.contains(&format!("{} cannot be read", wrong.id())), "{text}");
    assert!(text.contains("of 2") && text.contains("with 16000 nodes"), "{text}");
    let passed = checked.read();
    assert_eq!(passed.puzzles.len(), puzzles.puzzles.len() - 1);
    assert_eq!(passed.provenance.checked, 16_000);
    assert!(yipan(&["puzzles", "check", checked.path()], "").status.success());
}

#[test]
fn a_missing_or_damaged_file_is_explained() {
    let file = TempFile::new("damaged");
    let missing = yipan(&["puzzles", "check", file.path()], "");
    assert!(missing.status.code() == Some(1) && stderr(&missing).contains("does not exist"));
    fs::write(&file.0, "yipan-puzzles 1 chess seed=1 games=1 nodes=1 checked=0\na|b\n").expect("written");
    let damaged = yipan(&["puzzles", "check", file.path()], "");
    assert!(stderr(&damaged).contains("line 2: a puzzle has four parts"), "{}", stderr(&damaged));
}
