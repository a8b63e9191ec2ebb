//! Tests that were not run because a program is missing.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

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

    pub(crate) fn path(&self) -> String {
        self.0.display().to_string()
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

impl Drop for NotRunList {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_were_not_run_are_counted() {
        let list = NotRunList::new();
        assert_eq!(list.summary(), None);
        fs::write(list.path(), "one: no PostgreSQL\ntwo: no PostgreSQL\nthree: no NATS\n").expect("a file");
        assert_eq!(list.summary().as_deref(), Some("3 tests were not run: no NATS; no PostgreSQL"));
    }
}
