//! The pieces of the Rust toolchain that the tests need beyond the compiler.
//!
//! `rust-toolchain.toml` names them too, but rustup fetches them by itself only where it is allowed to
//! (`RUSTUP_AUTO_INSTALL`), and a Rust from elsewhere does not read that file at all.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::shell::Call;

/// The target that browsers run.
pub(crate) const BROWSER: &str = "wasm32-unknown-unknown";

const PIECES: [Piece; 3] = [Piece::Target(BROWSER), Piece::Component("rustfmt"), Piece::Component("clippy")];

/// Something rustup can add to a toolchain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    /// The standard library for another machine.
    Target(&'static str),
    /// A tool beside the compiler.
    Component(&'static str),
}

/// Makes sure that all pieces are there, and fetches the missing ones if rustup is there to do it.
pub(crate) fn complete() -> Result<()> {
    fetch(&PIECES)?;
    eprintln!("all pieces of the toolchain are here");
    Ok(())
}

/// The same for what the page alone needs.
pub(crate) fn browser() -> Result<()> {
    fetch(&PIECES[..1])
}

fn fetch(pieces: &[Piece]) -> Result<()> {
    let missing = missing(pieces, is_here);
    if missing.is_empty() {
        return Ok(());
    }
    ensure!(Call::new("rustup", ["--version"]).works(), "{}", without_rustup(&missing));
    for piece in &missing {
        let add = piece.add();
        add.run().with_context(|| format!("run `{add}` where the network reaches, then this again"))?;
    }
    let still = self::missing(&missing, is_here);
    ensure!(still.is_empty(), "{}", another_compiler(&still));
    Ok(())
}

/// The pieces that `here` does not find.
fn missing(pieces: &[Piece], here: impl Fn(Piece) -> bool) -> Vec<Piece> {
    pieces.iter().copied().filter(|piece| !here(*piece)).collect()
}

/// Asks the toolchain in use rather than rustup, for it need not come from rustup.
fn is_here(piece: Piece) -> bool {
    match piece {
        Piece::Target(name) => Call::new("rustc", ["--print", "sysroot"])
            .answer_in(Path::new("."))
            .is_ok_and(|sysroot| has_target(Path::new(sysroot.trim()), name)),
        Piece::Component("rustfmt") => Call::cargo(["fmt", "--version"]).works(),
        Piece::Component(name) => Call::cargo([name, "--version"]).works(),
    }
}

/// The folder of a target outlives its removal, so only the library inside it counts.
fn has_target(sysroot: &Path, name: &str) -> bool {
    let libraries = sysroot.join("lib/rustlib").join(name).join("lib");
    fs::read_dir(libraries).is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-"))
    })
}

impl Piece {
    fn name(self) -> &'static str {
        match self {
            Self::Target(name) | Self::Component(name) => name,
        }
    }

    fn add(self) -> Call {
        match self {
            Self::Target(name) => Call::new("rustup", ["target", "add", name]),
            Self::Component(name) => Call::new("rustup", ["component", "add", name]),
        }
    }
}

fn without_rustup(missing: &[Piece]) -> String {
    format!(
        "the toolchain lacks {}, and rustup is not on this machine; get it from https://rustup.rs and run {}, \
         or install them the way this Rust was installed",
        names(missing),
        adds(missing)
    )
}

fn another_compiler(still: &[Piece]) -> String {
    format!(
        "rustup added {}, but the `rustc` in use does not see it; put rustup's own `rustc` and `cargo` first on \
         the PATH, run {}, then this again",
        names(still),
        adds(still)
    )
}

fn names(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.name()).collect::<Vec<_>>().join(", ")
}

fn adds(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| format!("`{}`", piece.add())).collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[test]
    fn only_what_is_not_here_is_missing() {
        assert_eq!(missing(&PIECES, |_| true), []);
        assert_eq!(missing(&PIECES, |piece| piece.name() != "clippy"), [Piece::Component("clippy")]);
    }

    #[test]
    fn each_piece_is_added_with_the_command_for_its_kind() {
        assert_eq!(Piece::Target(BROWSER).add().to_string(), "rustup target add wasm32-unknown-unknown");
        assert_eq!(Piece::Component("rustfmt").add().to_string(), "rustup component add rustfmt");
    }

    #[test]
    fn without_rustup_the_sentence_says_what_to_run() {
        let sentence = without_rustup(&PIECES[..2]);
        assert!(sentence.contains("lacks wasm32-unknown-unknown, rustfmt"), "{sentence}");
        assert!(sentence.contains("`rustup component add rustfmt`"), "{sentence}");
    }

    #[test]
    fn a_target_is_here_when_its_library_is() {
        let sysroot = env::temp_dir().join(format!("xtask-sysroot-{}", process::id()));
        let libraries = sysroot.join("lib/rustlib").join(BROWSER).join("lib");
        fs::create_dir_all(&libraries).unwrap();
        assert!(!has_target(&sysroot, BROWSER));
        fs::write(libraries.join("libstd-0123.rlib"), "").unwrap();
        assert!(has_target(&sysroot, BROWSER));
        assert!(!has_target(&sysroot, "wasm64-unknown-unknown"));
        fs::remove_dir_all(sysroot).unwrap();
    }
}
