use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::log::FuzzLog;
use crate::report::{Failure, FuzzReport};

/// The bounds of the length to which inputs may grow, unless one of the corpus is longer. Within them it is twice that of
/// the longest input of the corpus: many targets ignore what follows, and short inputs are tried more often.
const MIN_LENGTH_LIMIT: u64 = 32;
const MAX_LENGTH_LIMIT: u64 = 256;

/// The time after which an input counts as a fault, in seconds.
const INPUT_TIMEOUT: u32 = 10;

/// A compiled program and the directories that it uses.
pub(crate) struct FuzzProgram {
    pub(crate) name: String,
    path: PathBuf,
    /// The committed inputs.
    pub(crate) corpus: PathBuf,
    /// The inputs that reached new code in this run or an earlier one.
    pub(crate) found: PathBuf,
    logs: PathBuf,
    failures: PathBuf,
    /// The length to which inputs may grow.
    length_limit: u64,
}

impl FuzzProgram {
    /// Finds the program and the corpus with this name, and creates the directories for its output.
    pub(crate) fn new(name: &str, programs: &Path, corpus: &Path, output: &Path) -> Result<FuzzProgram> {
        let corpus = corpus.join(name);
        let mut longest = 0;
        for entry in fs::read_dir(&corpus).with_context(|| format!("cannot list {}", corpus.display()))? {
            longest = longest.max(entry?.metadata()?.len());
        }
        let length_limit = (2 * longest).clamp(MIN_LENGTH_LIMIT, MAX_LENGTH_LIMIT).max(longest);
        let [found, logs, failures] = ["found", "logs", "failures"].map(|part| output.join(part));
        let found = found.join(name);
        for directory in [&found, &logs, &failures] {
            fs::create_dir_all(directory)
                .with_context(|| format!("cannot create {}", directory.display()))?;
        }
        let path = programs.join(name);
        Ok(FuzzProgram { name: name.to_owned(), path, corpus, found, logs, failures, length_limit })
    }

    /// Returns a report without executions.
    pub(crate) fn empty_report(&self) -> FuzzReport {
        FuzzReport::new(&self.name)
    }

    /// Fuzzes for so many seconds. Several jobs may run the same program: each finds the others' new inputs.
    pub(crate) fn run(&self, job: usize, seconds: u64) -> Result<FuzzReport> {
        let prefix = self.failures.join(format!("{}-", self.name));
        let mut command = self.command(&[&self.found, &self.corpus]);
        // libFuzzer stops when more than this has passed, counted in whole seconds. 0 would be no limit.
        command.arg(format!("-max_total_time={}", (seconds - 1).max(1)));
        command.arg(format!("-artifact_prefix={}", prefix.display()));
        command.args([&format!("-timeout={INPUT_TIMEOUT}"), "-print_final_stats=1"]);
        let start = Instant::now();
        let (is_success, text) = self.output_of(&mut command, &job.to_string())?;
        let elapsed = start.elapsed();
        let log = FuzzLog::parse(&text);
        let failures = match &log.failing_input {
            _ if is_success => Vec::new(),
            Some(input) => vec![Failure {
                input: input.into(),
                message: log.message.clone(),
                repeat: format!("{} {input}", self.path.display()),
            }],
            None => bail!("`{command:?}` failed, see {}", self.logs.display()),
        };
        Ok(FuzzReport::of_process(&self.name, &log, elapsed, failures))
    }

    /// Copies those inputs from a directory to another that reach branches which the latter's inputs do not reach.
    pub(crate) fn merge(&self, from: &Path, into: &Path) -> Result<()> {
        let mut command = self.command(&[into, from]);
        // Without counters, an input that only repeats a branch more often is not new.
        command.args(["-merge=1", "-use_counters=0", "-rss_limit_mb=8192"]);
        let (is_success, _) = self.output_of(&mut command, "merge")?;
        if !is_success {
            bail!("`{command:?}` failed, see {}", self.logs.display());
        }
        Ok(())
    }

    /// Returns the number of branches that the inputs of a directory reach.
    pub(crate) fn covered_edges(&self, inputs: &Path) -> Result<u64> {
        let mut command = self.command(&[inputs]);
        command.arg("-runs=0");
        let (_, text) = self.output_of(&mut command, "edges")?;
        Ok(FuzzLog::parse(&text).covered_edges)
    }

    fn command(&self, directories: &[&Path]) -> Command {
        let mut command = Command::new(&self.path);
        command.args(directories).arg(format!("-max_len={}", self.length_limit));
        command
    }

    /// Runs a command until it ends. Returns whether it succeeded, and its output, which is also kept as a log.
    fn output_of(&self, command: &mut Command, log_suffix: &str) -> Result<(bool, String)> {
        let log = self.logs.join(format!("{}-{log_suffix}.log", self.name));
        let file = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let status = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(file)
            .status()
            .with_context(|| format!("cannot start `{command:?}`"))?;
        Ok((status.success(), String::from_utf8_lossy(&fs::read(&log)?).into_owned()))
    }
}
