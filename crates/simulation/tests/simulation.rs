//! Runs of the simulator: they are repeatable, break no invariant, and find planted faults.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use yipan_simulation::{PlantedFault, SimulationConfig, SimulationReport, simulate};

/// The length of a run that takes some seconds.
const LENGTH: Duration = Duration::from_secs(20 * 60);

fn run(seed: u64, length: Duration, fault: Option<PlantedFault>) -> SimulationReport {
    simulate(&SimulationConfig { seed, length, fault, has_whole_trace: false })
}

#[track_caller]
fn check(seed: u64) {
    let report = run(seed, LENGTH, None);
    println!("{report}");
    assert!(report.violation.is_none(), "{report}");
    assert!(report.rooms > 5 && report.acknowledged > 100 && report.faults > 0, "{report}");
}

#[test]
fn a_seed_always_leads_to_the_same_run() {
    let [one, two] = [(); 2].map(|()| run(7, LENGTH, None));
    assert_eq!(one.trace_hash, two.trace_hash, "{one}\n{two}");
    assert_ne!(one.trace_hash, run(8, LENGTH, None).trace_hash);
}

#[test]
fn fixed_seeds_break_no_invariant() {
    for seed in 1..=4 {
        check(seed);
    }
}

#[test]
fn a_fresh_seed_breaks_no_invariant() {
    let seed = RandomState::new().hash_one("seed") >> 32;
    println!("the fresh seed is {seed}");
    check(seed);
}

#[test]
fn every_planted_fault_is_found() {
    for fault in PlantedFault::ALL {
        let found = (1..=1_000)
            .find_map(|seed| run(seed, LENGTH, Some(fault)).violation.map(|violation| (seed, violation)));
        let (seed, violation) = found.unwrap_or_else(|| panic!("{fault} was not found"));
        println!("{fault} was found by seed {seed}: {}", violation.invariant);
    }
}
