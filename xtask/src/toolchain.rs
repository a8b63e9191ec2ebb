//! The pieces of the Rust toolchain that the tests need beyond the compiler.
//!
//! `rust-toolchain.toml` names them too, but rustup fetches them by itself only where it is allowed to
//! (`RUSTUP_AUTO_INSTALL`), and a Rust from elsewhere does not read that file at all.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::shell::CommandLine;

/// The target that browsers run.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

const COMPONENTS: [ToolchainPart; 3] = [
    ToolchainPart::Target(WASM_TARGET),
    ToolchainPart::Component("rustfmt"),
    ToolchainPart::Component("clippy"),
];

/// Something rustup can add to a toolchain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ToolchainPart {
    /// The standard library for another machine.
    Target(&'static str),
    /// A tool beside the compiler.
    Component(&'static str),
}

/// Makes sure that all pieces are there, and fetches the missing ones if rustup is there to do it.
pub(crate) fn ensure_installed() -> Result<()> {
    install_missing(&COMPONENTS)?;
    eprintln!("all pieces of the toolchain are here");
    Ok(())
}

/// The same for what the page alone needs.
pub(crate) fn ensure_wasm_target() -> Result<()> {
    install_missing(&COMPONENTS[..1])
}

fn install_missing(pieces: &[ToolchainPart]) -> Result<()> {
    let missing = missing(pieces, is_installed);
    if missing.is_empty() {
        return Ok(());
    }
    ensure!(CommandLine::new("rustup", ["--version"]).succeeds(), "{}", no_rustup_error(&missing));
    for piece in &missing {
        let add = piece.install_command();
        add.run().with_context(|| format!("run `{add}` where the network reaches, then this again"))?;
    }
    let still = self::missing(&missing, is_installed);
    ensure!(still.is_empty(), "{}", wrong_compiler_error(&still));
    Ok(())
}

/// The pieces that `here` does not find.
fn missing(pieces: &[ToolchainPart], here: impl Fn(ToolchainPart) -> bool) -> Vec<ToolchainPart> {
    pieces.iter().copied().filter(|piece| !here(*piece)).collect()
}

/// Asks the toolchain in use rather than rustup, for it need not come from rustup.
fn is_installed(piece: ToolchainPart) -> bool {
    match piece {
        ToolchainPart::Target(name) => CommandLine::new("rustc", ["--print", "sysroot"])
            .output_in(Path::new("."))
            .is_ok_and(|sysroot| has_target(Path::new(sysroot.trim()), name)),
        ToolchainPart::Component("rustfmt") => CommandLine::cargo(["fmt", "--version"]).succeeds(),
        ToolchainPart::Component(name) => CommandLine::cargo([name, "--version"]).succeeds(),
    }
}

/// The folder of a target outlives its removal, so only the library inside it counts.
fn has_target(sysroot: &Path, name: &str) -> bool {
    let libraries = sysroot.join("lib/rustlib").join(name).join("lib");
    fs::read_dir(libraries).is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-"))
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
        "the toolchain lacks {}, and rustup is not on this machine; get it from https://rustup.rs and run {}, \
         or install them the way this Rust was installed",
        names(missing),
        install_commands(missing)
    )
}

fn wrong_compiler_error(still: &[ToolchainPart]) -> String {
    format!(
        "rustup added {}, but the `rustc` in use does not see it; put rustup's own `rustc` and `cargo` first on \
         the PATH, run {}, then this again",
        names(still),
        install_commands(still)
    )
}

fn names(pieces: &[ToolchainPart]) -> String {
    pieces.iter().map(|piece| piece.name()).collect::<Vec<_>>().join(", ")
}

fn install_commands(pieces: &[ToolchainPart]) -> String {
    pieces.iter().map(|piece| format!("`{}`", piece.install_command())).collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[test]
    fn only_what_is_not_installed_is_missing() {
        assert_eq!(missing(&COMPONENTS, |_| true), []);
        assert_eq!(
            missing(&COMPONENTS, |piece| piece.name() != "clippy"),
            [ToolchainPart::Component("clippy")]
        );
    }

    #[test]
    fn each_piece_is_added_with_the_command_for_its_kind() {
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
        let sentence = no_rustup_error(&COMPONENTS[..2]);
        assert!(sentence.contains("lacks wasm32-unknown-unknown, rustfmt"), "{sentence}");
        assert!(sentence.contains("`rustup component add rustfmt`"), "{sentence}");
    }

    #[test]
    fn a_target_is_installed_if_its_library_is() {
        let sysroot = env::temp_dir().join(format!("xtask-sysroot-{}", process::id()));
        let libraries = sysroot.join("lib/rustlib").join(WASM_TARGET).join("lib");
        fs::create_dir_all(&libraries).unwrap();
        assert!(!has_target(&sysroot, WASM_TARGET));
        fs::write(libraries.join("libstd-0123.rlib"), "").unwrap();
        assert!(has_target(&sysroot, WASM_TARGET));
        assert!(!has_target(&sysroot, "wasm64-unknown-unknown"));
        fs::remove_dir_all(sysroot).unwrap();
    }
}
