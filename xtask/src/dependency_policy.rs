//! The step `deny` of the tests: the policy for dependencies in `deny.toml`, checked by cargo-deny.

use anyhow::Result;

use crate::not_checked::NotChecked;
use crate::shell::CommandLine;

/// The manifests with a lock file: those whose dependencies are shipped, the program with its page and the Python package,
/// and the fuzzer.
const MANIFESTS: [&str; 3] = ["Cargo.toml", "bindings/python/Cargo.toml", "fuzz/Cargo.toml"];

/// Checks licenses, duplicates and sources, which the lock files and packages show, and then known weaknesses, for which
/// a database is downloaded.
pub(crate) fn check() -> Result<()> {
    if !CommandLine::cargo(["deny", "--version"]).succeeds() {
        return Err(NotChecked {
            missing: "cargo-deny".to_owned(),
            unknown: "whether the licenses and sources of all dependencies are allowed, and whether one has a known \
                      weakness",
            install: install_command().to_string(),
        }
        .into());
    }
    for manifest in MANIFESTS {
        check_command(manifest, &["licenses", "bans", "sources"]).run()?;
    }
    let fetch = CommandLine::cargo(["deny", "fetch", "db"]);
    if !fetch.succeeds() {
        return Err(NotChecked {
            missing: "the database of advisories".to_owned(),
            unknown: "whether a dependency has a known weakness",
            install: fetch.to_string(),
        }
        .into());
    }
    MANIFESTS
        .iter()
        .try_for_each(|manifest| check_command(manifest, &["--disable-fetch", "advisories"]).run())
}

fn install_command() -> CommandLine {
    CommandLine::cargo(["install", "cargo-deny", "--locked"])
}

/// Exceptions that a manifest does not need are no warnings: all manifests share one policy.
fn check_command(manifest: &str, what: &[&str]) -> CommandLine {
    let line = [
        "deny",
        "--manifest-path",
        manifest,
        "--locked",
        "check",
        "--hide-inclusion-graph",
        "--allow=unmatched-skip",
        "--allow=unnecessary-skip",
        "--allow=license-exception-not-encountered",
    ];
    CommandLine::cargo(line.iter().chain(what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn the_policy_and_the_manifests_exist() {
        let root = Workspace::read().unwrap().root;
        for file in MANIFESTS.iter().chain([&"deny.toml"]) {
            assert!(root.join(file).is_file(), "{file}");
        }
    }

    #[test]
    fn a_check_names_its_manifest() {
        assert_eq!(
            check_command("a/Cargo.toml", &["licenses"]).to_string(),
            "cargo deny --manifest-path a/Cargo.toml --locked check --hide-inclusion-graph --allow=unmatched-skip \
             --allow=unnecessary-skip --allow=license-exception-not-encountered licenses"
        );
    }
}
