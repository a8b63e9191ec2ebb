//! Runs the compiled programs of the fuzzer, many at a time, and adds up their figures.
//!
//! It needs neither cargo nor the sources, so that a machine with many cores but without a compiler can fuzz too:
//! `cargo xtask fuzz --pack` puts it into one directory with the programs and the corpus.

mod log;
mod new_inputs;
mod program;
mod report;
mod schedule;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use serde_json::json;

use self::program::FuzzProgram;
use self::report::FuzzReport;

/// Runs the compiled programs of the fuzzer; exit code 1 after a fault.
#[derive(Parser)]
struct Options {
    /// The directory of the programs
    #[arg(long, value_name = "DIR")]
    programs: PathBuf,
    /// The directory with a corpus for each program
    #[arg(long, value_name = "DIR")]
    corpus: PathBuf,
    /// The directory for logs, inputs that reached new code, and inputs that show a fault
    #[arg(long, value_name = "DIR")]
    output: PathBuf,
    /// The time for all targets together
    #[arg(long, value_name = "N", default_value_t = 10.0)]
    minutes: f64,
    /// Fuzz only this target; may be repeated
    #[arg(long = "target", value_name = "TARGET")]
    targets: Vec<String>,
    /// Run so many programs at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Write the figures and the failing inputs to this file, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Copy the inputs that reach more code than the corpus to this directory
    #[arg(long, value_name = "DIR")]
    new_inputs: Option<PathBuf>,
}

fn main() -> ExitCode {
    run(&Options::parse()).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(options: &Options) -> Result<ExitCode> {
    let names = select(&corpus_names(&options.corpus)?, &options.targets)?;
    let programs: Vec<_> = names.iter().map(|name| options.program(name)).collect::<Result<_>>()?;
    let jobs = options.jobs.max(1);
    let start = Instant::now();
    let mut reports = run_all(&programs, jobs, (options.minutes * 60.0) as u64)?;
    let elapsed = start.elapsed();
    // Written now too: a machine that allows only so much time may end the program before it has compared the inputs.
    options.write_report(&reports, jobs, elapsed)?;
    if let Some(directory) = &options.new_inputs {
        new_inputs::collect(&programs, &mut reports, jobs, directory)?;
        options.write_report(&reports, jobs, elapsed)?;
    }
    for report in &reports {
        println!("{report}");
    }
    println!("{}", FuzzReport::total(&reports, elapsed));
    let has_failed = reports.iter().any(|report| !report.failures.is_empty());
    Ok(if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

impl Options {
    fn program(&self, name: &str) -> Result<FuzzProgram> {
        FuzzProgram::new(name, &self.programs, &self.corpus, &self.output)
    }

    fn write_report(&self, reports: &[FuzzReport], jobs: usize, elapsed: Duration) -> Result<()> {
        let Some(path) = &self.report else { return Ok(()) };
        let targets: Vec<_> = reports.iter().map(FuzzReport::to_json).collect();
        let total = FuzzReport::total(reports, elapsed).to_json();
        let json = json!({ "jobs": jobs, "total": total, "targets": targets });
        fs::write(path, format!("{json:#}\n")).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Returns the names of all targets: those of the directories of the corpus.
fn corpus_names(corpus: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(corpus).with_context(|| format!("cannot list {}", corpus.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    ensure!(!names.is_empty(), "{} is empty", corpus.display());
    Ok(names)
}

/// Returns the named targets, or all if none is named.
fn select(all: &[String], named: &[String]) -> Result<Vec<String>> {
    if let Some(unknown) = named.iter().find(|name| !all.contains(name)) {
        bail!("there is no target `{unknown}`; the targets are {}", all.join(", "));
    }
    Ok(if named.is_empty() { all.to_vec() } else { named.to_vec() })
}

/// Runs the programs for so many seconds on each job. Returns a report for each program.
fn run_all(programs: &[FuzzProgram], jobs: usize, seconds: u64) -> Result<Vec<FuzzReport>> {
    let reports = Mutex::new(programs.iter().map(FuzzProgram::empty_report).collect::<Vec<_>>());
    let run_job = |job: usize, slots: Vec<schedule::Slot>| -> Result<()> {
        for slot in slots {
            let report = programs[slot.target].run(job, slot.seconds)?;
            reports.lock().expect("no thread panics with the lock")[slot.target].add(report);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let run_job = &run_job;
        let schedule = schedule::divide(programs.len(), jobs, seconds);
        let threads: Vec<_> = schedule
            .into_iter()
            .enumerate()
            .map(|(job, slots)| scope.spawn(move || run_job(job, slots)))
            .collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    Ok(reports.into_inner().expect("no thread panics with the lock"))
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
}
