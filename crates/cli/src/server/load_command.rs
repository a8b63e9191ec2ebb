//! `yipan load`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use yipan_load_test::{
    Attack, FaultConfig, FaultSelection, LoadConfig, ReportFormat, combine_summaries, run_attack, run_faults,
    run_load, run_matrix,
};

use super::runtime::runtime;
use super::shutdown_signal::shutdown_signal;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan load --rooms 200 --seconds 20 --kill 5\n\
    It starts a server on a free loopback port with a temporary data directory, and plays chess, xiangqi, liuzichong and\n\
    chess with dice, fog and mines on it. Exit code 1 if an acknowledged move is lost or duplicated, a client could not\n\
    reconnect, a clock differs from the log by more than 50 ms, or another error occurred.\n\
    Several nodes: yipan load --nodes 3 --fault kill --faults 20\n\
    It starts PostgreSQL, NATS and the nodes on loopback, and connects the clients to the healthy nodes in turn. Each\n\
    fault of a node hits the next one. Exit code 1 also if a number is missing in a log, a player saw another room than\n\
    the log shows, a fault took more than 50 ms from a player's clock, or a node did not recover.\n\
    --fault all runs each of them and prints a line with what was measured, and what was broken.\n\
    Several tests can run at the same time: yipan load --nodes 3 --fault stop --json > 1.json\n\
    yipan load --combine *.json adds them up.\n\
    Soak test: yipan load --rooms 500 --minutes 60 --churn\n\
    Attacks: yipan load --attack join-flood,unread-joins --seconds 15 --check\n\
    They come from the address 127.0.0.2, so the rate limits of the players are not affected. The report shows the time\n\
    until the players' moves are acknowledged, the memory of the server, and what the attacker achieved. With --nodes\n\
    the attacker and the players use all nodes in turn, and the memory is that of the largest.")]
pub(crate) struct LoadOptions {
    /// Number of rooms played in at the same time
    #[arg(long, value_name = "N", default_value_t = 100)]
    rooms: usize,

    /// Number of spectators
    #[arg(long, value_name = "N", default_value_t = 0)]
    spectators: usize,

    /// Duration of the test in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    seconds: u64,

    /// Duration of the test in minutes instead
    #[arg(long, value_name = "MINUTES", conflicts_with = "seconds")]
    minutes: Option<u64>,

    /// Moves per second in all rooms together [default: two for every ten rooms; with --nodes one for each]
    #[arg(long, value_name = "N")]
    rate: Option<f64>,

    /// Kill and restart the server at this interval
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    kill: Option<u64>,

    /// Connections per second that are cut and reconnect
    #[arg(long, value_name = "N", default_value_t = 0.0)]
    reconnects: f64,

    /// Resign each game after this many moves [default: games are played to their end]
    #[arg(long, value_name = "N", conflicts_with = "attack")]
    game_length: Option<u32>,

    /// Play rated games of accounts, which are also in the opening explorer; without it guests play games that are in neither
    #[arg(long, conflicts_with = "attack")]
    rated: bool,

    /// Let new guests play and watch each game, and fail if the memory per room grows by more than 5 % after the first
    /// quarter of the test; games are resigned after 20 to 60 moves, or half to one and a half times --game-length
    #[arg(long, conflicts_with_all = ["attack", "kill", "nodes", "rated"])]
    churn: bool,

    /// Seed of the random games
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Start this many nodes with PostgreSQL and NATS instead; a single node has no NATS
    #[arg(long, value_name = "N", conflicts_with = "kill")]
    nodes: Option<usize>,

    /// With --nodes: repeat a fault for the duration: kill, stop, cut-store, cut-bus, cut, split, bus, store, roll or
    /// skew, with its length in seconds if it is not the default, such as stop:5; or all of them in turn: all
    #[arg(long, value_name = "KIND[:SECONDS]", requires = "nodes", conflicts_with = "attack")]
    fault: Option<FaultSelection>,

    /// With --fault: the number of faults, instead of the duration
    #[arg(long, value_name = "N", requires = "fault")]
    faults: Option<usize>,

    /// With --nodes: the number of times that the test is run
    #[arg(long, value_name = "N", requires = "nodes", default_value_t = 1)]
    times: usize,

    /// With --fault roll: the program that replaces each node, for an upgrade between two builds
    #[arg(long, value_name = "FILE", requires = "fault")]
    replacement: Option<PathBuf>,

    /// With --nodes: directory for the logs of the nodes [default: none]
    #[arg(long, value_name = "DIRECTORY", requires = "nodes")]
    logs: Option<PathBuf>,

    /// Attack a server with default limits instead, beside two players; several attacks run one after another
    #[arg(long, value_name = "ATTACK", value_delimiter = ',', value_parser = attack_parser())]
    attack: Vec<Attack>,

    /// With --attack: exit with 1 if a bound is violated
    #[arg(long, requires = "attack")]
    check: bool,

    /// With --attack or --nodes: print a JSON object for each attack or test
    #[arg(long)]
    json: bool,

    /// Add up what --nodes has printed with --json, and print a line for each fault
    #[arg(long, value_name = "FILE", num_args = 1.., exclusive = true)]
    combine: Vec<PathBuf>,

    /// With --attack or --nodes: the program whose server is tested [default: this one]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

fn attack_parser() -> impl TypedValueParser<Value = Attack> {
    let values = Attack::ALL.map(|attack| PossibleValue::new(attack.name()).help(attack.description()));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Attack>())
}

pub(crate) fn run(options: &LoadOptions) -> Result<ExitCode> {
    let mut out = std::io::stdout();
    if !options.combine.is_empty() {
        let read = |file: &PathBuf| {
            fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
        };
        let texts = options.combine.iter().map(read).collect::<Result<Vec<String>>>()?;
        return Ok(exit_code(combine_summaries(&texts, &mut out)?));
    }
    runtime()?.block_on(async {
        tokio::select! {
            finished = run_tests(options, &mut out) => finished,
            // The servers are children, which end with what is dropped here.
            () = shutdown_signal() => bail!("stopped before the end"),
        }
    })
}

async fn run_tests(options: &LoadOptions, out: &mut dyn Write) -> Result<ExitCode> {
    let this_program = || std::env::current_exe().context("cannot find the path of this program");
    let program = options.program.clone().map_or_else(this_program, Ok)?;
    if let Some(nodes) = options.nodes.filter(|_| options.attack.is_empty()) {
        let config = options.fault_config(nodes);
        let format = if options.json { ReportFormat::Json } else { ReportFormat::Text };
        if options.fault == Some(FaultSelection::All) {
            let is_kept = run_matrix(&program, &config, options.times, format, out).await?;
            return Ok(exit_code(is_kept));
        }
        let mut is_success = true;
        for _ in 0..options.times {
            let report = run_faults(&program, &config).await?;
            format.print(&report, out)?;
            is_success &= report.is_success();
        }
        return Ok(exit_code(is_success));
    }
    if options.attack.is_empty() {
        if options.json {
            bail!("--json needs --attack or --nodes");
        }
        let report = run_load(&program, &options.config()).await?;
        report.print(out)?;
        return Ok(exit_code(report.is_success()));
    }
    let mut is_success = true;
    for attack in &options.attack {
        let time = options.duration();
        let report = run_attack(*attack, time, &program, options.nodes).await?;
        is_success &= report.violated_bounds().is_empty();
        if options.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            report.print(out)?;
        }
    }
    Ok(exit_code(is_success || !options.check))
}

fn exit_code(is_success: bool) -> ExitCode {
    if is_success { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

/// The mean number of moves of a game whose players leave after it. Short games make the most users and rooms.
const CHURN_GAME_LENGTH: u32 = 40;

impl LoadOptions {
    fn duration(&self) -> Duration {
        Duration::from_secs(self.minutes.map_or(self.seconds, |minutes| minutes.saturating_mul(60)))
    }

    fn config(&self) -> LoadConfig {
        LoadConfig {
            rooms: self.rooms,
            spectators: self.spectators,
            duration: self.duration(),
            rate: self.rate,
            kill_interval: self.kill.map(Duration::from_secs),
            reconnects: self.reconnects,
            game_length: self.game_length.or(self.churn.then_some(CHURN_GAME_LENGTH)),
            is_rated: self.rated,
            churns: self.churn,
            seed: self.seed,
        }
    }

    fn fault_config(&self, nodes: usize) -> FaultConfig {
        // A room that moves once a second shows how long it was interrupted.
        let rate = self.rate.or(Some(self.rooms as f64));
        FaultConfig {
            load: LoadConfig { rate, ..self.config() },
            nodes,
            fault: self.fault.and_then(FaultSelection::one),
            faults: self.faults,
            replacement: self.replacement.clone(),
            logs: self.logs.clone(),
        }
    }
}
