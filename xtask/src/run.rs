//! `cargo xtask run`: the program as a player gets it.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;

use crate::page;
use crate::shell::CommandLine;

/// How long to let the compiler think.
#[derive(Clone, Copy)]
pub(crate) enum Build {
    /// The one to measure and to play with.
    Release,
    /// The one to wait less for.
    Debug,
}

/// Builds the page and `yipan` and becomes it: what it prints, reads and exits with is its own. Without arguments the hall opens.
pub(crate) fn run(build: Build, args: Vec<OsString>) -> Result<ExitCode> {
    page::build(page::Build::Small)?;
    let args = if args.is_empty() { vec!["serve".into()] } else { args };
    call(build, args).exec()
}

/// Cargo builds and runs in one go, and the program starts in the folder the user is in, so that the
/// paths among its arguments mean what they say.
fn call(build: Build, args: Vec<OsString>) -> CommandLine {
    let mut line: Vec<OsString> = ["run", "--package", "yipan-cli", "--bin", "yipan"].map(Into::into).into();
    if matches!(build, Build::Release) {
        line.push("--release".into());
    }
    line.push("--".into());
    line.extend(args);
    CommandLine::cargo(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_is_the_default_build() {
        let shown = |build| call(build, vec!["perft".into(), "--help".into()]).to_string();
        assert_eq!(
            shown(Build::Release),
            "cargo run --package yipan-cli --bin yipan --release -- perft --help"
        );
        assert_eq!(shown(Build::Debug), "cargo run --package yipan-cli --bin yipan -- perft --help");
    }
}
