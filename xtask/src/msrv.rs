//! The minimum version of Rust that the published crates state, compiled with that version.
//!
//! Clippy's lint `incompatible_msrv` also knows that version and finds newer functions of the standard library; only
//! the compiler finds newer syntax, and dependencies that need a newer Rust.

use anyhow::Result;

use crate::not_checked::NotChecked;
use crate::package;
use crate::published_crate::{self, PublishedCrate};
use crate::shell::CommandLine;

/// Compiles the published crates and their features with the oldest Rust that they support, which rustup installs if it is missing.
pub(crate) fn check() -> Result<()> {
    let crates = published_crate::read()?;
    let version = &crates[0].rust_version;
    if !is_installed(version) {
        let install = install_command(version);
        install.run().map_err(|_| not_checked(version, &install))?;
    }
    check_command(version, &crates).run()
}

fn is_installed(version: &str) -> bool {
    CommandLine::new("rustup", ["run", version, "rustc", "--version"]).succeeds()
}

fn install_command(version: &str) -> CommandLine {
    CommandLine::new("rustup", ["toolchain", "install", version, "--profile", "minimal", "--no-self-update"])
}

fn not_checked(version: &str, install: &CommandLine) -> NotChecked {
    NotChecked {
        missing: format!("Rust {version}"),
        unknown: "whether the published crates compile with the oldest Rust that they support",
        install: install.to_string(),
    }
}

fn check_command(version: &str, crates: &[PublishedCrate]) -> CommandLine {
    // A directory of its own: the two compilers would replace each other's results.
    let line = ["run", version, "cargo", "check", "--locked", "--target-dir", "target/msrv", "--features"];
    let feature = |of: &PublishedCrate| -> Vec<_> {
        of.features.iter().map(|feature| format!("{}/{feature}", of.name)).collect()
    };
    let features = crates.iter().flat_map(feature).collect::<Vec<_>>().join(",");
    CommandLine::new("rustup", line.into_iter().chain([features.as_str()]).chain(package::names(crates)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crates_are_compiled_with_the_version_that_they_state() {
        let crates = published_crate::read().unwrap();
        let core: Vec<_> =
            crates.iter().filter(|published| published.name == "yipan-core").cloned().collect();
        let command = check_command(&core[0].rust_version, &core).to_string();
        let expected = format!(
            "rustup run {} cargo check --locked --target-dir target/msrv \
             --features yipan-core/openapi,yipan-core/serde -p yipan-core",
            core[0].rust_version
        );
        assert_eq!(command, expected);
    }

    #[test]
    fn a_version_that_cannot_be_installed_is_named_with_the_command() {
        let error = not_checked("1.2.3", &install_command("1.2.3")).to_string();
        assert!(error.starts_with("Rust 1.2.3 is missing"), "{error}");
        let install = "`rustup toolchain install 1.2.3 --profile minimal --no-self-update`";
        assert!(error.contains(install), "{error}");
    }
}
