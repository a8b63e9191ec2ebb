//! `cargo xtask fuzz`: gives random bytes to every parser and law, guided by the code that they reach.
//!
//! libFuzzer needs counters in the code. The compiler adds them with options that are stable, so no nightly Rust is
//! needed, in a directory of its own, so nothing else is compiled again. `xtask/fuzz` runs the compiled programs.

use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use crate::not_checked::NotChecked;
use crate::shell::CommandLine;
use crate::workspace::Workspace;

/// The package of the fuzzer, a workspace of its own.
const PACKAGE: &str = "fuzz";

/// The package and the program that runs the compiled programs.
const RUNNER: &str = "xtask-fuzz";

/// The options of the compiler that add counters to every branch and report comparisons to the fuzzer.
const COVERAGE_FLAGS: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// Compiles the programs of the fuzzer and runs those with these names, or all, for so many minutes in total.
pub(crate) fn run(minutes: f64, names: &[String], jobs: usize) -> Result<ExitCode> {
    let workspace = Workspace::read()?;
    let programs = build(&workspace, names)?;
    let (corpus, output) = (corpus(&workspace), workspace.target.join("fuzz"));
    let [programs, corpus, output] = [programs, corpus, output].map(|path| path.display().to_string());
    let (minutes, jobs) = (minutes.to_string(), jobs.to_string());
    let line =
        ["run", "--locked", "--quiet", "-p", RUNNER, "--", "--programs", &programs, "--corpus", &corpus];
    let limits = ["--output", &output, "--minutes", &minutes, "--jobs", &jobs];
    let targets = names.iter().flat_map(|name| ["--target", name]);
    CommandLine::cargo(line.into_iter().chain(limits).chain(targets)).exec()
}

/// Compiles the programs of the fuzzer and puts them into a directory with their corpus and the program that runs them,
/// for a machine that has no compiler.
pub(crate) fn pack(directory: &Path) -> Result<ExitCode> {
    let workspace = Workspace::read()?;
    let programs = build(&workspace, &[])?;
    CommandLine::cargo(["build", "--locked", "-p", RUNNER]).run()?;
    let runner = workspace.program("debug", RUNNER);
    copy(&runner, &directory.join(RUNNER).with_extension(EXE_EXTENSION))?;
    for name in target_names(&workspace.root)? {
        copy(&programs.join(&name), &directory.join("programs").join(&name))?;
        let inputs = corpus(&workspace).join(&name);
        for entry in fs::read_dir(&inputs).with_context(|| format!("cannot list {}", inputs.display()))? {
            let entry = entry?;
            copy(&entry.path(), &directory.join("corpus").join(&name).join(entry.file_name()))?;
        }
    }
    println!("In {}: {RUNNER} --programs programs --corpus corpus --output OUTPUT", directory.display());
    Ok(ExitCode::SUCCESS)
}

/// Copies a file and creates the directories above the copy.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().context("a file has a directory")?)
        .and_then(|()| fs::copy(from, to))
        .map(drop)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
}

/// Returns the directory with the committed inputs of each target.
fn corpus(workspace: &Workspace) -> PathBuf {
    workspace.root.join(PACKAGE).join("corpus")
}

/// Returns the names of all targets: those of the programs of the package.
fn target_names(root: &Path) -> Result<Vec<String>> {
    let directory = root.join(PACKAGE).join("src/bin");
    let entries = fs::read_dir(&directory).with_context(|| format!("cannot list {}", directory.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        names.extend(entry?.path().file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

/// Compiles the programs with these names, or all. Returns their directory.
fn build(workspace: &Workspace, names: &[String]) -> Result<PathBuf> {
    ensure!(
        has_cpp_compiler(),
        "libFuzzer is compiled with a C++ compiler, and there is no `c++`; install one, such as Debian's `g++`"
    );
    let host = host_target(&workspace.root)?;
    let output = workspace.target.join("fuzz");
    build_command(&workspace.root, &host, &output, names).run()?;
    Ok(output.join(host).join("release"))
}

/// Returns the call that compiles the programs. Without a target the options would apply to build scripts too.
fn build_command(root: &Path, host: &str, output: &Path, names: &[String]) -> CommandLine {
    let manifest = root.join(PACKAGE).join("Cargo.toml").display().to_string();
    let line = ["build", "--manifest-path", &manifest, "--release", "--locked", "--target", host];
    let programs = names.iter().flat_map(|name| ["--bin", name]);
    // The variable replaces the options of `.cargo/config.toml`.
    let processor = host.starts_with("x86_64").then_some("-Ctarget-cpu=x86-64-v2");
    let flags: Vec<_> = processor.into_iter().chain(COVERAGE_FLAGS).collect();
    CommandLine::cargo(line.into_iter().chain(programs))
        .env("CARGO_TARGET_DIR", output.display().to_string())
        .env("RUSTFLAGS", flags.join(" "))
}

/// Checks the programs of the fuzzer, and that their lock file is that of the manifests.
pub(crate) fn clippy() -> Result<()> {
    if !has_cpp_compiler() {
        return Err(NotChecked {
            missing: "a C++ compiler".to_owned(),
            unknown: "whether the programs of the fuzzer compile without a warning",
            install: "apt-get install g++".to_owned(),
        }
        .into());
    }
    let workspace = Workspace::read()?;
    clippy_command(&workspace.root, &workspace.target.join("fuzz")).run()
}

fn has_cpp_compiler() -> bool {
    CommandLine::new("c++", ["--version"]).succeeds()
}

fn clippy_command(root: &Path, output: &Path) -> CommandLine {
    let manifest = root.join(PACKAGE).join("Cargo.toml").display().to_string();
    CommandLine::cargo(["clippy", "--manifest-path", &manifest, "--locked", "--", "-D", "warnings"])
        .env("CARGO_TARGET_DIR", output.display().to_string())
}

/// Returns the target of this machine.
fn host_target(root: &Path) -> Result<String> {
    let version = CommandLine::new("rustc", ["-vV"]).output_in(root)?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_of_the_package_is_a_target() {
        let root = Workspace::read().unwrap().root;
        let names = target_names(&root).unwrap();
        assert!(names.contains(&"chess_pgn".to_owned()) && names.len() > 30, "{names:?}");
        for name in names {
            assert!(root.join(PACKAGE).join("corpus").join(&name).is_dir(), "{name}");
        }
    }

    #[test]
    fn the_programs_are_compiled_with_counters_and_apart() {
        let names = ["a".to_owned(), "b".to_owned()];
        let command = build_command(Path::new("/r"), "x86_64-unknown-linux-gnu", Path::new("/t"), &names);
        let text = command.to_string();
        assert!(
            text.starts_with("CARGO_TARGET_DIR=/t RUSTFLAGS='-Ctarget-cpu=x86-64-v2 -Cpasses="),
            "{text}"
        );
        assert!(text.ends_with("--target x86_64-unknown-linux-gnu --bin a --bin b"), "{text}");
        let other = build_command(Path::new("/r"), "aarch64-unknown-linux-gnu", Path::new("/t"), &[]);
        assert!(!other.to_string().contains("target-cpu"), "{other}");
    }

    #[test]
    fn the_programs_are_checked_without_counters() {
        assert_eq!(
            clippy_command(Path::new("/r"), Path::new("/t")).to_string(),
            "CARGO_TARGET_DIR=/t cargo clippy --manifest-path /r/fuzz/Cargo.toml --locked -- -D warnings"
        );
    }
}
