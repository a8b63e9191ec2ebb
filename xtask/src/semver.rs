//! The public interfaces of the published crates, compared with those of an older revision.

use anyhow::{Result, ensure};

use crate::package;
use crate::published_crate::{self, PublishedCrate};
use crate::shell::CommandLine;

/// Fails if a published crate has changed incompatibly since a revision and its version does not say so.
///
/// This needs cargo-semver-checks, which takes minutes to compile, so it is no step of the tests.
pub(crate) fn check(baseline: &str) -> Result<()> {
    let crates = published_crate::read()?;
    ensure!(
        CommandLine::cargo(["semver-checks", "--version"]).succeeds(),
        "cargo-semver-checks is not installed; run `{}`, then repeat this task",
        install_command()
    );
    check_command(baseline, &crates).run()
}

fn install_command() -> CommandLine {
    CommandLine::cargo(["install", "cargo-semver-checks", "--locked"])
}

fn check_command(baseline: &str, crates: &[PublishedCrate]) -> CommandLine {
    let line = ["semver-checks", "--baseline-rev", baseline];
    CommandLine::cargo(line.into_iter().chain(package::names(crates)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_crate_is_compared_with_the_revision() {
        let crates = published_crate::read().unwrap();
        let command = check_command("v0.1.0", &crates).to_string();
        assert!(command.starts_with("cargo semver-checks --baseline-rev v0.1.0 -p "), "{command}");
        for published in crates {
            assert!(command.contains(&format!("-p {}", published.name)), "{command}");
        }
        assert_eq!(install_command().to_string(), "cargo install cargo-semver-checks --locked");
    }
}
