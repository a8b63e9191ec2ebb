//! `cargo xtask tidy`: checks that the compiler does not make. It changes no file.

mod banned_text;
mod cycles;
mod dependencies;
mod files;
mod finding;
mod manifests;
mod markdown_paths;
mod module_tree;
mod purity;
mod tree;
mod vocabulary;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, ensure};

use finding::Finding;
use tree::Source;
use workspace::{Member, Workspace};

fn main() -> ExitCode {
    // Printed without anyhow's backtrace, which would push the findings out of sight.
    tidy().map_or_else(
        |error| {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

/// Prints all findings, and fails if there are any.
fn tidy() -> Result<()> {
    let Workspace { root, members } = workspace::read()?;
    let sources = tree::read(&root)?;
    let mut findings = check(&members, &sources);
    findings.extend(sources.iter().flat_map(|source| markdown_paths::check(&root, source)));
    findings.sort();
    for finding in &findings {
        println!("{finding}");
    }
    ensure!(findings.is_empty(), "{} findings; each line above names the remedy", findings.len());
    eprintln!("checked {} crates and {} files", members.len(), sources.len());
    Ok(())
}

/// Returns all findings, sorted by path.
fn check(members: &[Member], sources: &[Source]) -> Vec<Finding> {
    let mut findings = dependencies::check(dependencies::ALLOWED_DEPENDENCIES, members);
    findings.extend(members.iter().flat_map(manifests::check));
    findings.extend(members.iter().flat_map(|member| purity::check(member, sources)));
    findings.extend(sources.iter().flat_map(files::check));
    findings.extend(members.iter().flat_map(|member| cycles::check(member, sources)));
    findings.extend(sources.iter().flat_map(banned_text::check));
    findings.extend(sources.iter().flat_map(vocabulary::check));
    findings.sort();
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_of_all_kinds_are_sorted_by_path() {
        let members = [Member::example("yipan-core", "[dependencies]\nserde = \"1\"\n")];
        let sources = [Source::new("crates/core/src/lib.rs", "use std::fs; \ntodo!()")];
        let findings = check(&members, &sources);
        // By line number, so not as text.
        assert!(findings.is_sorted());
        let findings: Vec<_> = findings.iter().map(ToString::to_string).collect();
        let starts = |start: &str| findings.iter().filter(|finding| finding.starts_with(start)).count();
        // The lints and the description are missing, and a pure crate may not use serde.
        assert_eq!(starts("crates/core/Cargo.toml:"), 3, "{findings:#?}");
        // The crate uses the file system, and the line ends with a space.
        assert_eq!(starts("crates/core/src/lib.rs:1: "), 2, "{findings:#?}");
        // There is a `todo!`, and the last line has no newline.
        assert_eq!(starts("crates/core/src/lib.rs:2: "), 2, "{findings:#?}");
    }
}
