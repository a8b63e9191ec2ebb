//! `yipan generate`: man pages and completions.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use crate::program::{stderr, stdout, yipan};

/// Runs `yipan generate` in a new directory, and returns the names and texts of the files, sorted.
fn generate(language: &str, kind: &str) -> Vec<(String, String)> {
    let directory = directory();
    let shown = directory.to_str().expect("UTF-8");
    let output = yipan(&["--lang", language, "generate", kind, shown], "");
    assert!(output.status.success(), "{}", stderr(&output));
    let mut files: Vec<_> = fs::read_dir(&directory)
        .expect("the directory was created")
        .map(|entry| {
            let entry = entry.expect("an entry");
            let text = fs::read_to_string(entry.path()).expect("a text file");
            (entry.file_name().into_string().expect("UTF-8"), text)
        })
        .collect();
    files.sort();
    assert!(stdout(&output).contains(&files.len().to_string()), "{}", stdout(&output));
    fs::remove_dir_all(directory).expect("the directory is removed");
    files
}

/// Returns the path of a directory that no other test uses.
fn directory() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    env::temp_dir().join(format!("yipan-generate-{}-{count}", process::id()))
}

#[test]
fn every_command_of_the_help_has_a_page_in_every_language() {
    let help = stdout(&yipan(&["--help"], ""));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<_> = commands
        .take_while(|line| line.starts_with("  "))
        // Long descriptions continue on lines that are indented further.
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() >= 20, "{help}");
    for (language, heading) in [("en", "NAME"), ("zh-Hans", "名称"), ("zh-Hant", "名稱")] {
        let pages = generate(language, "man-pages");
        // The program, its commands, the two of `yipan generate`, the three of `yipan cluster`, the two of `yipan puzzles`,
        // that of `yipan ratings`, the two of `yipan explorer` and the sixteen of `yipan admin`.
        assert_eq!(pages.len(), 1 + commands.len() + 2 + 3 + 2 + 1 + 2 + 16);
        for command in &commands {
            let name = format!("yipan-{command}.1");
            let (_, page) = pages.iter().find(|(file, _)| *file == name).expect(&name);
            assert!(page.contains(&format!("\n.SH {heading}\n")), "{language}: {page}");
        }
    }
}

#[test]
fn a_page_lists_the_options_and_is_always_the_same() {
    let pages = generate("en", "man-pages");
    let (_, serve) = pages.iter().find(|(name, _)| name == "yipan-serve.1").expect("the page of the server");
    assert!(serve.contains("\\-\\-trusted\\-proxies"), "{serve}");
    assert!(serve.contains("YIPAN_LISTEN"), "{serve}");
    assert_eq!(generate("en", "man-pages"), pages);
}

#[test]
fn every_shell_completes_the_commands() {
    let files = generate("en", "completions");
    let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["_yipan", "_yipan.ps1", "yipan.bash", "yipan.elv", "yipan.fish"]);
    for (name, text) in &files {
        assert!(text.contains("man-pages") && text.contains("trusted-proxies"), "{name}");
    }
}

#[test]
fn a_directory_that_cannot_be_created_is_named() {
    let file = directory();
    fs::write(&file, "").expect("a file");
    let inside = file.join("inside");
    let output = yipan(&["generate", "completions", inside.to_str().expect("UTF-8")], "");
    assert_eq!(output.status.code(), Some(1));
    let message = format!("error: cannot create the directory {}", inside.display());
    assert!(stderr(&output).starts_with(&message), "{}", stderr(&output));
    fs::remove_file(file).expect("the file is removed");
}
