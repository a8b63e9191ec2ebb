//! The form of a file: its length, its whitespace and its last line.

use crate::finding::Finding;
use crate::tree::Source;

/// A longer file holds a second noun.
const MAX_LINES: usize = 500;

/// The lines at the top that may contain the reason for a long file.
const HEADER_LINES: usize = 20;

/// The start of the reason for a long file.
const LONG_FILE_REASON: &str = "// tidy: long because ";

/// Checks the form of a file.
pub(crate) fn check(source: &Source) -> Vec<Finding> {
    let mut findings: Vec<_> = length(source).into_iter().collect();
    findings.extend(whitespace(source));
    findings.extend(ending(source));
    findings
}

/// Checks the number of lines of a source file without a reason for its length.
fn length(source: &Source) -> Option<Finding> {
    let lines = source.text.lines().count();
    if !source.is("rs")
        || lines <= MAX_LINES
        || source.text.lines().take(HEADER_LINES).any(is_long_file_reason)
    {
        return None;
    }
    let message = format!(
        "{lines} lines are more than {MAX_LINES}; move the second noun to its own file, \
         or write `{LONG_FILE_REASON}<reason>` in the first {HEADER_LINES} lines"
    );
    Some(Finding::new(&source.path, MAX_LINES + 1, message))
}

fn is_long_file_reason(line: &str) -> bool {
    line.trim_start().strip_prefix(LONG_FILE_REASON).is_some_and(|reason| !reason.trim().is_empty())
}

/// Checks for tabs, trailing whitespace and Windows line ends.
fn whitespace(source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !source.is_any(&["rs", "toml", "md"]) {
        return findings;
    }
    // `str::lines` would drop the carriage return.
    for (number, line) in (1..).zip(source.text.split('\n')) {
        let body = line.trim_end();
        let indent = &body[..body.len() - body.trim_start().len()];
        if indent.contains('\t') {
            findings.push(Finding::new(&source.path, number, "indented with a tab; use spaces"));
        }
        if line.ends_with('\r') {
            findings.push(Finding::new(&source.path, number, "the line ends with \\r\\n; end it with \\n"));
        } else if body.len() != line.len() {
            findings.push(Finding::new(&source.path, number, "whitespace at the end of the line; remove it"));
        }
    }
    findings
}

/// Checks that the file ends with exactly one newline. An empty file is accepted.
///
/// A last line without a newline shows up in the diff when another line is added.
fn ending(source: &Source) -> Option<Finding> {
    let body = source.text.trim_end_matches(['\r', '\n']);
    let message = match source.text[body.len()..].matches('\n').count() {
        0 if !source.text.is_empty() => "no newline at the end of the file; add one",
        2.. => "empty lines at the end of the file; leave one newline",
        _ => return None,
    };
    Some(Finding::new(&source.path, body.lines().count().max(1), message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_file(path: &str, text: &str, expected: &[&str]) {
        let found: Vec<_> = check(&Source::new(path, text)).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(&format!("{path}:{expected}")), "{found}");
        }
    }

    #[test]
    fn a_file_may_have_five_hundred_lines() {
        check_file("a.rs", &"x\n".repeat(500), &[]);
        check_file("a.rs", &"x\n".repeat(501), &["501: 501 lines are more than 500"]);
        check_file("a.md", &"x\n".repeat(501), &[]);
    }

    #[test]
    fn a_long_file_needs_a_reason_near_its_top() {
        let long = "x\n".repeat(500);
        check_file("a.rs", &format!("//! Tables.\n// tidy: long because it is one table\n{long}"), &[]);
        check_file("a.rs", &format!("// tidy: long because\n{long}"), &["501: "]);
        check_file("a.rs", &format!("// tidy: long because  \n{long}"), &["501: ", "1: whitespace"]);
        check_file(
            "a.rs",
            &format!("{}// tidy: long because it is one table\n{long}", "x\n".repeat(20)),
            &["501: "],
        );
    }

    #[test]
    fn tabs_may_not_indent() {
        check_file("a.rs", "fn a() {\n\tb();\n  \tc();\n}\n", &["2: indented with a tab", "3: indented"]);
        check_file("a.toml", "a = \"\tb\"\n", &[]);
        check_file("Makefile", "all:\n\tcargo\n", &[]);
    }

    #[test]
    fn lines_may_not_end_in_whitespace() {
        check_file("a.md", "one  \ntwo\n", &["1: whitespace at the end"]);
        check_file("a.toml", "one\n\t\ntwo\n", &["2: whitespace at the end"]);
        check_file("a.rs", "one\r\ntwo\n", &["1: the line ends with"]);
        check_file("a.txt", "one \n", &[]);
    }

    #[test]
    fn every_file_ends_with_exactly_one_newline() {
        check_file("a.txt", "one\ntwo\n", &[]);
        check_file("a.txt", "one\ntwo", &["2: no newline at the end"]);
        check_file("a.txt", "one\n\n", &["1: empty lines at the end"]);
        check_file("a.txt", "\n\n", &["1: empty lines at the end"]);
        check_file(".gitkeep", "", &[]);
    }
}
