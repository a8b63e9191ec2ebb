//! `yipan-simulate`: runs simulations and prints a line for each seed.

use std::collections::BTreeSet;
use std::ops::Range;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use yipan_simulation::{PlantedFault, SimulationConfig, SimulationReport, USERS, shrink, simulate};

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
    /// Remove users and faults from a run that breaks an invariant, as long as the rest breaks it too
    #[arg(long)]
    shrink: bool,
    /// The users who play
    #[arg(long, value_name = "N", default_value_t = USERS, value_parser = clap::value_parser!(u8).range(1..=i64::from(USERS)))]
    users: u8,
    /// Leave out the faults with these numbers
    #[arg(long, value_name = "N,..", value_delimiter = ',')]
    without_faults: Vec<usize>,
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
    let config = SimulationConfig {
        seed,
        nodes: arguments.nodes,
        length: Duration::from_secs_f64(arguments.hours.max(0.0) * 3_600.0),
        fault: arguments.fault,
        users: arguments.users,
        without_faults: arguments.without_faults.iter().copied().collect(),
        has_whole_trace: arguments.trace,
    };
    let start = Instant::now();
    let report = simulate(&config);
    print(&report, &config, start);
    if report.violation.is_none() {
        return true;
    }
    if arguments.shrink {
        let (smallest, report) = shrink(&config);
        println!("what is left of it:");
        print(&report, &smallest, start);
    }
    false
}

fn print(report: &SimulationReport, config: &SimulationConfig, start: Instant) {
    println!("{report} ({:.1} s)", start.elapsed().as_secs_f64());
    if report.violation.is_some() {
        println!("repeat with `{}`", command(config));
    }
}

/// Returns the command that repeats a run.
fn command(config: &SimulationConfig) -> String {
    let SimulationConfig { seed, nodes, length, fault, users, without_faults, .. } = config;
    let hours = length.as_secs_f64() / 3_600.0;
    let mut command = format!("cargo xtask simulate --seeds {seed} --nodes {nodes} --hours {hours}");
    if *users != USERS {
        command += &format!(" --users {users}");
    }
    if !without_faults.is_empty() {
        command += &format!(" --without-faults {}", join(without_faults));
    }
    if let Some(fault) = fault {
        command += &format!(" --fault {fault}");
    }
    command
}

fn join(numbers: &BTreeSet<usize>) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
