use std::fmt;

use crate::violation::Violation;

/// The result of one run.
#[derive(Clone, Debug)]
pub struct SimulationReport {
    /// The seed.
    pub seed: u64,
    /// A hash of everything that happened. Runs of one seed have the same.
    pub trace_hash: String,
    /// The first broken invariant.
    pub violation: Option<Violation>,
    /// The last lines of the trace that concern the violation, or the whole trace.
    pub trace: Vec<String>,
    /// The rooms that were opened.
    pub rooms: usize,
    /// The log entries of all rooms.
    pub entries: usize,
    /// The commands that were acknowledged.
    pub acknowledged: usize,
    /// The crashes, restarts, outages and other faults.
    pub faults: usize,
    /// The number of the last fault that was due, including those that were left out.
    pub due_faults: usize,
}

impl fmt::Display for SimulationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SimulationReport { seed, trace_hash, rooms, entries, acknowledged, faults, .. } = self;
        write!(f, "seed {seed}: {rooms} rooms, {entries} entries, {acknowledged} acknowledged commands, ")?;
        write!(f, "{faults} faults, trace {trace_hash}")?;
        if let Some(violation) = &self.violation {
            write!(f, "\nVIOLATION {violation}")?;
        }
        self.trace.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
