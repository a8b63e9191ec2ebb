//! `cargo xtask run`: builds the page and the program, and runs it.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;

use crate::page;
use crate::shell::CommandLine;

/// The optimization of the build.
#[derive(Clone, Copy)]
pub(crate) enum Build {
    /// Fast at run time.
    Release,
    /// Fast to build.
    Debug,
}

/// Builds the page and `yipan` and replaces this process with it. Without arguments it runs the server.
pub(crate) fn run(build: Build, args: Vec<OsString>) -> Result<ExitCode> {
    page::build(page::Build::Small)?;
    let args = if args.is_empty() { vec!["serve".into()] } else { args };
    call(build, args).exec()
}

/// Returns the call of `cargo run`, which keeps the current directory, so that relative paths in the arguments work.
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
