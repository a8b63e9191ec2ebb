//! `yipan-simulate`: runs simulations and prints a line for each seed.

use std::ops::Range;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use yipan_simulation::{PlantedFault, SimulationConfig, simulate};

/// Simulate hours of a server and its users; exit code 1 after a broken invariant
#[derive(Parser)]
#[command(name = "yipan-simulate")]
struct Arguments {
    /// The seeds to run, the last one excluded, or one seed
    #[arg(long, value_name = "A..B", default_value = "1..11", value_parser = parse_seeds)]
    seeds: Range<u64>,
    /// The nodes that share the store and the users; with 1 the server is alone
    #[arg(long, value_name = "N", default_value_t = 1)]
    nodes: usize,
    /// The simulated hours of each run
    #[arg(long, value_name = "H", default_value_t = 1.0)]
    hours: f64,
    /// Plant this fault into the server, and end with the first seed that finds it
    #[arg(long, value_name = "NAME")]
    fault: Option<PlantedFault>,
    /// Print the whole trace of each run
    #[arg(long)]
    trace: bool,
    /// Run so many seeds at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
}

fn parse_seeds(text: &str) -> Result<Range<u64>, String> {
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| format!("`{text}` is not a seed"));
    match text.split_once("..") {
        Some((first, end)) => Ok(number(first)?..number(end)?),
        None => number(text).map(|seed| seed..seed.saturating_add(1)),
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let next_seed = AtomicU64::new(arguments.seeds.start);
    let has_failed = AtomicBool::new(false);
    let run_some = || {
        while !has_failed.load(Ordering::Relaxed) {
            let seed = next_seed.fetch_add(1, Ordering::Relaxed);
            if seed >= arguments.seeds.end {
                break;
            }
            if !run(seed, &arguments) {
                has_failed.store(true, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(run_some);
        }
    });
    if has_failed.into_inner() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Runs one seed and prints its report. Returns whether no invariant was broken.
fn run(seed: u64, arguments: &Arguments) -> bool {
    let length = Duration::from_secs_f64(arguments.hours.max(0.0) * 3_600.0);
    let (nodes, fault, has_whole_trace) = (arguments.nodes, arguments.fault, arguments.trace);
    let start = Instant::now();
    let report = simulate(&SimulationConfig { seed, nodes, length, fault, has_whole_trace });
    println!("{report} ({:.1} s)", start.elapsed().as_secs_f64());
    if report.violation.is_some() {
        let planted = fault.map_or_else(String::new, |fault| format!(" --fault {fault}"));
        let hours = arguments.hours;
        println!(
            "repeat with `cargo xtask simulate --seeds {seed} --nodes {nodes} --hours {hours}{planted}`"
        );
    }
    report.violation.is_none()
}
