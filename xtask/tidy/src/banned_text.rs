//! Text that must not be committed.

use crate::finding::Finding;
use crate::tree::Source;

/// Unfinished code and its remedy. The lints do not see tests of other targets or code behind a `cfg`.
const UNFINISHED: &[(&str, &str)] = &[
    ("todo!(", "write the missing code"),
    ("unimplemented!(", "implement it, or return an error that says what to do instead"),
    ("dbg!(", "remove it"),
    ("#[ignore", "make the test run, or remove it"),
];

/// Directories that exist on one machine only.
const MACHINE_PATHS: &[&str] = &["/home/", "/root/", "/Users/"];

/// The source of this check, which names the banned text.
const CHECKER: &[&str] = &["xtask/tidy/src/"];

/// Checks a file for banned text.
pub(crate) fn check(source: &Source) -> Vec<Finding> {
    if CHECKER.iter().any(|prefix| source.path.starts_with(prefix)) {
        return Vec::new();
    }
    let mut findings = unfinished(source);
    findings.extend(machine_paths(source));
    findings
}

fn unfinished(source: &Source) -> Vec<Finding> {
    if !source.is("rs") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (number, line) in (1..).zip(source.text.lines()) {
        for (word, remedy) in UNFINISHED.iter().filter(|(word, _)| line.contains(word)) {
            findings.push(Finding::new(
                &source.path,
                number,
                format!("`{word}` must not be committed; {remedy}"),
            ));
        }
    }
    findings
}

fn machine_paths(source: &Source) -> Vec<Finding> {
    if !source.is_any(&["rs", "md", "toml", "yml", "sh"]) && source.path != ".ci/run" {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (number, line) in (1..).zip(source.text.lines()) {
        if let Some(path) = MACHINE_PATHS.iter().find(|path| line.contains(*path)) {
            let message = format!("`{path}` exists on one machine only; use a path relative to the project");
            findings.push(Finding::new(&source.path, number, message));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_line(path: &str, line: &str, expected: Option<&str>) {
        let found = check(&Source::new(path, &format!("first\n{line}\n")));
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        let expected: Vec<_> = expected.iter().map(|word| format!("{path}:2: `{word}`")).collect();
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        assert!(found.iter().zip(&expected).all(|(found, start)| found.starts_with(start)), "{found:#?}");
    }

    #[test]
    fn unfinished_code_is_found() {
        for word in ["todo!(", "unimplemented!(", "dbg!(", "#[ignore"] {
            check_line("crates/a/src/lib.rs", &format!("    {word})]"), Some(word));
            check_line("crates/a/tests/b.rs", &format!("    {word})]"), Some(word));
            check_line("README.md", &format!("    {word})]"), None);
        }
        check_line("crates/a/src/lib.rs", "let todo = ignore(unimplemented);", None);
    }

    #[test]
    fn machine_specific_paths_are_found() {
        for word in ["/home/", "/root/", "/Users/"] {
            for path in ["a.rs", "a.md", "a/Cargo.toml", ".github/ci.yml", "a.sh", ".ci/run"] {
                check_line(path, &format!("see {word}x"), Some(word));
            }
            check_line("a.svg", &format!("see {word}x"), None);
        }
        check_line("a.rs", "see shared/x, homes and the root", None);
    }

    #[test]
    fn the_checker_may_contain_banned_text() {
        check_line("xtask/tidy/src/banned_text.rs", "dbg!(\"/home/\")", None);
        check_line("xtask/src/test.rs", "dbg!(0)", Some("dbg!("));
        check_line("crates/tidy/src/lib.rs", "dbg!(0)", Some("dbg!("));
    }
}
