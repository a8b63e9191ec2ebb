//! Tests that were not run because a program is missing.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::shell::CommandLine;

/// The file to which each test that is not run adds a line.
pub(crate) struct NotRunList(PathBuf);

impl NotRunList {
    /// The environment variable that names the file.
    pub(crate) const VARIABLE: &str = "YIPAN_NOT_RUN";

    /// Starts an empty list.
    pub(crate) fn new() -> NotRunList {
        let path = std::env::temp_dir().join(format!("yipan-not-run-{}", std::process::id()));
        // Usually there is none.
        let _ = fs::remove_file(&path);
        NotRunList(path)
    }

    /// Returns the length of the file of the calling task; zero without one.
    pub(crate) fn inherited_length() -> u64 {
        let path = std::env::var_os(NotRunList::VARIABLE);
        path.and_then(|path| fs::metadata(path).ok()).map_or(0, |file| file.len())
    }

    pub(crate) fn path(&self) -> String {
        self.0.display().to_string()
    }

    /// Adds the tests that a call would run, and the reason why it does not.
    pub(crate) fn add_tests(&self, call: CommandLine, reason: &str) -> Result<()> {
        let listed = call.arg("--list").output_in(Path::new("."))?;
        let mut file = OpenOptions::new().create(true).append(true).open(&self.0)?;
        file.write_all(lines_of(&listed, reason).as_bytes())?;
        Ok(())
    }

    /// Returns a sentence with the number of tests and the reasons; `None` if all were run.
    pub(crate) fn summary(&self) -> Option<String> {
        let lines = fs::read_to_string(&self.0).ok()?;
        let count = lines.lines().count();
        let reasons: BTreeSet<_> = lines.lines().filter_map(|line| Some(line.split_once(": ")?.1)).collect();
        let reasons: Vec<_> = reasons.into_iter().collect();
        (count > 0).then(|| format!("{count} tests were not run: {}", reasons.join("; ")))
    }
}

/// Returns a line for each test in a list of the test program.
fn lines_of(listed: &str, reason: &str) -> String {
    let tests = listed.lines().filter_map(|line| line.strip_suffix(": test"));
    tests.map(|test| format!("{test}: {reason}\n")).collect()
}

impl Drop for NotRunList {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_tests_has_a_line_for_each() {
        let listed = "play::a: test\nplay::b: test\n\n2 tests, 0 benchmarks\n";
        assert_eq!(lines_of(listed, "no NATS"), "play::a: no NATS\nplay::b: no NATS\n");
    }

    #[test]
    fn tests_that_were_not_run_are_counted() {
        let list = NotRunList::new();
        assert_eq!(list.summary(), None);
        fs::write(list.path(), "one: no PostgreSQL\ntwo: no PostgreSQL\nthree: no NATS\n").expect("a file");
        assert_eq!(list.summary().as_deref(), Some("3 tests were not run: no NATS; no PostgreSQL"));
    }
}
