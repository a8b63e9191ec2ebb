//! The statically linked program.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::c_compiler::CCompiler;
use super::path_prefixes::PathPrefixes;
use super::target::Target;
use crate::shell::CommandLine;

/// The crates that development builds optimize. A check needs no speed.
const OPTIMIZED_CRATES: [&str; 6] =
    ["yipan-core", "yipan-chess", "yipan-xiangqi", "yipan-liuzichong", "yipan-games", "yipan-engine"];

/// Compiles the program for people, and returns its path.
pub(super) fn build(
    target: Target,
    compiler: &CCompiler,
    prefixes: &PathPrefixes,
    target_directory: &Path,
) -> Result<PathBuf> {
    let command = command(target, &["--profile", "dist"]).config(&rust_flags(target, prefixes));
    command.run(compiler.variables(target, &prefixes.c_flags())?)?;
    Ok(path(target, "dist", target_directory))
}

/// Compiles a program that does the same, only slower, in the profile of development builds, and returns its path.
///
/// The page is embedded, which development builds read from disk.
pub(super) fn build_quick(target: Target, compiler: &CCompiler, target_directory: &Path) -> Result<PathBuf> {
    let command =
        OPTIMIZED_CRATES.iter().fold(command(target, &["--features", "embed-page"]), |command, name| {
            command.config(&format!("profile.dev.package.{name}.opt-level=0"))
        });
    command.run(compiler.variables(target, &[])?)?;
    Ok(path(target, "debug", target_directory))
}

/// A call of `cargo build`.
struct Build(Vec<String>);

fn command(target: Target, profile: &[&str]) -> Build {
    let line = ["build", "--locked", "--package", "yipan-cli", "--bin", "yipan", "--target", target.name()];
    Build(line.iter().chain(profile).map(ToString::to_string).collect())
}

impl Build {
    fn config(mut self, setting: &str) -> Self {
        self.0.extend(["--config".to_owned(), setting.to_owned()]);
        self
    }

    fn run(&self, variables: Vec<(String, String)>) -> Result<()> {
        let line = CommandLine::cargo(&self.0);
        variables.into_iter().fold(line, |line, (key, value)| line.env(key, value)).run()
    }
}

/// Returns the setting with the flags of the compiler. Cargo adds them to those of `.cargo/config.toml`.
fn rust_flags(target: Target, prefixes: &PathPrefixes) -> String {
    format!("target.{}.rustflags={:?}", target.name(), prefixes.rust_flags())
}

fn path(target: Target, profile: &str, target_directory: &Path) -> PathBuf {
    target_directory.join(target.name()).join(profile).join("yipan")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_built_for_its_target() {
        let line = command(Target::Aarch64, &["--profile", "dist"]).config("a.b=[\"c\"]").0.join(" ");
        assert_eq!(
            line,
            "build --locked --package yipan-cli --bin yipan --target aarch64-unknown-linux-musl --profile dist \
             --config a.b=[\"c\"]"
        );
        assert_eq!(
            path(Target::Aarch64, "dist", Path::new("target")),
            Path::new("target/aarch64-unknown-linux-musl/dist/yipan")
        );
    }
}
