use std::io::Write;

use super::audit::Verdict;
use super::book::Notes;
use super::gauge::Gauge;

/// What a run has shown.
pub(super) struct Report {
    pub(super) tables: usize,
    pub(super) spectators: usize,
    pub(super) seconds: f64,
    pub(super) rate: f64,
    /// The hall's most memory, in kibibytes.
    pub(super) memory: u64,
    pub(super) kills: u64,
    pub(super) notes: Notes,
    pub(super) verdict: Verdict,
}

/// How far a clock may be from what the log says, in milliseconds.
const CLOCK: u64 = 50;

impl Report {
    fn lines(&self) -> usize {
        2 * self.tables + self.spectators
    }

    /// Whether every promise was kept.
    pub(super) fn is_good(&self) -> bool {
        let Verdict { lost, doubled, broken, clock, .. } = self.verdict;
        [lost, doubled, broken, self.notes.fault_count] == [0; 4]
            && clock <= CLOCK
            && self.notes.present == self.lines()
            && self.notes.moves > 0
    }

    pub(super) fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let Report { notes, verdict, .. } = self;
        let (tables, spectators, seconds) = (self.tables, self.spectators, self.seconds);
        writeln!(
            out,
            "tables {tables}, spectators {spectators}, games {}, seconds {seconds:.1}",
            notes.games
        )?;
        let made = notes.moves as f64 / seconds;
        writeln!(
            out,
            "moves {}, {made:.1} a second of {:.1} asked for, frames {}",
            notes.moves, self.rate, notes.frames
        )?;
        let mut gauge = |name: &str, gauge: &Gauge| {
            let [half, most, nearly_all] = [500, 990, 999].map(|thousandths| gauge.of_thousand(thousandths));
            writeln!(out, "{name} p50 {half:.1} ms, p99 {most:.1} ms, p99.9 {nearly_all:.1} ms")
        };
        gauge("move to acknowledgement:", &notes.acks)?;
        gauge("move to opponent's frame:", &notes.seen)?;
        writeln!(out, "memory of the hall {:.1} MiB", self.memory as f64 / 1024.0)?;
        writeln!(out, "kills {}, reconnects {}", self.kills, notes.reconnects)?;
        let Verdict { lost, doubled, broken, kept, clock, clocks } = verdict;
        let acked = notes.acked.len();
        writeln!(
            out,
            "acknowledged {acked}, in the log {kept}, lost {lost}, doubled {doubled}, broken logs {broken}"
        )?;
        writeln!(out, "clocks within {clock} ms of the log at {clocks} tables")?;
        writeln!(out, "lines {} of {} resumed", notes.present, self.lines())?;
        writeln!(out, "faults {}", notes.fault_count)?;
        notes.faults.iter().try_for_each(|fault| writeln!(out, "  {fault}"))
    }
}
