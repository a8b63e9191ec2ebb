use std::io::Write;

use super::report::FaultReport;
use super::summary::FaultSummary;

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// Text for people.
    Text,
    /// A JSON object in a line for each test.
    Json,
}

impl ReportFormat {
    /// Writes the report of a test.
    ///
    /// # Errors
    /// Returns an I/O error if `out` cannot be written.
    pub fn print(self, report: &FaultReport, out: &mut dyn Write) -> std::io::Result<()> {
        match self {
            ReportFormat::Text => report.print(out)?,
            ReportFormat::Json => writeln!(out, "{}", serde_json::to_string(&FaultSummary::new(report))?)?,
        }
        out.flush()
    }
}
