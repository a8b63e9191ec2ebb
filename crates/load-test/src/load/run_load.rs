use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::sync::{Semaphore, watch};
use yipan_server::StoreLocation;

use super::audit::audit;
use super::balancer::Balancer;
use super::clients::{
    MAX_CONCURRENT_CONNECTS, server_arguments, spawn_clients, wait_until_connected, wait_until_left,
};
use super::load_config::LoadConfig;
use super::load_run::{LoadRun, Phase};
use super::memory_trend::{MemoryTrend, SAMPLE_INTERVAL};
use super::report::LoadReport;
use super::stats::Stats;
use crate::memory::{allocated_mib, peak_resident_mib};
use crate::server_process::ServerProcess;

/// Starts a server of `program`, plays random games on it and audits its log.
///
/// # Errors
/// Returns an error if the server cannot be started or stopped, or if the clients cannot connect.
pub async fn run_load(program: &Path, config: &LoadConfig) -> Result<LoadReport> {
    let rate = config.moves_per_second()?;
    let client_count = 2 * config.rooms + config.spectators;
    let mut server = ServerProcess::start(program, server_arguments(client_count + 100)).await?;
    let mut memory = MemoryTrend::new(server.id().map_or(0.0, allocated_mib));
    let (phase, phases) = watch::channel(Phase::Connect);
    let run = Arc::new(LoadRun {
        balancer: Balancer::new([server.address()]),
        phase: phases,
        stats: Stats::default(),
        connect_permits: Semaphore::new(MAX_CONCURRENT_CONNECTS),
        move_interval: Duration::from_secs_f64(config.rooms as f64 / rate),
        disconnect_probability: (config.reconnects / rate).clamp(0.0, 1.0),
        expects_faults: false,
        games: config.games(),
        seed: config.seed,
    });
    let tasks = spawn_clients(&run, config);
    wait_until_connected(&run, config.rooms + config.spectators).await?;
    phase.send_replace(Phase::Play);
    let started_at = Instant::now();
    let peak = play(&mut server, &run, config, started_at, &mut memory).await?;
    let seconds = started_at.elapsed().as_secs_f64();
    Phase::end(&phase, &run.stats).await;
    wait_until_left(tasks).await;
    let peak_memory_mib = peak.max(server_memory(&server));
    let data_dir = server.shut_down().await?;
    let (measurements, kills) = (run.stats.snapshot(), run.stats.faults());
    let store = StoreLocation::DataDir(data_dir.path().to_owned());
    let (audit, _) = audit(&store, &measurements, &[]).await?;
    let LoadConfig { rooms, spectators, churns, .. } = *config;
    let memory = if churns { memory.growth() } else { None };
    Ok(LoadReport { rooms, spectators, seconds, rate, peak_memory_mib, memory, kills, measurements, audit })
}

/// Waits for the end of the test, kills the server at its interval and returns its peak memory in MiB.
async fn play(
    server: &mut ServerProcess,
    run: &LoadRun,
    config: &LoadConfig,
    started_at: Instant,
    memory: &mut MemoryTrend,
) -> Result<f64> {
    let end = started_at + config.duration;
    let mut next_kill = config.kill_interval.map(|interval| started_at + interval);
    let mut next_sample = started_at;
    let mut peak = 0.0_f64;
    while Instant::now() < end {
        let tick = Instant::now() + Duration::from_millis(200);
        tokio::time::sleep_until(tick.min(end).into()).await;
        peak = peak.max(server_memory(server));
        if next_sample <= Instant::now() {
            memory.add(server.id().map_or(0.0, allocated_mib));
            next_sample += SAMPLE_INTERVAL;
        }
        if let (Some(due), Some(interval)) = (next_kill, config.kill_interval)
            && due <= Instant::now()
            && due < end
        {
            server.restart().await?;
            run.stats.server_killed();
            next_kill = Some(due + interval);
        }
    }
    Ok(peak)
}

fn server_memory(server: &ServerProcess) -> f64 {
    server.id().map_or(0.0, peak_resident_mib)
}
