use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tokio::sync::{Semaphore, watch};

use super::report::AckLatency;
use super::scenario::STEP_TIMEOUT;
use crate::latency::LatencySamples;
use crate::load::balancer::Balancer;
use crate::load::bot_pair::BotPair;
use crate::load::load_run::{GameSettings, LoadRun, Phase};
use crate::load::stats::Stats;

/// The time between two moves: each of the two players sends ten messages per second.
const MOVE_INTERVAL: Duration = Duration::from_millis(50);

/// Two players beside the attack, whose moves are measured.
pub(super) struct BystanderPair {
    run: Arc<LoadRun>,
    /// Dropping it would end the run.
    _phase: watch::Sender<Phase>,
    task: tokio::task::JoinHandle<()>,
}

impl BystanderPair {
    /// Connects two players, each to another node if there are several, and starts their game.
    pub(super) async fn connect(servers: Vec<SocketAddr>) -> Result<BystanderPair> {
        let (phase, phases) = watch::channel(Phase::Play);
        let run = Arc::new(LoadRun {
            balancer: Balancer::new(servers),
            phase: phases,
            stats: Stats::default(),
            connect_permits: Semaphore::new(1),
            move_interval: MOVE_INTERVAL,
            disconnect_probability: 0.0,
            expects_faults: false,
            games: GameSettings::default(),
            seed: 1,
        });
        let (room_code, mut room_codes) = watch::channel(String::new());
        let task = tokio::spawn(BotPair::play(Arc::clone(&run), 0, room_code));
        let started = tokio::time::timeout(STEP_TIMEOUT, room_codes.changed()).await;
        if !matches!(started, Ok(Ok(()))) {
            bail!("the bystanders cannot play: {}", run.stats.errors().join("; "));
        }
        Ok(BystanderPair { run, _phase: phase, task })
    }

    /// Returns the acknowledgments since the last call.
    ///
    /// Waits for the pending one, so that a server that does not answer is noticed.
    pub(super) async fn take_ack_latency(&self) -> AckLatency {
        let ack_count = || self.run.stats.ack_count();
        let (known, started_at) = (ack_count(), Instant::now());
        while ack_count() == known && started_at.elapsed() < STEP_TIMEOUT {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let mut samples = LatencySamples::default();
        self.run.stats.update(|measurements| std::mem::swap(&mut measurements.ack_latency, &mut samples));
        if samples.count() == known {
            samples.add(started_at.elapsed());
        }
        AckLatency::from(&samples)
    }
}

impl Drop for BystanderPair {
    fn drop(&mut self) {
        self.task.abort();
    }
}
