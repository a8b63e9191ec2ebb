//! `yipan-simulate`: runs simulations and prints a line for each seed.

use std::ops::Range;
use std::process::ExitCode;
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
    /// The simulated hours of each run
    #[arg(long, value_name = "H", default_value_t = 1.0)]
    hours: f64,
    /// Plant this fault into the server, and end with the first seed that finds it
    #[arg(long, value_name = "NAME")]
    fault: Option<PlantedFault>,
    /// Print the whole trace of each run
    #[arg(long)]
    trace: bool,
    /// Begin no other seed after so many seconds
    #[arg(long, value_name = "N")]
    seconds: Option<f64>,
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
    let length = Duration::from_secs_f64(arguments.hours.max(0.0) * 3_600.0);
    let began = Instant::now();
    let limit = arguments.seconds.map(Duration::from_secs_f64);
    for seed in arguments.seeds {
        if limit.is_some_and(|limit| began.elapsed() > limit) {
            break;
        }
        let start = Instant::now();
        let (fault, has_whole_trace) = (arguments.fault, arguments.trace);
        let report = simulate(&SimulationConfig { seed, length, fault, has_whole_trace });
        println!("{report} ({:.1} s)", start.elapsed().as_secs_f64());
        if report.violation.is_some() {
            println!("repeat with `cargo xtask simulate --seeds {seed} --hours {}`", arguments.hours);
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
