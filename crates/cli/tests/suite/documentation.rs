//! The examples of the documentation: a reader who types them gets what the page shows.
//!
//! Commands in `console` blocks are run, and their output is compared; `..` stands for anything.
//! Commands of `yipan` in `sh` blocks run for long or need other programs, so only their options are checked.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, process};

const PAGES: [&str; 6] = [
    "README.md",
    "README.zh-Hans.md",
    "README.zh-Hant.md",
    "docs/cli.md",
    "docs/rules.md",
    "docs/operate.md",
];

struct Block {
    language: String,
    lines: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn blocks(page: &str) -> Vec<Block> {
    let text = fs::read_to_string(root().join(page)).expect("the page exists");
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            if !is_inside {
                blocks.push(Block { language: language.to_owned(), lines: Vec::new() });
            }
            is_inside = !is_inside;
        } else if let Some(block) = blocks.last_mut().filter(|_| is_inside) {
            block.lines.push(line.to_owned());
        }
    }
    blocks
}

/// Runs a command line in a shell that finds `yipan`, and returns whether it succeeded and what it printed.
fn run(directory: &Path, command: &str) -> (bool, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_yipan")).parent().expect("the program has a directory");
    let path = format!("{}:{}", program.display(), env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(directory)
        .env("PATH", path)
        .env("LC_ALL", "C")
        .output()
        .expect("a shell");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).expect("UTF-8"))
}

/// Whether a text is what was expected, where `..` stands for anything.
fn matches(expected: &str, text: &str) -> bool {
    let mut parts = expected.split("..");
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

#[test]
fn every_console_example_prints_what_the_page_shows() {
    let directory = env::temp_dir().join(format!("yipan-documentation-{}", process::id()));
    fs::create_dir_all(&directory).expect("a directory");
    let mut count = 0;
    for page in PAGES {
        for block in blocks(page).iter().filter(|block| block.language == "console") {
            let mut lines = block.lines.iter().peekable();
            while let Some(line) = lines.next() {
                let command =
                    line.strip_prefix("$ ").unwrap_or_else(|| panic!("{page}: `{line}` is not a command"));
                let mut expected = String::new();
                while let Some(output) = lines.next_if(|line| !line.starts_with("$ ")) {
                    expected += output;
                    expected.push('\n');
                }
                let (_, text) = run(&directory, command);
                assert!(
                    matches(&expected, &text),
                    "{page}: {command}\nexpected:\n{expected}\nprinted:\n{text}"
                );
                count += 1;
            }
        }
    }
    assert!(count >= 10, "only {count} examples were found");
    fs::remove_dir_all(directory).expect("the directory is removed");
}

#[test]
fn every_shell_example_has_options_that_exist() {
    let mut count = 0;
    for page in PAGES {
        for block in blocks(page).iter().filter(|block| block.language == "sh") {
            for line in block.lines.iter().filter(|line| line.starts_with("yipan ")) {
                let command = line.split(" #").next().unwrap_or(line);
                let (is_known, text) = run(&env::temp_dir(), &format!("{command} --help"));
                assert!(is_known, "{page}: {command}\n{text}");
                count += 1;
            }
        }
    }
    assert!(count >= 8, "only {count} examples were found");
}

#[test]
fn two_dots_stand_for_anything() {
    assert!(matches("a..c\n", "abbc\n"));
    assert!(matches("..\nb\n..\n", "a\nb\nc\n"));
    assert!(!matches("a..c\n", "abb\n"));
    assert!(!matches("a\n", "a\nb\n"));
}
