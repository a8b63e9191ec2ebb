//! The results of tests as one JSON object each, so that those of several tests can be added up.

use std::io::Write;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::broken_promises::broken_counts;
use super::fault::FaultKind;
use super::report::FaultReport;
use crate::latency::LatencyHistogram;

/// The name of the row without a fault.
pub(super) const UNDISTURBED: &str = "none";

/// The titles of the columns, as wide as their values.
const TITLES: &str =
    "row       faults   moves  lost doubled gaps  clock  loss/allowed  takeover  hand-over  frames  result";

/// The longest time until rooms go on elsewhere, at the 99th percentile, in milliseconds.
const MAX_TAKEOVER_MS: u32 = 5_000;

/// The longest wait for an acknowledgment while rooms are handed over, at the 99th percentile, in milliseconds.
const MAX_HANDOVER_MS: u32 = 250;

/// The longest time until the opponent of an undisturbed move gets it, at the 99th percentile, in milliseconds.
const MAX_FRAME_MS: u32 = 50;

/// The results of one test with several nodes, or the sum of several with the same fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FaultSummary {
    /// The name of the fault, or `none`.
    pub(super) row: String,
    pub(super) tests: u64,
    pub(super) faults: u64,
    /// The moves that were acknowledged during play.
    pub(super) moves: u64,
    pub(super) seconds: f64,
    pub(super) lost: u64,
    pub(super) doubled: u64,
    pub(super) gaps: u64,
    /// The greatest difference between a clock that was sent and the log, in milliseconds.
    pub(super) clock_error_ms: u64,
    /// The greatest loss of a player and what was allowed, in milliseconds, of the test that came closest to it.
    pub(super) loss_ms: u64,
    pub(super) allowed_loss_ms: u64,
    pub(super) takeover: LatencyHistogram,
    pub(super) longest_wait: LatencyHistogram,
    /// The time until an undisturbed move is acknowledged, and until the opponent has it.
    pub(super) acknowledgments: LatencyHistogram,
    pub(super) frames: LatencyHistogram,
    /// The broken promises, except for limits of quantiles, which the whole sum must keep.
    pub(super) broken: Vec<String>,
}

impl FaultSummary {
    /// Summarizes a test.
    #[must_use]
    pub fn new(report: &FaultReport) -> FaultSummary {
        let (load, audit) = (&report.load, &report.load.audit);
        let measurements = &load.measurements;
        FaultSummary {
            row: report.fault.map_or(UNDISTURBED, |fault| fault.kind.name()).to_owned(),
            tests: 1,
            faults: load.kills,
            moves: measurements.moves,
            seconds: load.seconds,
            lost: audit.lost,
            doubled: audit.duplicated,
            gaps: audit.gaps,
            clock_error_ms: audit.max_clock_error_ms,
            loss_ms: audit.max_lost_time_ms,
            allowed_loss_ms: load.allowed_lost_time_ms(),
            takeover: report.recovery.takeover.histogram(),
            longest_wait: report.recovery.longest_wait.histogram(),
            acknowledgments: measurements.ack_latency.histogram(),
            frames: measurements.delivery_latency.histogram(),
            broken: broken_counts(report),
        }
    }

    pub(super) fn kind(&self) -> Option<FaultKind> {
        FaultKind::ALL.into_iter().find(|kind| kind.name() == self.row)
    }

    /// Returns what was broken of the promises of a service with several nodes.
    #[must_use]
    pub fn broken_promises(&self) -> Vec<String> {
        self.broken.iter().cloned().chain(exceeded_limit(self)).collect()
    }

    /// Adds the results of another test with the same fault.
    fn add(&mut self, other: &FaultSummary) {
        self.tests += other.tests;
        self.faults += other.faults;
        self.moves += other.moves;
        self.seconds += other.seconds;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.gaps += other.gaps;
        self.clock_error_ms = self.clock_error_ms.max(other.clock_error_ms);
        let is_worse = other.loss_ms + self.allowed_loss_ms > self.loss_ms + other.allowed_loss_ms;
        if is_worse {
            (self.loss_ms, self.allowed_loss_ms) = (other.loss_ms, other.allowed_loss_ms);
        }
        self.takeover.add_all(&other.takeover);
        self.longest_wait.add_all(&other.longest_wait);
        self.acknowledgments.add_all(&other.acknowledgments);
        self.frames.add_all(&other.frames);
        self.broken.extend(other.broken.iter().cloned());
    }

    /// Writes the line of the table, and below it what was broken.
    pub(super) fn print_row(&self, out: &mut dyn Write) -> Result<()> {
        let shown =
            |is_shown: bool, value: u32| if is_shown { format!("{value} ms") } else { "-".to_owned() };
        let kind = self.kind();
        let takeover = shown(kind.is_some(), self.takeover.quantile_ms(9_900));
        let hand_over = shown(kind == Some(FaultKind::Roll), self.longest_wait.quantile_ms(9_900));
        let frames = shown(true, self.frames.quantile_ms(9_900));
        let lost_time = format!("{}/{} ms", self.loss_ms, self.allowed_loss_ms);
        let clock = format!("{} ms", self.clock_error_ms);
        let FaultSummary { row, faults, moves, lost, doubled, gaps, .. } = self;
        let line = format!(
            "{faults:>7}{moves:>8}{lost:>6}{doubled:>8}{gaps:>5}{clock:>7}{lost_time:>14}{takeover:>10}{hand_over:>11}{frames:>8}  "
        );
        print_row(out, row, &line, &self.broken_promises())
    }
}

/// Returns the limit of a 99th percentile that the results do not keep.
fn exceeded_limit(summary: &FaultSummary) -> Option<String> {
    let (name, measured, limit) = match summary.kind() {
        None => ("frames", &summary.frames, MAX_FRAME_MS),
        Some(FaultKind::Roll) => ("hand-over", &summary.longest_wait, MAX_HANDOVER_MS),
        // No node takes over while a service is away for all nodes.
        Some(FaultKind::Bus | FaultKind::Store) => return None,
        Some(_) => ("takeover", &summary.takeover, MAX_TAKEOVER_MS),
    };
    let measured = measured.quantile_ms(9_900);
    (measured >= limit).then(|| format!("{name} p99 {measured} ms is not below {limit} ms"))
}

/// Writes a line of the table.
pub(super) fn print_row(out: &mut dyn Write, row: &str, values: &str, broken: &[String]) -> Result<()> {
    let result = if broken.is_empty() { "kept" } else { "BROKEN" };
    writeln!(out, "{row:<9}{values:<86}{result}")?;
    broken.iter().try_for_each(|promise| writeln!(out, "  {promise}"))?;
    out.flush()?;
    Ok(())
}

pub(super) fn print_titles(out: &mut dyn Write) -> Result<()> {
    Ok(writeln!(out, "{TITLES}")?)
}

/// Adds up the tests of texts with a JSON object in each line, and prints a line for each fault. Returns whether every
/// promise was kept.
///
/// # Errors
/// Returns an error if a text has no result, because its test did not end, if a line is not the result of a test, or if the
/// table cannot be written.
pub fn combine_summaries(texts: &[String], out: &mut dyn Write) -> Result<bool> {
    let mut rows: Vec<FaultSummary> = Vec::new();
    let unfinished = texts.iter().position(|text| text.trim().is_empty());
    if let Some(index) = unfinished {
        bail!("file {} has no result: its test did not end; repeat it", index + 1);
    }
    for line in texts.iter().flat_map(|text| text.lines()).filter(|line| !line.trim().is_empty()) {
        let summary: FaultSummary = serde_json::from_str(line)
            .with_context(|| format!("`{line:.80}` is not the result of a test"))?;
        match rows.iter_mut().find(|row| row.row == summary.row) {
            Some(row) => row.add(&summary),
            None => rows.push(summary),
        }
    }
    print_titles(out)?;
    rows.iter().try_for_each(|row| row.print_row(out))?;
    Ok(!rows.is_empty() && rows.iter().all(|row| row.broken_promises().is_empty()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::faults::fault::Fault;
    use crate::faults::recovery::Recovery;
    use crate::load::LoadReport;
    use crate::load::audit::AuditResult;
    use crate::load::measurements::Measurements;

    #[test]
    fn the_tests_of_a_fault_are_added_up() {
        let summary = |takeovers: &[u64], plant: fn(&mut FaultReport)| {
            let mut report = report(Some(FaultKind::Kill));
            for millis in takeovers {
                report.recovery.takeover.add(Duration::from_millis(*millis));
            }
            plant(&mut report);
            serde_json::to_string(&FaultSummary::new(&report)).expect("JSON")
        };
        let slow: Vec<u64> = (0..199).map(|_| 3_000).chain([6_000]).collect();
        let texts =
            [summary(&[6_000], |_| {}), summary(&slow, |report| report.load.audit.max_lost_time_ms = 40)];
        let combine = |texts: &[String]| {
            let mut out = Vec::new();
            let is_kept = combine_summaries(texts, &mut out).expect("a table");
            (is_kept, String::from_utf8(out).expect("text"))
        };
        let (is_kept, table) = combine(&texts[..1]);
        assert!(!is_kept && table.contains("takeover p99 6000 ms is not below 5000 ms"), "{table}");
        let (is_kept, table) = combine(&[texts.join("\n")]);
        assert!(is_kept, "one of a hundred may be slow: {table}");
        let row =
            "kill           2      20     0       0    0   0 ms      40/50 ms   3000 ms          -    0 ms";
        assert!(table.contains(row), "{table}");
        let lossy = summary(&[], |report| report.load.audit.lost = 1);
        let (is_kept, table) = combine(&[texts.join("\n"), lossy]);
        assert!(!is_kept && table.contains("1 acknowledged moves are lost"), "{table}");
        assert!(combine_summaries(&["{}".to_owned()], &mut Vec::new()).is_err());
        let error = combine_summaries(&[texts[1].clone(), "\n".to_owned()], &mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "file 2 has no result: its test did not end; repeat it");
        assert_eq!(combine_summaries(&[], &mut Vec::new()).ok(), Some(false), "nothing was tested");
    }

    /// Returns the report of a test in which nothing was broken.
    fn report(kind: Option<FaultKind>) -> FaultReport {
        let measurements = Measurements { moves: 10, clients_at_end: 4, ..Measurements::default() };
        let load = LoadReport {
            rooms: 2,
            spectators: 0,
            seconds: 1.0,
            rate: 1.0,
            peak_memory_mib: 1.0,
            memory: None,
            kills: 1,
            measurements,
            audit: AuditResult::default(),
        };
        let fault = kind.map(Fault::with_default_length);
        let (recovery, worst_loss, problems) = (Recovery::default(), None, Vec::new());
        FaultReport { nodes: 3, fault, recovery, worst_loss, problems, load }
    }

    #[test]
    fn every_broken_promise_is_named() {
        let check = |kind: Option<FaultKind>, expected: &[&str], plant: fn(&mut FaultReport)| {
            let mut report = report(kind);
            let broken_promises = |report: &FaultReport| FaultSummary::new(report).broken_promises();
            assert_eq!(broken_promises(&report), [""; 0]);
            plant(&mut report);
            assert_eq!(broken_promises(&report), expected);
        };
        let kill = Some(FaultKind::Kill);
        check(kill, &["1 acknowledged moves are lost"], |report| report.load.audit.lost = 1);
        check(kill, &["2 moves are in the log twice"], |report| report.load.audit.duplicated = 2);
        check(kill, &["3 numbers are missing in logs"], |report| report.load.audit.gaps = 3);
        check(kill, &["3 of 4 clients resumed"], |report| report.load.measurements.clients_at_end = 3);
        check(kill, &["n1 ended"], |report| report.problems.push("n1 ended".to_owned()));
        let clock = "a clock differs from the log, or a player lost time";
        check(kill, &[clock], |report| report.load.audit.max_lost_time_ms = 51);
        check(kill, &[clock], |report| report.load.audit.max_clock_error_ms = 51);
        check(kill, &["takeover p99 5000 ms is not below 5000 ms"], |report| {
            report.recovery.takeover.add(Duration::from_secs(5));
        });
        check(Some(FaultKind::Store), &[], |report| report.recovery.takeover.add(Duration::from_secs(9)));
        check(Some(FaultKind::Roll), &["hand-over p99 250 ms is not below 250 ms"], |report| {
            report.recovery.longest_wait.add(Duration::from_millis(250));
        });
        check(None, &["frames p99 50 ms is not below 50 ms"], |report| {
            report.load.measurements.delivery_latency.add(Duration::from_millis(50));
        });
        let nothing = "no move was made, or a command was rejected without storage during a roll";
        check(None, &[nothing], |report| report.load.measurements.moves = 0);
    }
}
