use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use crate::log::FuzzLog;

/// An input that shows a fault.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) input: PathBuf,
    /// The first lines about the fault.
    pub(crate) message: String,
    /// The command that repeats it.
    pub(crate) repeat: String,
}

/// The result of a target, or the sum of several.
#[derive(Clone, Debug)]
pub(crate) struct FuzzReport {
    name: String,
    executions: u64,
    /// The time of all its processes together.
    elapsed: Duration,
    pub(crate) covered_edges: u64,
    edges: u64,
    /// The number of inputs that reach more than the corpus.
    pub(crate) new_inputs: usize,
    pub(crate) failures: Vec<Failure>,
}

impl FuzzReport {
    /// Creates a report without executions.
    pub(crate) fn new(name: &str) -> FuzzReport {
        FuzzReport {
            name: name.to_owned(),
            executions: 0,
            elapsed: Duration::ZERO,
            covered_edges: 0,
            edges: 0,
            new_inputs: 0,
            failures: Vec::new(),
        }
    }

    /// Takes the figures of a process.
    pub(crate) fn of_process(
        name: &str,
        log: &FuzzLog,
        elapsed: Duration,
        failures: Vec<Failure>,
    ) -> FuzzReport {
        let FuzzLog { executions, covered_edges, edges, .. } = *log;
        FuzzReport { executions, elapsed, covered_edges, edges, failures, ..FuzzReport::new(name) }
    }

    /// Adds another process of the same program. It may have reached other branches, so the sum is a lower bound.
    pub(crate) fn add(&mut self, other: FuzzReport) {
        self.executions += other.executions;
        self.elapsed += other.elapsed;
        self.covered_edges = self.covered_edges.max(other.covered_edges);
        self.edges = self.edges.max(other.edges);
        self.failures.extend(other.failures);
    }

    /// Returns the sum, with the time of the whole run. An edge that several programs have in common counts for each.
    pub(crate) fn total(reports: &[FuzzReport], elapsed: Duration) -> FuzzReport {
        FuzzReport {
            executions: reports.iter().map(|report| report.executions).sum(),
            elapsed,
            covered_edges: reports.iter().map(|report| report.covered_edges).sum(),
            edges: reports.iter().map(|report| report.edges).sum(),
            new_inputs: reports.iter().map(|report| report.new_inputs).sum(),
            ..FuzzReport::new("total")
        }
    }

    fn per_second(&self) -> u64 {
        (self.executions as f64 / self.elapsed.as_secs_f64().max(0.001)) as u64
    }

    /// Returns all figures, and the failing inputs as bytes in hexadecimal.
    pub(crate) fn to_json(&self) -> Value {
        let failures = self.failures.iter().map(|failure| {
            let bytes = fs::read(&failure.input).unwrap_or_default();
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            json!({ "input": failure.input, "bytes": hex, "message": failure.message })
        });
        json!({
            "name": self.name,
            "executions": self.executions,
            "seconds": self.elapsed.as_secs_f64(),
            "executions_per_second": self.per_second(),
            "covered_edges": self.covered_edges,
            "edges": self.edges,
            "new_inputs": self.new_inputs,
            "failures": failures.collect::<Vec<_>>(),
        })
    }
}

impl fmt::Display for FuzzReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FuzzReport { name, executions, covered_edges, edges, .. } = self;
        let speed = self.per_second();
        write!(
            f,
            "{name:<22}{executions:>14} executions {speed:>8}/s {covered_edges:>7} of {edges:>7} edges"
        )?;
        for Failure { input, message, repeat } in &self.failures {
            write!(f, "\n  FAILED: input {}\n  repeat with `{repeat}`\n{message}", input.display())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(executions: u64) -> FuzzReport {
        let elapsed = Duration::from_secs(5);
        FuzzReport { executions, elapsed, covered_edges: 421, edges: 2280, ..FuzzReport::new("chess_fen") }
    }

    #[test]
    fn a_line_has_the_executions_their_rate_and_the_coverage() {
        let line = "chess_fen                     424920 executions    84984/s     421 of    2280 edges";
        assert_eq!(report(424_920).to_string(), line);
        let total = FuzzReport::total(&[report(10), report(20)], Duration::from_secs(3)).to_string();
        assert!(total.starts_with("total ") && total.ends_with("842 of    4560 edges"), "{total}");
        assert!(total.contains(" 30 executions       10/s "), "{total}");
    }

    #[test]
    fn processes_of_a_program_add_up() {
        let mut sum = report(10);
        sum.add(FuzzReport { covered_edges: 500, ..report(30) });
        assert!(sum.to_string().contains(" 40 executions        4/s     500 of    2280 edges"), "{sum}");
    }

    #[test]
    fn a_fault_follows_its_line() {
        let failure = Failure {
            input: "/t/crash-1".into(),
            message: "thread panicked".to_owned(),
            repeat: "chess_fen /t/crash-1".to_owned(),
        };
        let failed = FuzzReport { failures: vec![failure], ..report(1) };
        let expected =
            " edges\n  FAILED: input /t/crash-1\n  repeat with `chess_fen /t/crash-1`\nthread panicked";
        assert!(failed.to_string().ends_with(expected), "{failed}");
        assert_eq!(failed.to_json()["failures"][0]["message"], "thread panicked");
    }
}
