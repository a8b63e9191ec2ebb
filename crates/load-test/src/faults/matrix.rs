//! The matrix of all faults: one row each, and a line for each row.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use super::fault::{Fault, FaultKind};
use super::report::FaultReport;
use super::report_format::ReportFormat;
use super::run_faults::{FaultConfig, run_faults};
use super::summary::{FaultSummary, UNDISTURBED, print_row, print_titles};

/// Runs every row of the matrix, this many times, and prints a line for each. Returns whether every promise was kept.
///
/// A row that cannot be run is a broken promise; the next one runs all the same. The reports of the rows are written to the
/// directory of the logs, if there is one.
///
/// # Errors
/// Returns an error if a line or a report cannot be written.
pub async fn run_matrix(
    program: &Path,
    config: &FaultConfig,
    times: usize,
    format: ReportFormat,
    out: &mut dyn Write,
) -> Result<bool> {
    let is_table = format == ReportFormat::Text;
    if is_table {
        print_titles(out)?;
    }
    let (mut broken_rows, mut rows) = (0, 0);
    for number in 1..=times {
        for mut row in matrix_rows(config) {
            let name = row.fault.map_or(UNDISTURBED, |fault| fault.kind.name());
            row.logs = config.logs.as_ref().map(|logs| logs.join(format!("{name}-{number}")));
            rows += 1;
            let report = match run_faults(program, &row).await {
                Ok(report) => report,
                Err(error) if is_table => {
                    broken_rows += 1;
                    print_row(out, name, "", &[format!("it could not be run: {error:#}")])?;
                    continue;
                }
                Err(error) => {
                    broken_rows += 1;
                    eprintln!("{name} could not be run: {error:#}");
                    continue;
                }
            };
            let summary = FaultSummary::new(&report);
            broken_rows += usize::from(!summary.broken_promises().is_empty());
            if is_table {
                summary.print_row(out)?;
            } else {
                format.print(&report, out)?;
            }
            if let Some(logs) = &row.logs {
                write_report(logs, &report)?;
            }
        }
    }
    if is_table {
        writeln!(out, "rows {rows}, with a broken promise {broken_rows}")?;
    }
    Ok(broken_rows == 0)
}

fn write_report(logs: &Path, report: &FaultReport) -> Result<()> {
    let file = logs.join("report.txt");
    let context = || format!("cannot write {}", file.display());
    let mut file = fs::File::create(&file).with_context(context)?;
    report.print(&mut file).with_context(context)
}

/// Returns the rows: first an undisturbed service with twice the rooms and moves, then every fault.
fn matrix_rows(config: &FaultConfig) -> Vec<FaultConfig> {
    let mut undisturbed = FaultConfig { fault: None, faults: None, ..config.clone() };
    undisturbed.load.rooms *= 2;
    undisturbed.load.rate = undisturbed.load.rate.map(|rate| 2.0 * rate);
    let faulty = FaultKind::ALL.map(|kind| FaultConfig {
        fault: Some(Fault::with_default_length(kind)),
        faults: config.faults.or(Some(row_length(kind))),
        ..config.clone()
    });
    std::iter::once(undisturbed).chain(faulty).collect()
}

/// Returns the number of faults in a row of the long run.
const fn row_length(kind: FaultKind) -> usize {
    match kind {
        FaultKind::Kill => 200,
        FaultKind::Stop => 60,
        FaultKind::Roll => 12,
        FaultKind::CutStore
        | FaultKind::CutBus
        | FaultKind::Cut
        | FaultKind::Split
        | FaultKind::Bus
        | FaultKind::Store
        | FaultKind::Skew => 10,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::load::LoadConfig;

    #[test]
    fn the_matrix_has_an_undisturbed_row_and_one_for_every_fault() {
        let load = LoadConfig {
            rooms: 200,
            spectators: 0,
            duration: Duration::from_secs(60),
            rate: Some(200.0),
            kill_interval: None,
            reconnects: 0.0,
            game_length: None,
            is_rated: false,
            churns: false,
            seed: 1,
        };
        let config = FaultConfig { load, nodes: 3, fault: None, faults: None, replacement: None, logs: None };
        let rows = matrix_rows(&config);
        let kinds: Vec<_> = rows.iter().filter_map(|row| Some(row.fault?.kind)).collect();
        assert_eq!(kinds, FaultKind::ALL);
        assert_eq!((rows[0].load.rooms, rows[0].load.rate, rows[0].faults), (400, Some(400.0), None));
        assert_eq!((rows[1].faults, rows[2].faults), (Some(200), Some(60)), "kills and stops");
        let short = matrix_rows(&FaultConfig { faults: Some(2), ..config });
        assert!(short[1..].iter().all(|row| row.faults == Some(2) && row.load.rooms == 200));
    }
}
