//! `yipan load --attack`: what one hostile address can do to a server with default limits, and to a bystander.

mod code_guessing;
mod computer_hogging;
mod follower;
mod join_flood;
mod presence_churn;
mod report;
mod server;
mod socket;
mod target;
mod unread_files;
mod unread_joins;

use std::fmt;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde::Serialize;
use tokio::sync::{Semaphore, watch};

use self::code_guessing::CodeGuessing;
use self::computer_hogging::ComputerHogging;
use self::join_flood::JoinFlood;
use self::presence_churn::PresenceChurn;
use self::report::{Acknowledgements, AttackReport, Bystander, Finding, Memory};
use self::server::{Server, resident_memory};
use self::target::Target;
use self::unread_files::UnreadFiles;
use self::unread_joins::UnreadJoins;
use super::bot_pair::BotPair;
use super::latency::LatencySamples;
use super::server_process::ServerAddress;
use super::stats::Stats;
use super::{LoadRun, Phase};

/// An attack from one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Attack {
    /// Joins whose answers are never read: memory
    UnreadJoins,
    /// Joins of long games from the first frame on: processor
    JoinFlood,
    /// Files that are asked for and never read: connections and memory
    UnreadFiles,
    /// Codes of rooms that are guessed
    CodeGuessing,
    /// Players who join and cut the connection, again and again: log entries
    PresenceChurn,
    /// Strong computers in many rooms of one user: searches
    ComputerHogging,
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// The address that attacks, and that of the bystander: limits of one do not hit the other.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const BYSTANDER: Ipv4Addr = Ipv4Addr::LOCALHOST;

/// The bystander's pause between two moves: each of the two sends ten messages per second.
const MOVE_INTERVAL: Duration = Duration::from_millis(50);

/// How long the bystander is measured before the attack and after it, and until when memory has to be back.
const BASELINE_TIME: Duration = Duration::from_secs(5);
const COOLDOWN_TIME: Duration = Duration::from_secs(10);
const MEMORY_RECOVERY_TIME: Duration = Duration::from_secs(30);

/// How long a single step of an attack or of the bystander may hang.
const STEP_TIMEOUT: Duration = Duration::from_secs(20);

/// An attack that is made ready, and then carried out.
trait Scenario: Sized {
    /// How long it lasts whatever is asked for, if its result depends on it.
    const FIXED_DURATION: Option<Duration> = None;

    /// Sets up what is attacked; `other` is the server as seen from the bystander's address.
    async fn prepare(target: Target, other: Target) -> Result<Self>;

    /// Attacks for this long and returns what was achieved.
    async fn run(self, time: Duration) -> Result<Vec<Finding>>;
}

/// Runs one attack against a server of its own.
pub(super) async fn attack(attack: Attack, time: Duration, program: Option<&Path>) -> Result<AttackReport> {
    match attack {
        Attack::UnreadJoins => measure::<UnreadJoins>(attack, time, program).await,
        Attack::JoinFlood => measure::<JoinFlood>(attack, time, program).await,
        Attack::UnreadFiles => measure::<UnreadFiles>(attack, time, program).await,
        Attack::CodeGuessing => measure::<CodeGuessing>(attack, time, program).await,
        Attack::PresenceChurn => measure::<PresenceChurn>(attack, time, program).await,
        Attack::ComputerHogging => measure::<ComputerHogging>(attack, time, program).await,
    }
}

async fn measure<S: Scenario>(
    attack: Attack,
    time: Duration,
    program: Option<&Path>,
) -> Result<AttackReport> {
    let time = S::FIXED_DURATION.unwrap_or(time);
    let mut server = Server::start(program).await?;
    let process = server.process().context("the server has ended by itself")?;
    let [target, other] = [ATTACKER, BYSTANDER].map(|source| Target { address: server.address, source });
    let load_average = load_average();
    let pair = BystanderPair::connect(&server).await?;
    tokio::time::sleep(BASELINE_TIME.min(time)).await;
    let before = pair.acknowledgements().await;
    let memory_before = resident_memory(process);
    let peak = PeakMemory::watch(process);
    let scenario = S::prepare(target, other).await.context("the attack cannot be made ready")?;
    pair.acknowledgements().await;
    let findings = scenario.run(time).await;
    let during = pair.acknowledgements().await;
    let ended = Instant::now();
    tokio::time::sleep(COOLDOWN_TIME).await;
    let after = pair.acknowledgements().await;
    let after_10_s = resident_memory(process);
    let mut last = after_10_s;
    while !Memory::is_recovered(memory_before, last) && ended.elapsed() < MEMORY_RECOVERY_TIME {
        tokio::time::sleep(Duration::from_millis(200)).await;
        last = resident_memory(process);
    }
    let memory = Memory { before: memory_before, peak: peak.stop(), after_10_s, last };
    let has_crashed = !server.is_running();
    server.stop().await?;
    let findings = match findings {
        Ok(findings) => findings,
        // A server that has ended answers nothing, which is worth reporting.
        Err(_) if has_crashed => Vec::new(),
        Err(error) => return Err(error.context("the attack failed")),
    };
    let bystander = Bystander { before, during, after };
    Ok(AttackReport {
        attack,
        seconds: time.as_secs(),
        bystander,
        memory,
        findings,
        has_crashed,
        load_average,
    })
}

/// The two players whose moves are measured.
struct BystanderPair {
    run: Arc<LoadRun>,
    _phase: watch::Sender<Phase>,
    _address: watch::Sender<ServerAddress>,
    task: tokio::task::JoinHandle<()>,
}

impl BystanderPair {
    async fn connect(server: &Server) -> Result<BystanderPair> {
        let (stage, stages) = watch::channel(Phase::Play);
        let (door, doors) = watch::channel(ServerAddress { address: server.address });
        let run = Arc::new(LoadRun {
            server_address: doors,
            phase: stages,
            stats: Stats::default(),
            connect_permits: Semaphore::new(1),
            move_interval: MOVE_INTERVAL,
            disconnect_probability: 0.0,
            seed: 1,
        });
        let (room, mut shown) = watch::channel(String::new());
        let task = tokio::spawn(BotPair::play(Arc::clone(&run), 0, room));
        let entered = tokio::time::timeout(STEP_TIMEOUT, shown.changed()).await;
        if !matches!(entered, Ok(Ok(()))) {
            bail!("the bystanders cannot play: {}", run.stats.errors().join("; "));
        }
        Ok(BystanderPair { run, _phase: stage, _address: door, task })
    }

    /// Returns the acknowledgements since the last call. It waits for the one that is under way, so that a server
    /// that does not answer is noticed.
    async fn acknowledgements(&self) -> Acknowledgements {
        let moves = || self.run.stats.ack_count();
        let (known, began) = (moves(), Instant::now());
        while moves() == known && began.elapsed() < STEP_TIMEOUT {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let mut acks = LatencySamples::default();
        self.run.stats.update(|notes| std::mem::swap(&mut notes.ack_latency, &mut acks));
        if acks.count() == known {
            acks.add(began.elapsed());
        }
        Acknowledgements::of(&acks)
    }
}

impl Drop for BystanderPair {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The most resident memory of a process since it is watched.
struct PeakMemory {
    /// KiB.
    peak_kib: Arc<AtomicU64>,
    task: tokio::task::JoinHandle<()>,
}

impl PeakMemory {
    fn watch(process: u32) -> PeakMemory {
        let most = Arc::new(AtomicU64::new(0));
        let noted = Arc::clone(&most);
        let task = tokio::spawn(async move {
            loop {
                noted.fetch_max((resident_memory(process) * 1024.0) as u64, Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        PeakMemory { peak_kib: most, task }
    }

    /// Returns the most so far, in MiB.
    fn stop(self) -> f64 {
        self.task.abort();
        self.peak_kib.load(Ordering::Relaxed) as f64 / 1024.0
    }
}

/// Returns the load average of the last minute, where the system tells.
fn load_average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}
