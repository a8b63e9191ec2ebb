//! `yipan load`: random games over real sockets against a hall of its own, which it may kill.

mod attack;
mod audit;
mod bot_pair;
mod client;
mod latency;
mod report;
mod server_process;
mod spectator;
mod stats;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use yipan_core::Language;

use self::attack::Attack;
use self::bot_pair::BotPair;
use self::report::LoadReport;
use self::server_process::ServerProcess;
use self::spectator::Spectator;
use self::stats::Stats;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan load --tables 200 --seconds 20 --kill 5\n\
    It starts a hall on a free port of loopback with a folder of its own, and plays chess, xiangqi, liuzichong and chess\n\
    with dice, fog and mines there. Exit code 1 if a move that was acknowledged is lost or doubled, somebody could not\n\
    come back, a clock is more than 50 ms from what the log says, or anything else went wrong.\n\
    Attacks: yipan load --attack join-flood,unread-joins --seconds 15 --check\n\
    They come from the one address 127.0.0.2, which leaves the limits of the players alone. Reported are the time until\n\
    the players' moves are acknowledged, the memory of the server, and what the attacker achieved.")]
pub(crate) struct LoadOptions {
    /// How many tables are played at once
    #[arg(long, value_name = "N", default_value_t = 100)]
    rooms: usize,

    /// How many look on
    #[arg(long, value_name = "N", default_value_t = 0)]
    spectators: usize,

    /// For how many seconds moves are made
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    seconds: u64,

    /// Moves a second at all tables together [default: two for every ten tables]
    #[arg(long, value_name = "N")]
    rate: Option<f64>,

    /// Kill the hall every so many seconds, and start it again
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    kill: Option<u64>,

    /// How many lines a second are lost and found again
    #[arg(long, value_name = "N", default_value_t = 0.0)]
    reconnects: f64,

    /// What the games are drawn from
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Attack a server of its own with default limits instead, beside two bystanders who play; several one after another
    #[arg(long, value_name = "ATTACK", value_enum, value_delimiter = ',')]
    attack: Vec<Attack>,

    /// With --attack: exit with 1 if a bound is broken
    #[arg(long, requires = "attack")]
    check: bool,

    /// With --attack: print a JSON object for each attack
    #[arg(long, requires = "attack")]
    json: bool,

    /// With --attack: the program whose server is attacked [default: this one]
    #[arg(long, value_name = "FILE", requires = "attack")]
    program: Option<PathBuf>,
}

/// How many people come in at once before the game begins.
const MAX_CONCURRENT_CONNECTS: usize = 64;

/// How long everybody has to come in, and to come back at the end.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(300);
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(30);

/// The most seconds that an attack lasts.
const MAX_ATTACK_SECONDS: u64 = 60;

/// What everybody in a run shares.
#[derive(Debug)]
struct LoadRun {
    server_address: watch::Receiver<server_process::ServerAddress>,
    phase: watch::Receiver<Phase>,
    stats: Stats,
    connect_permits: Semaphore,
    /// How long a table waits between two moves, and how likely a line is lost after one.
    move_interval: Duration,
    disconnect_probability: f64,
    seed: u64,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// People come in; nobody moves.
    Connect,
    /// Moves are made.
    Play,
    /// Nobody moves any more; everybody answers once more, and leaves.
    Shutdown,
}

pub(crate) fn run(options: &LoadOptions, _: Language) -> Result<ExitCode> {
    if !options.attack.is_empty() {
        return run_attacks(options);
    }
    let rate = options.rate.unwrap_or(options.rooms as f64 / 5.0);
    let is_quick = rate.is_finite() && rate > 0.0 && options.rooms as f64 / rate <= 30.0;
    if options.rooms == 0 || !is_quick {
        bail!("a table that moves less than twice a minute shows nothing; raise --rate or lower --tables");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no threads")?;
    let report = runtime.block_on(run_load(options, rate))?;
    report.print(&mut std::io::stdout())?;
    Ok(if report.is_success() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn run_attacks(options: &LoadOptions) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no threads")?;
    let time = Duration::from_secs(options.seconds.clamp(1, MAX_ATTACK_SECONDS));
    let mut out = std::io::stdout();
    let mut is_success = true;
    for attack in &options.attack {
        let report = runtime.block_on(attack::attack(*attack, time, options.program.as_deref()))?;
        is_success &= report.violated_bounds().is_empty();
        if options.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            report.print(&mut out)?;
        }
    }
    Ok(if is_success || !options.check { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

async fn run_load(options: &LoadOptions, rate: f64) -> Result<LoadReport> {
    let mut hall = ServerProcess::start(2 * options.rooms + options.spectators + 100).await?;
    let (stage, stages) = watch::channel(Phase::Connect);
    let run = Arc::new(LoadRun {
        server_address: hall.watch_address(),
        phase: stages,
        stats: Stats::default(),
        connect_permits: Semaphore::new(MAX_CONCURRENT_CONNECTS),
        move_interval: Duration::from_secs_f64(options.rooms as f64 / rate),
        disconnect_probability: (options.reconnects / rate).clamp(0.0, 1.0),
        seed: options.seed,
    });
    let mut tasks = JoinSet::new();
    let mut rooms = Vec::new();
    for number in 0..options.rooms {
        let (room, shown) = watch::channel(String::new());
        tasks.spawn(BotPair::play(Arc::clone(&run), number, room));
        rooms.push(shown);
    }
    for number in 0..options.spectators {
        let room = rooms[number % rooms.len()].clone();
        tasks.spawn(Spectator::watch(Arc::clone(&run), room));
    }
    let client_count = options.rooms + options.spectators;
    let entered = async {
        while run.stats.connected() < client_count {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    if tokio::time::timeout(CONNECT_TIMEOUT, entered).await.is_err() {
        bail!("only {} of {client_count} came in: {}", run.stats.connected(), run.stats.errors().join("; "));
    }
    stage.send_replace(Phase::Play);
    let began = Instant::now();
    let end = began + Duration::from_secs(options.seconds);
    let mut next_kill = options.kill.map(|every| began + Duration::from_secs(every));
    let mut peak = 0;
    while Instant::now() < end {
        let tick = Instant::now() + Duration::from_millis(200);
        tokio::time::sleep_until(tick.min(end).into()).await;
        peak = peak.max(hall.peak_memory_kib());
        if let (Some(due), Some(every)) = (next_kill, options.kill)
            && due <= Instant::now()
            && due < end
        {
            hall.restart().await?;
            run.stats.server_killed();
            next_kill = Some(due + Duration::from_secs(every));
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    run.stats.stop_counting();
    stage.send_replace(Phase::Shutdown);
    let left = async { while tasks.join_next().await.is_some() {} };
    // Whoever does not come back in time is missing in the report.
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, left).await;
    peak = peak.max(hall.peak_memory_kib());
    let folder = hall.stop().await?;
    let verdict = audit::audit(&folder, &run.stats).await?;
    let (tables, spectators) = (options.rooms, options.spectators);
    let (notes, kills) = (run.stats.snapshot(), run.stats.kills());
    Ok(LoadReport {
        rooms: tables,
        spectators,
        seconds,
        rate,
        peak_memory_kib: peak,
        kills,
        measurements: notes,
        audit: verdict,
    })
}
