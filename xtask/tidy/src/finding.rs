//! A finding of a check.

use std::fmt;

/// A violation, printed as `path:line: message`, which editors turn into a link.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl Finding {
    /// Creates a finding at a line (from 1) of a file. The message states the problem and the remedy.
    pub(crate) fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_displayed_as_path_line_and_message() {
        assert_eq!(Finding::new("a/b.rs", 3, "too long").to_string(), "a/b.rs:3: too long");
    }

    #[test]
    fn findings_sort_by_number_and_not_by_digit() {
        assert!(Finding::new("a", 9, "z") < Finding::new("a", 10, "a"));
    }
}
