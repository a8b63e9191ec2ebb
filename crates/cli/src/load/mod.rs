//! `yipan load`: random games over real sockets against a hall of its own, which it may kill.

mod attack;
mod audit;
mod book;
mod gauge;
mod hall;
mod line;
mod report;
mod spectator;
mod table;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use yipan_rules::Language;

use self::attack::Attack;
use self::book::Book;
use self::hall::Hall;
use self::report::Report;
use self::spectator::Spectator;
use self::table::Table;

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
    tables: usize,

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
const ENTRANCE: usize = 64;

/// How long everybody has to come in, and to come back at the end.
const ENTER: Duration = Duration::from_secs(300);
const LINGER: Duration = Duration::from_secs(30);

/// The most seconds that an attack lasts.
const LONGEST_ATTACK: u64 = 60;

/// What everybody in a run shares.
#[derive(Debug)]
struct Run {
    hall: watch::Receiver<hall::Door>,
    stage: watch::Receiver<Stage>,
    book: Book,
    entrance: Semaphore,
    /// How long a table waits between two moves, and how likely a line is lost after one.
    pause: Duration,
    loss: f64,
    seed: u64,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// People come in; nobody moves.
    Enter,
    /// Moves are made.
    Play,
    /// Nobody moves any more; everybody answers once more, and leaves.
    Leave,
}

pub(crate) fn run(options: &LoadOptions, _: Language) -> Result<ExitCode> {
    if !options.attack.is_empty() {
        return run_attacks(options);
    }
    let rate = options.rate.unwrap_or(options.tables as f64 / 5.0);
    let is_quick = rate.is_finite() && rate > 0.0 && options.tables as f64 / rate <= 30.0;
    if options.tables == 0 || !is_quick {
        bail!("a table that moves less than twice a minute shows nothing; raise --rate or lower --tables");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no threads")?;
    let report = runtime.block_on(load(options, rate))?;
    report.print(&mut std::io::stdout())?;
    Ok(if report.is_good() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn run_attacks(options: &LoadOptions) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no threads")?;
    let time = Duration::from_secs(options.seconds.clamp(1, LONGEST_ATTACK));
    let mut out = std::io::stdout();
    let mut is_good = true;
    for attack in &options.attack {
        let report = runtime.block_on(attack::attack(*attack, time, options.program.as_deref()))?;
        is_good &= report.broken_bounds().is_empty();
        if options.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            report.print(&mut out)?;
        }
    }
    Ok(if is_good || !options.check { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

async fn load(options: &LoadOptions, rate: f64) -> Result<Report> {
    let mut hall = Hall::start(2 * options.tables + options.spectators + 100).await?;
    let (stage, stages) = watch::channel(Stage::Enter);
    let run = Arc::new(Run {
        hall: hall.door(),
        stage: stages,
        book: Book::default(),
        entrance: Semaphore::new(ENTRANCE),
        pause: Duration::from_secs_f64(options.tables as f64 / rate),
        loss: (options.reconnects / rate).clamp(0.0, 1.0),
        seed: options.seed,
    });
    let mut people = JoinSet::new();
    let mut rooms = Vec::new();
    for number in 0..options.tables {
        let (room, shown) = watch::channel(String::new());
        people.spawn(Table::play(Arc::clone(&run), number, room));
        rooms.push(shown);
    }
    for number in 0..options.spectators {
        let room = rooms[number % rooms.len()].clone();
        people.spawn(Spectator::look_on(Arc::clone(&run), room));
    }
    let everybody = options.tables + options.spectators;
    let entered = async {
        while run.book.entered() < everybody {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    if tokio::time::timeout(ENTER, entered).await.is_err() {
        bail!("only {} of {everybody} came in: {}", run.book.entered(), run.book.faults().join("; "));
    }
    stage.send_replace(Stage::Play);
    let began = Instant::now();
    let end = began + Duration::from_secs(options.seconds);
    let mut next_kill = options.kill.map(|every| began + Duration::from_secs(every));
    let mut peak = 0;
    while Instant::now() < end {
        let tick = Instant::now() + Duration::from_millis(200);
        tokio::time::sleep_until(tick.min(end).into()).await;
        peak = peak.max(hall.memory());
        if let (Some(due), Some(every)) = (next_kill, options.kill)
            && due <= Instant::now()
            && due < end
        {
            hall.kill_and_start().await?;
            run.book.killed();
            next_kill = Some(due + Duration::from_secs(every));
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    run.book.stop();
    stage.send_replace(Stage::Leave);
    let left = async { while people.join_next().await.is_some() {} };
    // Whoever does not come back in time is missing in the report.
    let _ = tokio::time::timeout(LINGER, left).await;
    peak = peak.max(hall.memory());
    let folder = hall.stop().await?;
    let verdict = audit::audit(&folder, &run.book).await?;
    let (tables, spectators) = (options.tables, options.spectators);
    let (notes, kills) = (run.book.copy(), run.book.kills());
    Ok(Report { tables, spectators, seconds, rate, memory: peak, kills, notes, verdict })
}
