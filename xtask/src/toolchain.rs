//! The parts of the Rust toolchain that the tests need beside the compiler.
//!
//! `rust-toolchain.toml` names them too, but rustup installs them only if `RUSTUP_AUTO_INSTALL` allows it, and a Rust
//! that was installed without rustup does not read that file.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::not_checked::NotChecked;
use crate::shell::CommandLine;

/// The target of the page.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The target without a standard library, for which the `no_std` crates are compiled.
pub(crate) const BARE_TARGET: &str = "wasm32v1-none";

const COMPONENTS: [ToolchainPart; 3] = [
    ToolchainPart::Target(WASM_TARGET),
    ToolchainPart::Component("rustfmt"),
    ToolchainPart::Component("clippy"),
];

/// A part that rustup can add to a toolchain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ToolchainPart {
    /// The standard library of another target.
    Target(&'static str),
    /// A tool such as clippy.
    Component(&'static str),
}

/// Installs the missing parts with rustup.
pub(crate) fn ensure_installed() -> Result<()> {
    install_missing(&COMPONENTS)?;
    eprintln!("all parts of the toolchain are installed");
    Ok(())
}

/// Installs the target of the page if it is missing.
pub(crate) fn ensure_wasm_target() -> Result<()> {
    install_missing(&COMPONENTS[..1])
}

/// Installs the target without a standard library if it is missing.
pub(crate) fn ensure_bare_target() -> Result<(), NotChecked> {
    let target = ToolchainPart::Target(BARE_TARGET);
    install_missing(&[target]).map_err(|error| {
        eprintln!("{error:#}");
        NotChecked {
            missing: format!("the target {BARE_TARGET}"),
            unknown: "whether the crates in the category `no-std` do without the standard library",
            install: target.install_command().to_string(),
        }
    })
}

/// Installs a target of the program if it is missing.
pub(crate) fn ensure_target(name: &'static str) -> Result<()> {
    install_missing(&[ToolchainPart::Target(name)])
}

/// Returns the command that installs a target.
pub(crate) fn target_install_command(name: &'static str) -> CommandLine {
    ToolchainPart::Target(name).install_command()
}

fn install_missing(parts: &[ToolchainPart]) -> Result<()> {
    let missing = missing(parts, is_installed);
    if missing.is_empty() {
        return Ok(());
    }
    ensure!(CommandLine::new("rustup", ["--version"]).succeeds(), "{}", no_rustup_error(&missing));
    for part in &missing {
        let add = part.install_command();
        add.run().with_context(|| format!("run `{add}` with network access, then repeat this task"))?;
    }
    let still_missing = self::missing(&missing, is_installed);
    ensure!(still_missing.is_empty(), "{}", wrong_compiler_error(&still_missing));
    Ok(())
}

/// Returns the parts that are not installed.
fn missing(parts: &[ToolchainPart], is_installed: impl Fn(ToolchainPart) -> bool) -> Vec<ToolchainPart> {
    parts.iter().copied().filter(|part| !is_installed(*part)).collect()
}

/// Checks the toolchain in use, which need not come from rustup.
fn is_installed(part: ToolchainPart) -> bool {
    match part {
        ToolchainPart::Target(name) => CommandLine::new("rustc", ["--print", "sysroot"])
            .output_in(Path::new("."))
            .is_ok_and(|sysroot| has_target(Path::new(sysroot.trim()), name)),
        ToolchainPart::Component("rustfmt") => CommandLine::cargo(["fmt", "--version"]).succeeds(),
        ToolchainPart::Component(name) => CommandLine::cargo([name, "--version"]).succeeds(),
    }
}

/// Returns whether the core library of a target exists. Its directory alone may remain after a removal.
fn has_target(sysroot: &Path, name: &str) -> bool {
    let libraries = sysroot.join("lib/rustlib").join(name).join("lib");
    fs::read_dir(libraries).is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
    })
}

impl ToolchainPart {
    fn name(self) -> &'static str {
        match self {
            Self::Target(name) | Self::Component(name) => name,
        }
    }

    fn install_command(self) -> CommandLine {
        match self {
            Self::Target(name) => CommandLine::new("rustup", ["target", "add", name]),
            Self::Component(name) => CommandLine::new("rustup", ["component", "add", name]),
        }
    }
}

fn no_rustup_error(missing: &[ToolchainPart]) -> String {
    format!(
        "the toolchain lacks {}, and rustup is not installed; get it from https://rustup.rs and run {}, \
         or install them in the way this Rust was installed",
        names(missing),
        install_commands(missing)
    )
}

fn wrong_compiler_error(missing: &[ToolchainPart]) -> String {
    format!(
        "rustup added {}, but the `rustc` in use does not see it; put rustup's `rustc` and `cargo` first on \
         the PATH, run {}, then repeat this task",
        names(missing),
        install_commands(missing)
    )
}

fn names(parts: &[ToolchainPart]) -> String {
    parts.iter().map(|part| part.name()).collect::<Vec<_>>().join(", ")
}

fn install_commands(parts: &[ToolchainPart]) -> String {
    parts.iter().map(|part| format!("`{}`", part.install_command())).collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[test]
    fn only_what_is_not_installed_is_missing() {
        assert_eq!(missing(&COMPONENTS, |_| true), []);
        assert_eq!(
            missing(&COMPONENTS, |part| part.name() != "clippy"),
            [ToolchainPart::Component("clippy")]
        );
    }

    #[test]
    fn each_part_is_added_with_the_command_for_its_kind() {
        assert_eq!(
            ToolchainPart::Target(WASM_TARGET).install_command().to_string(),
            "rustup target add wasm32-unknown-unknown"
        );
        assert_eq!(
            ToolchainPart::Component("rustfmt").install_command().to_string(),
            "rustup component add rustfmt"
        );
    }

    #[test]
    fn without_rustup_the_error_says_what_to_run() {
        let message = no_rustup_error(&COMPONENTS[..2]);
        assert!(message.contains("lacks wasm32-unknown-unknown, rustfmt"), "{message}");
        assert!(message.contains("`rustup component add rustfmt`"), "{message}");
    }

    #[test]
    fn a_target_is_installed_if_its_library_is() {
        let sysroot = env::temp_dir().join(format!("xtask-sysroot-{}", process::id()));
        let libraries = sysroot.join("lib/rustlib").join(WASM_TARGET).join("lib");
        fs::create_dir_all(&libraries).unwrap();
        assert!(!has_target(&sysroot, WASM_TARGET));
        fs::write(libraries.join("libcore-0123.rlib"), "").unwrap();
        assert!(has_target(&sysroot, WASM_TARGET));
        assert!(!has_target(&sysroot, "wasm64-unknown-unknown"));
        fs::remove_dir_all(sysroot).unwrap();
    }
}
