//! The runner of test programs: cargo starts it instead of each program.
//!
//! A program that has passed is not run again before its code, its arguments or the files that it reads have changed.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::digest::{Digest, digest_of, files_below, tracked_files};
use crate::not_run::NotRunList;
use crate::passed::PassedChecks;
use crate::shell::CommandLine;
use crate::workspace::Workspace;

/// The subcommand of `cargo xtask`.
pub(crate) const SUBCOMMAND: &str = "run-test-program";

/// The digest of the files of the working tree that are read when tests run: all that are not compiled.
const DATA_DIGEST: &str = "XTASK_DATA_DIGEST";

/// The digest of all files of the working tree. The tests of the development tasks read code too.
const TREE_DIGEST: &str = "XTASK_TREE_DIGEST";

/// The digest of the compiled programs and of the page.
const PROGRAMS_DIGEST: &str = "XTASK_PROGRAMS_DIGEST";

/// The directory of the checks that have passed.
const PASSED_DIRECTORY: &str = "XTASK_PASSED";

/// The packages whose tests choose fresh seeds, so that each run checks something new.
const ALWAYS_RUN: [&str; 1] = ["yipan-simulation"];

/// The variables that change what a test does.
const VARIABLES: [&str; 3] = ["YIPAN_", "PROPTEST_", "RUST_TEST_"];

/// The settings with which cargo starts test programs through this runner.
pub(crate) struct TestRunner {
    option: String,
    variables: [(&'static str, String); 4],
}

impl TestRunner {
    /// Computes the digests. The programs and the page have been built.
    pub(crate) fn new(workspace: &Workspace) -> Result<TestRunner> {
        let files = tracked_files(&workspace.root)?;
        let is_data = |path: &&PathBuf| path.extension().is_none_or(|extension| extension != "rs");
        let data = digest_of(&workspace.root, files.iter().filter(is_data))?;
        let tree = digest_of(&workspace.root, &files)?;
        let page = files_below(&workspace.root.join("crates/assets/site"))?;
        let programs = digest_of(&workspace.root, page.iter().chain(&programs(&workspace.target)?))?;
        let xtask = workspace.program("debug", "xtask");
        let passed = PassedChecks::directory(&workspace.target).display().to_string();
        Ok(TestRunner {
            option: format!("target.'cfg(all())'.runner={:?}", [&*xtask.to_string_lossy(), SUBCOMMAND]),
            variables: [
                (DATA_DIGEST, data),
                (TREE_DIGEST, tree),
                (PROGRAMS_DIGEST, programs),
                (PASSED_DIRECTORY, passed),
            ],
        })
    }

    /// Returns a call of `cargo test` that starts the test programs with this runner.
    pub(crate) fn apply(&self, call: CommandLine) -> CommandLine {
        let call = call.cargo_option("--config", &self.option);
        self.variables.iter().fold(call, |call, (variable, value)| call.internal_env(*variable, value))
    }
}

/// Returns the value of a variable that [`TestRunner::apply`] sets.
fn variable(name: &str) -> Result<String> {
    env::var(name).with_context(|| format!("{name} is not set; `cargo xtask test` sets it"))
}

/// Returns the programs of the everyday build, which lie beside the directories of cargo.
fn programs(target: &Path) -> Result<Vec<PathBuf>> {
    let directory = target.join("debug");
    let entries = fs::read_dir(&directory).with_context(|| format!("cannot list {}", directory.display()))?;
    let mut programs: Vec<_> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.is_file() && path.extension().is_none_or(|extension| extension == "exe"))
        .collect();
    programs.sort();
    Ok(programs)
}

/// Runs a test program with its arguments, unless it has passed and nothing has changed since.
///
/// A call of cargo that is repeated by hand has no digests, and runs every program.
pub(crate) fn run(command: &[OsString]) -> Result<ExitCode> {
    let (program, arguments) = command.split_first().context("the runner needs a test program")?;
    let Some(passed) = env::var_os(PASSED_DIRECTORY).map(PassedChecks::in_directory) else {
        return run_program(program, arguments);
    };
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let check = check_of(&package, Path::new(program), arguments)?;
    if passed.contains(&check) && !ALWAYS_RUN.contains(&package.as_str()) {
        eprintln!("passed before, and nothing that it reads has changed since");
        return Ok(ExitCode::SUCCESS);
    }
    let not_run = NotRunList::inherited_length();
    let result = run_program(program, arguments)?;
    // A test that was not run for lack of a program has to run as soon as there is one.
    if result == ExitCode::SUCCESS && not_run == NotRunList::inherited_length() {
        passed.add(&check)?;
    }
    Ok(result)
}

fn run_program(program: &OsString, arguments: &[OsString]) -> Result<ExitCode> {
    let status = Command::new(program)
        .args(arguments)
        .status()
        .with_context(|| format!("cannot start {}", program.display()))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the digest of all that the result of a test program depends on.
fn check_of(package: &str, program: &Path, arguments: &[OsString]) -> Result<Digest> {
    let mut check = Digest::default();
    check.add_text(package);
    check.add_file(program)?;
    arguments.iter().for_each(|argument| check.add_text(&argument.to_string_lossy()));
    check.add_text(&variable(DATA_DIGEST)?);
    if package.starts_with("xtask") {
        check.add_text(&variable(TREE_DIGEST)?);
    }
    // The tests of a package with a program start it, and it serves the page.
    if env::var_os("CARGO_MANIFEST_DIR")
        .is_some_and(|directory| Path::new(&directory).join("src/main.rs").exists())
    {
        check.add_text(&variable(PROGRAMS_DIGEST)?);
    }
    let mut variables: Vec<_> = env::vars_os()
        .map(|(name, value)| (name.to_string_lossy().into_owned(), value))
        .filter(|(name, _)| VARIABLES.iter().any(|prefix| name.starts_with(prefix)))
        .filter(|(name, _)| name != NotRunList::VARIABLE)
        .collect();
    variables.sort();
    for (name, value) in variables {
        check.add_text(&name);
        check.add_text(&value.to_string_lossy());
    }
    Ok(check)
}
