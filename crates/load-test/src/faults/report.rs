use std::io::Write;

use super::fault::{Fault, FaultKind};
use super::recovery::Recovery;
use crate::latency::LatencySamples;
use crate::load::LoadReport;
use crate::load::worst_loss::WorstLoss;

/// The results of a test with several nodes.
#[derive(Debug)]
pub struct FaultReport {
    pub(super) nodes: usize,
    pub(super) fault: Option<Fault>,
    pub(super) recovery: Recovery,
    pub(super) worst_loss: Option<WorstLoss>,
    /// Nodes that ended by themselves, did not recover or did not shut down.
    pub(super) problems: Vec<String>,
    pub(super) load: LoadReport,
}

impl FaultReport {
    /// Returns whether nothing acknowledged was lost, every client resumed and every node recovered.
    ///
    /// A rolling upgrade must not reject a command either.
    #[must_use]
    pub fn is_success(&self) -> bool {
        let is_roll = self.fault.is_some_and(|fault| fault.kind == FaultKind::Roll);
        let is_unnoticed = !is_roll || self.load.measurements.storage_rejections == 0;
        self.problems.is_empty() && self.load.is_success() && is_unnoticed
    }

    /// Writes the report as text.
    pub(super) fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let fault = self.fault.map_or_else(|| "none".to_owned(), |fault| fault.to_string());
        writeln!(out, "nodes {}, fault {fault}, faults {}", self.nodes, self.load.kills)?;
        self.load.print(out)?;
        if self.fault.is_some() {
            self.print_recovery(out)?;
        }
        writeln!(out, "problems {}", self.problems.len())?;
        self.problems.iter().try_for_each(|problem| writeln!(out, "  {problem}"))
    }

    fn print_recovery(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let mut print = |name: &str, samples: &LatencySamples| {
            let [p50, p99, max] = [5_000, 9_900, 10_000].map(|rank| samples.quantile_ms(rank));
            let rooms = samples.count();
            writeln!(out, "{name} p50 {p50:.0} ms, p99 {p99:.0} ms, max {max:.0} ms in {rooms} rooms")
        };
        print("fault to first acknowledgment:", &self.recovery.takeover)?;
        print("longest wait for an acknowledgment:", &self.recovery.longest_wait)?;
        let audit = &self.load.audit;
        writeln!(
            out,
            "time lost by a player at most {} ms in {} moves during faults, p99 without a fault {} ms",
            audit.max_lost_time_ms, audit.moves_during_faults, audit.ordinary_delay_ms
        )?;
        if let Some(worst_loss) = self.worst_loss.as_ref().filter(|_| !self.load.are_clocks_right()) {
            writeln!(out, "{worst_loss}")?;
        }
        writeln!(out, "rejected without storage {}", self.load.measurements.storage_rejections)?;
        writeln!(out, "states compared {}, different {}", audit.states_compared, audit.wrong_states)
    }
}
