//! `cargo xtask fuzz`: gives random bytes to every parser and law, guided by the code that they reach.
//!
//! libFuzzer needs counters in the code. The compiler adds them with options that are stable, so no nightly Rust is
//! needed, in a directory of its own, so nothing else is compiled again.

mod log;
mod report;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::sync::Mutex;
use std::time::Instant;
use std::{iter, thread};

use anyhow::{Context, Result, bail, ensure};

use self::log::FuzzLog;
use self::report::FuzzReport;
use crate::shell::CommandLine;
use crate::workspace::Workspace;

/// The package of the fuzzer, a workspace of its own.
const PACKAGE: &str = "fuzz";

/// The options of the compiler that add counters to every branch and report comparisons to the fuzzer.
const COVERAGE_FLAGS: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// The most bytes of an input, unless one of the corpus is longer. Short inputs are tried more often.
const MAX_INPUT_BYTES: u64 = 256;

/// The time after which an input counts as a fault, in seconds.
const INPUT_TIMEOUT: u32 = 10;

/// Fuzzes the targets with these names, or all, for so many minutes in total. A fault is exit code 1.
pub(crate) fn run(minutes: f64, names: &[String], jobs: usize) -> Result<ExitCode> {
    let workspace = Workspace::read()?;
    let names = select(&target_names(&workspace.root)?, names)?;
    ensure!(
        CommandLine::new("c++", ["--version"]).succeeds(),
        "libFuzzer is compiled with a C++ compiler, and there is no `c++`; install one, such as Debian's `g++`"
    );
    let fuzzer = Fuzzer::build(&workspace, &names)?;
    let jobs = jobs.clamp(1, names.len());
    let seconds = seconds_for_each(minutes, jobs, names.len());
    let reports = fuzzer.run_all(&names, jobs, seconds)?;
    println!("{}", FuzzReport::total(&reports));
    let has_failed = reports.iter().any(|report| report.failure.is_some());
    Ok(if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Returns the time for each target: all together last so many minutes, but each at least a second.
fn seconds_for_each(minutes: f64, jobs: usize, targets: usize) -> u64 {
    (minutes * 60.0 * jobs as f64 / targets as f64).max(1.0) as u64
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

/// Returns the named targets, or all if none is named.
fn select(all: &[String], named: &[String]) -> Result<Vec<String>> {
    if let Some(unknown) = named.iter().find(|name| !all.contains(name)) {
        bail!("there is no target `{unknown}`; the targets are {}", all.join(", "));
    }
    Ok(if named.is_empty() { all.to_vec() } else { named.to_vec() })
}

/// The compiled programs and the directories that they use.
struct Fuzzer {
    /// The directory of the programs.
    programs: PathBuf,
    /// The directory with the committed inputs of each target.
    corpus: PathBuf,
    /// The directory of compiled files, logs, inputs that reached new code, and inputs that show a fault.
    output: PathBuf,
}

impl Fuzzer {
    fn build(workspace: &Workspace, names: &[String]) -> Result<Fuzzer> {
        let host = host_target(&workspace.root)?;
        let output = workspace.target.join("fuzz");
        build_command(&workspace.root, &host, &output, names).run()?;
        let programs = output.join(host).join("release");
        Ok(Fuzzer { programs, corpus: workspace.root.join(PACKAGE).join("corpus"), output })
    }

    /// Runs the targets, `jobs` at a time, and prints a line for each.
    fn run_all(&self, names: &[String], jobs: usize, seconds: u64) -> Result<Vec<FuzzReport>> {
        let waiting = Mutex::new(names.iter());
        let next = || waiting.lock().expect("no thread panics with the lock").next();
        let run_some = || -> Result<Vec<FuzzReport>> {
            iter::from_fn(next)
                .map(|name| {
                    let report = self.run(name, seconds)?;
                    println!("{report}");
                    Ok(report)
                })
                .collect()
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(run_some)).collect();
            let results = threads.into_iter().map(|thread| thread.join().expect("no thread panics"));
            Ok(results.collect::<Result<Vec<_>>>()?.concat())
        })
    }

    fn run(&self, name: &str, seconds: u64) -> Result<FuzzReport> {
        let [found, logs, failures] = ["found", "logs", "failures"].map(|part| self.output.join(part));
        for directory in [&found.join(name), &logs, &failures] {
            fs::create_dir_all(directory)
                .with_context(|| format!("cannot create {}", directory.display()))?;
        }
        let log = logs.join(format!("{name}.log"));
        let call = CommandLine::new(
            self.programs.join(name),
            [
                found.join(name).display().to_string(),
                self.corpus.join(name).display().to_string(),
                format!("-max_total_time={seconds}"),
                format!("-max_len={}", self.longest_input(name)?),
                format!("-timeout={INPUT_TIMEOUT}"),
                format!("-artifact_prefix={}/{name}-", failures.display()),
                "-print_final_stats=1".to_owned(),
            ],
        );
        let start = Instant::now();
        let status = call
            .command()
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&log).with_context(|| format!("cannot write {}", log.display()))?)
            .status()
            .with_context(|| format!("cannot start `{call}`"))?;
        let elapsed = start.elapsed();
        let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
        let figures = FuzzLog::parse(&text);
        let mut report = FuzzReport::new(name, &figures, elapsed);
        if !status.success() {
            let input = figures.failing_input;
            let input =
                input.with_context(|| format!("`{call}` failed ({status}), see {}", log.display()))?;
            let repeat = CommandLine::new(self.programs.join(name), [&input]);
            report.failure = Some(format!("input {input}\n  repeat with `{repeat}`, see {}", log.display()));
        }
        Ok(report)
    }

    /// Returns the length to which inputs may grow.
    fn longest_input(&self, name: &str) -> Result<u64> {
        let directory = self.corpus.join(name);
        let mut longest = MAX_INPUT_BYTES;
        for entry in
            fs::read_dir(&directory).with_context(|| format!("cannot list {}", directory.display()))?
        {
            longest = longest.max(entry?.metadata()?.len());
        }
        Ok(longest)
    }
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
    fn all_targets_run_unless_some_are_named() {
        let all = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(select(&all, &[]).unwrap(), all);
        assert_eq!(select(&all, &all[1..2]).unwrap(), ["b"]);
        let error = select(&all, &["d".to_owned()]).unwrap_err().to_string();
        assert_eq!(error, "there is no target `d`; the targets are a, b, c");
    }

    #[test]
    fn the_time_is_divided_among_the_targets() {
        assert_eq!(seconds_for_each(34.0, 1, 34), 60);
        assert_eq!(seconds_for_each(34.0, 2, 34), 120);
        assert_eq!(seconds_for_each(0.0, 1, 34), 1);
    }

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
        let other = build_command(Path::new("/r"), "aarch64-unknown-linux-gnu", Path::new("/t"), &names);
        assert!(!other.to_string().contains("target-cpu"), "{other}");
    }
}
