//! Paths that the documentation names: a page that points to a file that has moved misleads its reader.

use std::path::Path;

use crate::finding::Finding;
use crate::tree::Source;

/// Directories at the root; a name in backticks that begins with one of them is a path.
const ROOTS: &[&str] =
    &["crates/", "docs/", "xtask/", "benches/", "fuzz/", "examples/", "dist/", "vectors/", ".ci/", ".cargo/"];

/// Directories that a build makes, which a fresh checkout does not have.
const BUILT: &[&str] = &["target/", "crates/assets/site"];

/// Finds the paths of one Markdown file that lead nowhere.
pub(crate) fn check(root: &Path, source: &Source) -> Vec<Finding> {
    if !source.is("md") {
        return Vec::new();
    }
    let directory = Path::new(&source.path).parent().unwrap_or(Path::new(""));
    let exists = |path: &str| {
        let candidates = [root.join(path), root.join("crates").join(path), root.join(directory).join(path)];
        BUILT.iter().any(|built| path.starts_with(built)) || candidates.iter().any(|path| path.exists())
    };
    let mut findings = Vec::new();
    let mut is_code = false;
    for (number, line) in (1..).zip(source.text.lines()) {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        let paths = code_spans(line).filter(|span| is_path(span)).chain(links(line));
        for path in paths.filter(|path| !exists(path)) {
            findings.push(Finding::new(
                &source.path,
                number,
                format!("`{path}` does not exist; name the file that took its place"),
            ));
        }
    }
    findings
}

/// Returns the texts in backticks of a line.
fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Whether a text in backticks names a file or directory of the project.
fn is_path(text: &str) -> bool {
    let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-'));
    is_plain
        && text.contains('/')
        && (ROOTS.iter().any(|root| text.starts_with(root))
            || text.contains("/src/")
            || text.ends_with(".rs"))
}

/// Returns the targets of links inside the project, without their anchors.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| {
        let target = rest.split([')', '#', ' ']).next()?;
        (!target.is_empty() && !target.contains(':')).then_some(target)
    })
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;

    #[test]
    fn a_path_that_leads_nowhere_is_found() {
        let root = env::temp_dir().join(format!("xtask-paths-{}", process::id()));
        fs::create_dir_all(root.join("crates/a/src")).unwrap();
        fs::create_dir_all(root.join("docs")).unwrap();
        fs::write(root.join("crates/a/src/lib.rs"), "").unwrap();
        fs::write(root.join("docs/cli.md"), "").unwrap();
        let check_page = |text: &str, expected: &[&str]| {
            let found: Vec<_> =
                check(&root, &Source::new("docs/page.md", text)).iter().map(ToString::to_string).collect();
            assert_eq!(found.len(), expected.len(), "{found:#?}");
            for (found, expected) in found.iter().zip(expected) {
                assert!(found.contains(expected), "{found}");
            }
        };
        check_page("See `crates/a/src/lib.rs`, `a/src/lib.rs` and [the command](cli.md#options).\n", &[]);
        check_page("See `crates/a/src/gone.rs` and [the page](gone.md).\n", &["gone.rs", "gone.md"]);
        check_page("Either `and/or`, <https://example.org>, [a site](https://example.org/x).\n", &[]);
        check_page("```\n`crates/gone`\n```\n`crates/gone`\n", &[":4: `crates/gone`"]);
        fs::remove_dir_all(root).unwrap();
    }
}
