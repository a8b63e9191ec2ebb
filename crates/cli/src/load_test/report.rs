use std::io::Write;

use super::audit::AuditResult;
use super::latency::LatencySamples;
use super::stats::Measurements;

/// What a run has shown.
pub(super) struct LoadReport {
    pub(super) rooms: usize,
    pub(super) spectators: usize,
    pub(super) seconds: f64,
    pub(super) rate: f64,
    /// The hall's most memory, in kibibytes.
    pub(super) peak_memory_kib: u64,
    pub(super) kills: u64,
    pub(super) measurements: Measurements,
    pub(super) audit: AuditResult,
}

/// How far a clock may be from what the log says, in milliseconds.
const MAX_CLOCK_ERROR_MS: u64 = 50;

impl LoadReport {
    fn client_count(&self) -> usize {
        2 * self.rooms + self.spectators
    }

    /// Whether every promise was kept.
    pub(super) fn is_success(&self) -> bool {
        let AuditResult {
            lost, duplicated: doubled, unreadable_logs: broken, max_clock_error_ms: clock, ..
        } = self.audit;
        [lost, doubled, broken, self.measurements.error_count] == [0; 4]
            && clock <= MAX_CLOCK_ERROR_MS
            && self.measurements.clients_at_end == self.client_count()
            && self.measurements.moves > 0
    }

    pub(super) fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let LoadReport { measurements: notes, audit: verdict, .. } = self;
        let (tables, spectators, seconds) = (self.rooms, self.spectators, self.seconds);
        writeln!(
            out,
            "tables {tables}, spectators {spectators}, games {}, seconds {seconds:.1}",
            notes.games
        )?;
        let made = notes.moves as f64 / seconds;
        writeln!(
            out,
            "moves {}, {made:.1} a second of {:.1} asked for, frames {}",
            notes.moves, self.rate, notes.events
        )?;
        let mut gauge = |name: &str, gauge: &LatencySamples| {
            let [half, most, nearly_all] = [500, 990, 999].map(|thousandths| gauge.quantile_ms(thousandths));
            writeln!(out, "{name} p50 {half:.1} ms, p99 {most:.1} ms, p99.9 {nearly_all:.1} ms")
        };
        gauge("move to acknowledgement:", &notes.ack_latency)?;
        gauge("move to opponent's frame:", &notes.delivery_latency)?;
        writeln!(out, "memory of the hall {:.1} MiB", self.peak_memory_kib as f64 / 1024.0)?;
        writeln!(out, "kills {}, reconnects {}", self.kills, notes.reconnects)?;
        let AuditResult {
            lost,
            duplicated: doubled,
            unreadable_logs: broken,
            logged: kept,
            max_clock_error_ms: clock,
            clocks_compared: clocks,
        } = verdict;
        let acked = notes.acked_moves.len();
        writeln!(
            out,
            "acknowledged {acked}, in the log {kept}, lost {lost}, doubled {doubled}, broken logs {broken}"
        )?;
        writeln!(out, "clocks within {clock} ms of the log at {clocks} tables")?;
        writeln!(out, "lines {} of {} resumed", notes.clients_at_end, self.client_count())?;
        writeln!(out, "faults {}", notes.error_count)?;
        notes.errors.iter().try_for_each(|fault| writeln!(out, "  {fault}"))
    }
}
