use std::io::Write;

use serde::Serialize;

use super::Attack;
use crate::load_test::latency::LatencySamples;

/// The bounds that hold during every attack: the bystander's acknowledgement in milliseconds, and memory in MiB.
const MAX_P99_MS: f64 = 50.0;
const MAX_MEMORY_GROWTH_MIB: f64 = 100.0;

/// The part by which memory may stay raised, and what it may stay raised by in any case, in MiB.
const MAX_RETAINED_FRACTION: f64 = 0.2;
const MAX_RETAINED_MIB: f64 = 20.0;

/// The measurements of one attack.
#[derive(Debug, Serialize)]
pub(crate) struct AttackReport {
    pub(super) attack: Attack,
    pub(super) seconds: u64,
    pub(super) bystander: Bystander,
    pub(super) memory: Memory,
    pub(super) findings: Vec<Finding>,
    /// The server ended during the attack.
    pub(super) has_crashed: bool,
    /// The load average of the machine when the attack began.
    pub(super) load_average: Option<f64>,
}

/// The time from a bystander's move to its acknowledgement.
#[derive(Debug, Serialize)]
pub(super) struct Bystander {
    pub(super) before: Acknowledgements,
    pub(super) during: Acknowledgements,
    pub(super) after: Acknowledgements,
}

/// Milliseconds, and how many moves were acknowledged.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Acknowledgements {
    pub(super) moves: usize,
    pub(super) p50: f64,
    pub(super) p99: f64,
    pub(super) max: f64,
}

/// The server's resident memory in MiB.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Memory {
    pub(super) before: f64,
    pub(super) peak: f64,
    pub(super) after_10_s: f64,
    /// After 30 seconds, or as soon as it is back within its bound.
    pub(super) last: f64,
}

/// One thing that the attacker achieved.
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

    /// Sets the value that must not be exceeded.
    pub(super) const fn at_most(self, most: f64) -> Finding {
        Finding { max: Some(most), ..self }
    }
}

impl Acknowledgements {
    pub(super) fn of(gauge: &LatencySamples) -> Acknowledgements {
        let [p50, p99, max] = [500, 990, 1000].map(|thousandths| gauge.quantile_ms(thousandths));
        Acknowledgements { moves: gauge.count(), p50, p99, max }
    }
}

impl Memory {
    /// Returns whether this much is not more than may stay.
    pub(super) fn is_recovered(before: f64, now: f64) -> bool {
        now <= before + (before * MAX_RETAINED_FRACTION).max(MAX_RETAINED_MIB)
    }
}

impl AttackReport {
    /// Returns the bounds that were broken, in words.
    pub(crate) fn violated_bounds(&self) -> Vec<String> {
        let AttackReport { bystander, memory, .. } = self;
        let mut broken = Vec::new();
        if self.has_crashed {
            broken.push("the server ended".to_owned());
        }
        if bystander.during.moves == 0 || bystander.during.p99 > MAX_P99_MS {
            broken.push(format!("bystander's p99 is {:.1} ms, not {MAX_P99_MS}", bystander.during.p99));
        }
        let raised = memory.peak - memory.before;
        if raised > MAX_MEMORY_GROWTH_MIB {
            broken.push(format!("memory was raised by {raised:.0} MiB, not {MAX_MEMORY_GROWTH_MIB}"));
        }
        if !Memory::is_recovered(memory.before, memory.last) {
            broken.push(format!("memory stays at {:.0} MiB, from {:.0}", memory.last, memory.before));
        }
        for Finding { name, value, max: most } in &self.findings {
            if let Some(most) = most.filter(|most| value > most) {
                broken.push(format!("{name}: {value:.1}, not {most}"));
            }
        }
        broken
    }

    pub(crate) fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let AttackReport { bystander, memory, .. } = self;
        let load = self.load_average.map_or_else(|| "unknown".to_owned(), |load| format!("{load:.2}"));
        writeln!(out, "attack {}, seconds {}, load average {load}", self.attack, self.seconds)?;
        for (name, part) in
            [("before", bystander.before), ("during", bystander.during), ("after", bystander.after)]
        {
            let Acknowledgements { moves, p50, p99, max } = part;
            writeln!(
                out,
                "bystander {name}: p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms of {moves} moves"
            )?;
        }
        let Memory { before, peak, after_10_s, last } = memory;
        writeln!(
            out,
            "memory before {before:.1} MiB, peak {peak:.1} MiB, 10 s after {after_10_s:.1} MiB, at last {last:.1} MiB"
        )?;
        for Finding { name, value, .. } in &self.findings {
            writeln!(out, "{name}: {value:.1}")?;
        }
        self.violated_bounds().iter().try_for_each(|broken| writeln!(out, "broken: {broken}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet() -> AttackReport {
        let acks = Acknowledgements { moves: 100, p50: 1.0, p99: 50.0, max: 80.0 };
        AttackReport {
            attack: Attack::JoinFlood,
            seconds: 10,
            bystander: Bystander { before: acks, during: acks, after: acks },
            memory: Memory { before: 50.0, peak: 150.0, after_10_s: 120.0, last: 70.0 },
            findings: vec![Finding::new("replies", 9.0), Finding::new("worst", 2.0).at_most(2.0)],
            has_crashed: false,
            load_average: None,
        }
    }

    #[test]
    fn each_bound_may_be_reached_and_not_exceeded() {
        assert_eq!(quiet().violated_bounds(), [""; 0]);
        let break_one: [fn(&mut AttackReport); 6] = [
            |report| report.has_crashed = true,
            |report| report.bystander.during.p99 = 50.1,
            |report| report.bystander.during.moves = 0,
            |report| report.memory.peak = 150.1,
            |report| report.memory.last = 70.1,
            |report| report.findings[1].value = 2.1,
        ];
        for (number, exceed) in break_one.into_iter().enumerate() {
            let mut report = quiet();
            exceed(&mut report);
            assert_eq!(report.violated_bounds().len(), 1, "the bound number {number}");
        }
    }

    #[test]
    fn a_large_server_may_keep_a_fifth_of_its_memory_more() {
        assert!(Memory::is_recovered(1_000.0, 1_200.0) && !Memory::is_recovered(1_000.0, 1_200.1));
        assert!(Memory::is_recovered(10.0, 30.0) && !Memory::is_recovered(10.0, 30.1));
    }
}
