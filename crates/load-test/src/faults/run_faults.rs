use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::sync::{Semaphore, watch};

use super::fault::{Fault, FaultKind};
use super::health;
use super::inject::inject;
use super::ownership::fence_problems;
use super::recovery::{FaultRecord, Recovery};
use super::report::FaultReport;
use crate::cluster::{Cluster, ClusterConfig};
use crate::load::LoadConfig;
use crate::load::audit::audit;
use crate::load::balancer::Balancer;
use crate::load::clients::{
    MAX_CONCURRENT_CONNECTS, server_arguments, spawn_clients, wait_until_connected, wait_until_left,
};
use crate::load::load_run::{LoadRun, Phase};
use crate::load::report::LoadReport;
use crate::load::stats::Stats;
use crate::memory::peak_resident_mib;

/// The parameters of a test with several nodes.
#[derive(Clone, Debug)]
pub struct FaultConfig {
    /// The games, and the duration if the number of faults is not given.
    pub load: LoadConfig,
    /// The number of nodes.
    pub nodes: usize,
    /// The fault that is repeated; `None` measures an undisturbed cluster.
    pub fault: Option<Fault>,
    /// The number of faults.
    pub faults: Option<usize>,
    /// The program that replaces a node in [`FaultKind::Roll`], for an upgrade between two builds.
    pub replacement: Option<PathBuf>,
    /// The directory for the logs of the nodes.
    pub logs: Option<PathBuf>,
}

/// The time of undisturbed play before each fault.
const PLAY_BEFORE_FAULT: Duration = Duration::from_secs(2);

/// The time in which all nodes must be healthy after a fault.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(60);

/// Starts a cluster of `program`, plays random games on it, injects faults and audits its log.
///
/// # Errors
/// Returns an error if PostgreSQL or NATS is missing, if a node cannot be started, or if the clients cannot connect.
pub async fn run_faults(program: &Path, config: &FaultConfig) -> Result<FaultReport> {
    let rate = config.load.moves_per_second()?;
    let kind = config.fault.map(|fault| fault.kind);
    ensure!(config.nodes > 0, "a cluster has at least one node");
    if let Some(kind) = kind.filter(|kind| kind.needs_bus()) {
        ensure!(config.nodes > 1, "the fault {} needs a bus, so at least two nodes", kind.name());
    }
    let client_count = 2 * config.load.rooms + config.load.spectators;
    let mut cluster = Cluster::start(ClusterConfig {
        nodes: config.nodes,
        has_two_nats: kind == Some(FaultKind::Split),
        program,
        arguments: server_arguments(client_count + 100),
        clock_skew: config.fault.filter(|fault| fault.kind == FaultKind::Skew).map(|fault| fault.length),
        logs: config.logs.clone(),
    })
    .await?;
    let (phase, phases) = watch::channel(Phase::Connect);
    let run = Arc::new(LoadRun {
        balancer: Balancer::new(cluster.nodes.iter().map(|node| node.process.address())),
        phase: phases,
        stats: Stats::default(),
        connect_permits: Semaphore::new(MAX_CONCURRENT_CONNECTS),
        move_interval: Duration::from_secs_f64(config.load.rooms as f64 / rate),
        disconnect_probability: (config.load.reconnects / rate).clamp(0.0, 1.0),
        expects_faults: true,
        games: config.load.games(),
        seed: config.load.seed,
    });
    let health_checks = tokio::spawn(health::watch(Arc::clone(&run)));
    let watched = Arc::clone(&run);
    let generator_checks = tokio::spawn(async move { watched.stats.generator_delay.watch().await });
    health::wait_until_healthy(&run, RECOVERY_TIMEOUT).await?;
    let tasks = spawn_clients(&run, &config.load);
    wait_until_connected(&run, config.load.rooms + config.load.spectators).await?;
    phase.send_replace(Phase::Play);
    let started_at = Instant::now();
    let (faults, mut problems) = play(&mut cluster, &run, config).await?;
    let seconds = started_at.elapsed().as_secs_f64();
    Phase::end(&phase, &run.stats).await;
    wait_until_left(tasks).await;
    health_checks.abort();
    generator_checks.abort();
    let memory = cluster.nodes.iter().filter_map(|node| node.process.id()).map(peak_resident_mib);
    let peak_memory_mib = memory.fold(0.0, f64::max);
    problems.extend(cluster.shut_down().await);
    let measurements = run.stats.snapshot();
    let periods: Vec<_> = faults.iter().map(|fault| (fault.began, fault.ended)).collect();
    let (audit, worst_loss) = audit(&cluster.store()?, &measurements, &periods).await?;
    let recovery = Recovery::compute(&faults, &measurements.acked_moves);
    let LoadConfig { rooms, spectators, .. } = config.load;
    let kills = run.stats.faults();
    let load = LoadReport {
        rooms,
        spectators,
        seconds,
        rate,
        peak_memory_mib,
        memory: None,
        kills,
        measurements,
        audit,
    };
    Ok(FaultReport { nodes: config.nodes, fault: config.fault, recovery, worst_loss, problems, load })
}

/// Injects the faults one after the other, and returns them with what went wrong.
async fn play(
    cluster: &mut Cluster,
    run: &LoadRun,
    config: &FaultConfig,
) -> Result<(Vec<FaultRecord>, Vec<String>)> {
    let Some(fault) = config.fault else {
        tokio::time::sleep(config.load.duration).await;
        return Ok((Vec::new(), Vec::new()));
    };
    let started_at = Instant::now();
    let (mut records, mut problems) = (Vec::new(), Vec::new());
    let is_done = |count: usize| match config.faults {
        Some(faults) => count >= faults,
        None => started_at.elapsed() >= config.load.duration,
    };
    while !is_done(records.len()) {
        tokio::time::sleep(PLAY_BEFORE_FAULT).await;
        let number = records.len();
        let node = fault.kind.is_of_one_node().then_some(number % cluster.nodes.len());
        let rooms = cluster.rooms(node)?;
        let began = Instant::now();
        run.stats.fault_began();
        let fenced = cluster.fenced_nodes()?;
        problems.extend(inject(cluster, fault, number, config.replacement.as_deref()).await?);
        let recovered = health::wait_until_healthy(run, RECOVERY_TIMEOUT).await;
        run.stats.fault_ended();
        records.push(FaultRecord { began, ended: Instant::now(), rooms });
        for node in &mut cluster.nodes {
            if !node.process.is_running() {
                problems.push(format!("{} ended by itself after fault {}", node.name, number + 1));
            }
        }
        problems.extend(fence_problems(cluster, fault.kind, &fenced)?);
        if let Err(error) = recovered {
            problems.push(format!("fault {}: {error:#}", number + 1));
            break;
        }
    }
    tokio::time::sleep(PLAY_BEFORE_FAULT).await;
    Ok((records, problems))
}
