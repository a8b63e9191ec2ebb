use std::fmt;
use std::time::Duration;

use super::log::FuzzLog;

/// The result of a target, or the sum of several.
#[derive(Clone, Debug)]
pub(super) struct FuzzReport {
    name: String,
    executions: u64,
    elapsed: Duration,
    covered_edges: u64,
    edges: u64,
    /// The input that shows a fault and how to repeat it.
    pub(super) failure: Option<String>,
}

impl FuzzReport {
    pub(super) fn new(name: &str, log: &FuzzLog, elapsed: Duration) -> FuzzReport {
        let FuzzLog { executions, covered_edges, edges, .. } = *log;
        FuzzReport { name: name.to_owned(), executions, elapsed, covered_edges, edges, failure: None }
    }

    /// Returns the sum. An edge that several programs have in common counts for each.
    pub(super) fn total(reports: &[FuzzReport]) -> FuzzReport {
        FuzzReport {
            name: "total".to_owned(),
            executions: reports.iter().map(|report| report.executions).sum(),
            elapsed: reports.iter().map(|report| report.elapsed).sum(),
            covered_edges: reports.iter().map(|report| report.covered_edges).sum(),
            edges: reports.iter().map(|report| report.edges).sum(),
            failure: None,
        }
    }

    fn per_second(&self) -> u64 {
        (self.executions as f64 / self.elapsed.as_secs_f64().max(0.001)) as u64
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
        match &self.failure {
            Some(failure) => write!(f, "  FAILED\n  {failure}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(executions: u64) -> FuzzReport {
        let log = FuzzLog { executions, covered_edges: 421, edges: 2280, failing_input: None };
        FuzzReport::new("chess_fen", &log, Duration::from_secs(5))
    }

    #[test]
    fn a_line_has_the_executions_their_rate_and_the_coverage() {
        let line = "chess_fen                     424920 executions    84984/s     421 of    2280 edges";
        assert_eq!(report(424_920).to_string(), line);
        let total = FuzzReport::total(&[report(10), report(20)]).to_string();
        assert!(total.starts_with("total ") && total.ends_with("842 of    4560 edges"), "{total}");
        assert!(total.contains(" 30 executions        3/s "), "{total}");
    }

    #[test]
    fn a_fault_follows_its_line() {
        let failed = FuzzReport { failure: Some("input /t/crash-1".to_owned()), ..report(1) };
        assert!(failed.to_string().ends_with(" edges  FAILED\n  input /t/crash-1"), "{failed}");
    }
}
