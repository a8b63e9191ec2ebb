use std::io::Write;

use serde::Serialize;

use super::attack_kind::Attack;
use crate::latency::LatencySamples;

/// The bounds of every attack: the bystanders' p99 latency and the growth of the server's memory.
const MAX_P99_MS: f64 = 50.0;
const MAX_MEMORY_GROWTH_MIB: f64 = 100.0;

/// The memory that may be retained afterwards: a fraction of the memory before, but at least this many MiB.
const MAX_RETAINED_FRACTION: f64 = 0.2;
const MAX_RETAINED_MIB: f64 = 20.0;

/// The measurements of one attack.
#[derive(Debug, Serialize)]
pub struct AttackReport {
    pub(super) attack: Attack,
    /// The number of nodes, unless one server with its own database was attacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<usize>,
    pub(super) seconds: u64,
    pub(super) bystander: BystanderLatency,
    pub(super) memory: ServerMemory,
    pub(super) findings: Vec<Finding>,
    /// Whether the server exited during the attack.
    pub(super) has_crashed: bool,
    /// The load average of the machine before the attack.
    pub(super) load_average: Option<f64>,
}

/// The time from a bystander's move to its acknowledgment.
#[derive(Debug, Serialize)]
pub(super) struct BystanderLatency {
    pub(super) before: AckLatency,
    pub(super) during: AckLatency,
    pub(super) after: AckLatency,
}

/// Quantiles in milliseconds, and the number of acknowledged moves.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct AckLatency {
    pub(super) moves: usize,
    pub(super) p50: f64,
    pub(super) p99: f64,
    pub(super) max: f64,
}

/// The server's resident memory, or that of the largest node, in MiB.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ServerMemory {
    pub(super) before: f64,
    pub(super) peak: f64,
    pub(super) after_10_s: f64,
    /// After 30 seconds, or as soon as it is within its bound.
    pub(super) last: f64,
}

/// A measurement of the attacker, with an optional bound.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    name: &'static str,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<f64>,
}

impl Finding {
    pub(super) const fn new(name: &'static str, value: f64) -> Finding {
        Finding { name, value, max: None }
    }

    /// Sets the greatest value that is tolerated.
    pub(super) const fn at_most(self, max: f64) -> Finding {
        Finding { max: Some(max), ..self }
    }
}

impl From<&LatencySamples> for AckLatency {
    fn from(samples: &LatencySamples) -> AckLatency {
        let [p50, p99, max] = [5_000, 9_900, 10_000].map(|rank| samples.quantile_ms(rank));
        AckLatency { moves: samples.count(), p50, p99, max }
    }
}

impl ServerMemory {
    /// Returns whether the memory is within the bound for retained memory.
    pub(super) fn is_recovered(before: f64, now: f64) -> bool {
        now <= before + (before * MAX_RETAINED_FRACTION).max(MAX_RETAINED_MIB)
    }
}

impl AttackReport {
    /// Returns a sentence for each violated bound.
    #[must_use]
    pub fn violated_bounds(&self) -> Vec<String> {
        let AttackReport { bystander, memory, .. } = self;
        let mut violated = Vec::new();
        if self.has_crashed {
            violated.push("the server exited".to_owned());
        }
        if bystander.during.moves == 0 || bystander.during.p99 > MAX_P99_MS {
            violated.push(format!("bystander p99 is {:.1} ms, more than {MAX_P99_MS}", bystander.during.p99));
        }
        let growth = memory.peak - memory.before;
        if growth > MAX_MEMORY_GROWTH_MIB {
            violated.push(format!("memory grew by {growth:.0} MiB, more than {MAX_MEMORY_GROWTH_MIB}"));
        }
        if !ServerMemory::is_recovered(memory.before, memory.last) {
            violated.push(format!("memory stays at {:.0} MiB, up from {:.0}", memory.last, memory.before));
        }
        for Finding { name, value, max } in &self.findings {
            if let Some(max) = max.filter(|max| value > max) {
                violated.push(format!("{name}: {value:.1}, more than {max}"));
            }
        }
        violated
    }

    /// Writes the report as text.
    ///
    /// # Errors
    /// Returns an I/O error if `out` cannot be written.
    pub fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let AttackReport { bystander, memory, .. } = self;
        let load = self.load_average.map_or_else(|| "unknown".to_owned(), |load| format!("{load:.2}"));
        let nodes = self.nodes.map_or_else(String::new, |nodes| format!(" on {nodes} nodes"));
        writeln!(out, "attack {}{nodes}, seconds {}, load average {load}", self.attack, self.seconds)?;
        for (phase, latency) in
            [("before", bystander.before), ("during", bystander.during), ("after", bystander.after)]
        {
            let AckLatency { moves, p50, p99, max } = latency;
            writeln!(
                out,
                "bystander {phase}: p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms of {moves} moves"
            )?;
        }
        let ServerMemory { before, peak, after_10_s, last } = memory;
        writeln!(
            out,
            "memory before {before:.1} MiB, peak {peak:.1} MiB, 10 s after {after_10_s:.1} MiB, last {last:.1} MiB"
        )?;
        for Finding { name, value, .. } in &self.findings {
            writeln!(out, "{name}: {value:.1}")?;
        }
        self.violated_bounds().iter().try_for_each(|violated| writeln!(out, "violated: {violated}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn harmless() -> AttackReport {
        let acks = AckLatency { moves: 100, p50: 1.0, p99: 50.0, max: 80.0 };
        AttackReport {
            attack: Attack::JoinFlood,
            nodes: None,
            seconds: 10,
            bystander: BystanderLatency { before: acks, during: acks, after: acks },
            memory: ServerMemory { before: 50.0, peak: 150.0, after_10_s: 120.0, last: 70.0 },
            findings: vec![Finding::new("replies", 9.0), Finding::new("worst", 2.0).at_most(2.0)],
            has_crashed: false,
            load_average: None,
        }
    }

    #[test]
    fn each_bound_may_be_reached_and_not_exceeded() {
        assert_eq!(harmless().violated_bounds(), [""; 0]);
        let break_one: [fn(&mut AttackReport); 6] = [
            |report| report.has_crashed = true,
            |report| report.bystander.during.p99 = 50.1,
            |report| report.bystander.during.moves = 0,
            |report| report.memory.peak = 150.1,
            |report| report.memory.last = 70.1,
            |report| report.findings[1].value = 2.1,
        ];
        for (number, exceed) in break_one.into_iter().enumerate() {
            let mut report = harmless();
            exceed(&mut report);
            assert_eq!(report.violated_bounds().len(), 1, "the bound number {number}");
        }
    }

    #[test]
    fn a_large_server_may_retain_a_fifth_of_its_memory() {
        assert!(
            ServerMemory::is_recovered(1_000.0, 1_200.0) && !ServerMemory::is_recovered(1_000.0, 1_200.1)
        );
        assert!(ServerMemory::is_recovered(10.0, 30.0) && !ServerMemory::is_recovered(10.0, 30.1));
    }
}
