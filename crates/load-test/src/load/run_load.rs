use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use super::audit::audit;
use super::bot_pair::BotPair;
use super::load_run::{LoadRun, Phase};
use super::report::LoadReport;
use super::spectator;
use super::stats::Stats;
use crate::memory::peak_resident_mib;
use crate::server_process::ServerProcess;

/// The parameters of a load test.
#[derive(Clone, Debug)]
pub struct LoadConfig {
    /// The rooms that are played in at the same time.
    pub rooms: usize,
    /// The spectators, spread over the rooms.
    pub spectators: usize,
    /// The time in which moves are made.
    pub duration: Duration,
    /// The moves per second in all rooms together; `None` for one move per room every five seconds.
    pub rate: Option<f64>,
    /// The interval at which the server is killed and restarted.
    pub kill_interval: Option<Duration>,
    /// The connections per second that are cut.
    pub reconnects: f64,
    /// The seed of the random moves.
    pub seed: u64,
}

/// A load test that would measure nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("each room must make at least two moves a minute; raise --rate or lower --rooms")]
pub struct LowRateError;

const MAX_CONCURRENT_CONNECTS: usize = 64;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(300);
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(30);
const MAX_SECONDS_PER_MOVE: f64 = 30.0;

impl LoadConfig {
    /// Returns the moves per second in all rooms together.
    ///
    /// # Errors
    /// Returns [`LowRateError`] if there is no room or a room would move less than twice a minute.
    pub fn moves_per_second(&self) -> Result<f64, LowRateError> {
        let rooms = self.rooms as f64;
        let rate = self.rate.unwrap_or(rooms / 5.0);
        let is_measurable = rate.is_finite() && rate > 0.0 && rooms / rate <= MAX_SECONDS_PER_MOVE;
        if self.rooms > 0 && is_measurable { Ok(rate) } else { Err(LowRateError) }
    }
}

/// Starts a server of `program`, plays random games on it and audits its log.
///
/// # Errors
/// Returns an error if the server cannot be started or stopped, or if the clients cannot connect.
pub async fn run_load(program: &Path, config: &LoadConfig) -> Result<LoadReport> {
    let rate = config.moves_per_second()?;
    let client_count = 2 * config.rooms + config.spectators;
    let mut server = ServerProcess::start(program, server_arguments(client_count + 100)).await?;
    let (phase, phases) = watch::channel(Phase::Connect);
    let run = Arc::new(LoadRun {
        server_address: server.watch_address(),
        phase: phases,
        stats: Stats::default(),
        connect_permits: Semaphore::new(MAX_CONCURRENT_CONNECTS),
        move_interval: Duration::from_secs_f64(config.rooms as f64 / rate),
        disconnect_probability: (config.reconnects / rate).clamp(0.0, 1.0),
        seed: config.seed,
    });
    let mut tasks = spawn_clients(&run, config);
    wait_until_connected(&run, config.rooms + config.spectators).await?;
    phase.send_replace(Phase::Play);
    let started_at = Instant::now();
    let peak = play(&mut server, &run, config, started_at).await?;
    let seconds = started_at.elapsed().as_secs_f64();
    run.stats.stop_counting();
    phase.send_replace(Phase::Shutdown);
    let all_left = async { while tasks.join_next().await.is_some() {} };
    // A client that does not finish in time is missing from `clients_at_end`.
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, all_left).await;
    let peak_memory_mib = peak.max(server_memory(&server));
    let data_dir = server.shut_down().await?;
    let (measurements, kills) = (run.stats.snapshot(), run.stats.kills());
    let audit = audit(data_dir.path(), &measurements).await?;
    let LoadConfig { rooms, spectators, .. } = *config;
    Ok(LoadReport { rooms, spectators, seconds, rate, peak_memory_mib, kills, measurements, audit })
}

/// Returns the arguments of a server whose rate limits do not stop the clients, which share one address.
fn server_arguments(max_websockets: usize) -> Vec<String> {
    let unlimited = "100000000";
    let max_websockets = max_websockets.to_string();
    let arguments = [
        ["--log-format", "json"],
        ["--rate-messages", "10000"],
        ["--rate-new-rooms", unlimited],
        ["--rate-new-guests", unlimited],
        ["--rate-bad-codes", unlimited],
        ["--rate-reads", unlimited],
        ["--rate-joins", unlimited],
        ["--rate-new-sockets", unlimited],
        ["--max-connections-per-ip", unlimited],
        ["--max-websockets-per-ip", unlimited],
        ["--max-queued-bytes-per-ip", "1000000000"],
        ["--max-websockets", &max_websockets],
    ];
    arguments.as_flattened().iter().map(|argument| (*argument).to_owned()).collect()
}

fn spawn_clients(run: &Arc<LoadRun>, config: &LoadConfig) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    let mut rooms = Vec::new();
    for number in 0..config.rooms {
        let (room_code, room_codes) = watch::channel(String::new());
        tasks.spawn(BotPair::play(Arc::clone(run), number, room_code));
        rooms.push(room_codes);
    }
    for number in 0..config.spectators {
        let room = rooms[number % rooms.len()].clone();
        tasks.spawn(spectator::watch(Arc::clone(run), room));
    }
    tasks
}

async fn wait_until_connected(run: &LoadRun, expected: usize) -> Result<()> {
    let connected = async {
        while run.stats.connected() < expected {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    if tokio::time::timeout(CONNECT_TIMEOUT, connected).await.is_err() {
        let errors = run.stats.errors().join("; ");
        bail!("only {} of {expected} clients connected: {errors}", run.stats.connected());
    }
    Ok(())
}

/// Waits for the end of the test, kills the server at its interval and returns its peak memory in MiB.
async fn play(
    server: &mut ServerProcess,
    run: &LoadRun,
    config: &LoadConfig,
    started_at: Instant,
) -> Result<f64> {
    let end = started_at + config.duration;
    let mut next_kill = config.kill_interval.map(|interval| started_at + interval);
    let mut peak = 0.0_f64;
    while Instant::now() < end {
        let tick = Instant::now() + Duration::from_millis(200);
        tokio::time::sleep_until(tick.min(end).into()).await;
        peak = peak.max(server_memory(server));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn config(rooms: usize, rate: Option<f64>) -> LoadConfig {
        let duration = Duration::from_secs(1);
        LoadConfig { rooms, spectators: 0, duration, rate, kill_interval: None, reconnects: 0.0, seed: 1 }
    }

    #[test]
    fn each_room_moves_at_least_twice_a_minute() {
        assert_eq!(config(100, None).moves_per_second(), Ok(20.0));
        assert_eq!(config(60, Some(2.0)).moves_per_second(), Ok(2.0));
        for (rooms, rate) in
            [(0, None), (61, Some(2.0)), (1, Some(0.0)), (1, Some(f64::NAN)), (1, Some(-1.0))]
        {
            assert_eq!(config(rooms, rate).moves_per_second(), Err(LowRateError), "{rooms} {rate:?}");
        }
    }
}
