use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::attack_kind::Attack;
use super::attacked_service::AttackedService;
use super::bystander::BystanderPair;
use super::peak_memory::{PeakMemory, largest_resident_mib};
use super::report::{AttackReport, BystanderLatency, ServerMemory};
use super::scenario::Scenario;
use super::scenarios::{CodeGuessing, ComputerHogging, JoinFlood, PresenceChurn, UnreadFiles, UnreadJoins};
use super::target::Target;
use crate::load::balancer::Balancer;

/// The addresses of the attacker and of the bystanders. They differ, so that their rate limits do.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const BYSTANDER: Ipv4Addr = Ipv4Addr::LOCALHOST;

/// The time the bystanders are measured before the attack, and after it.
const BASELINE_TIME: Duration = Duration::from_secs(5);
const COOLDOWN_TIME: Duration = Duration::from_secs(10);

/// The time after the attack in which the memory has to return to its bound.
const MEMORY_RECOVERY_TIME: Duration = Duration::from_secs(30);

/// The longest duration of an attack.
const MAX_DURATION: Duration = Duration::from_secs(60);

/// Runs one attack against a new server of `program`, or against so many nodes, each of which gets its share of the
/// attacker's connections.
///
/// The duration is limited to one minute, and fixed for attacks whose result depends on it.
///
/// # Errors
/// Returns an error if the server cannot be started, or if the attack or the bystanders' game cannot be set up.
pub async fn run_attack(
    attack: Attack,
    time: Duration,
    program: &Path,
    nodes: Option<usize>,
) -> Result<AttackReport> {
    let time = time.clamp(Duration::from_secs(1), MAX_DURATION);
    match attack {
        Attack::UnreadJoins => measure::<UnreadJoins>(attack, time, program, nodes).await,
        Attack::JoinFlood => measure::<JoinFlood>(attack, time, program, nodes).await,
        Attack::UnreadFiles => measure::<UnreadFiles>(attack, time, program, nodes).await,
        Attack::CodeGuessing => measure::<CodeGuessing>(attack, time, program, nodes).await,
        Attack::PresenceChurn => measure::<PresenceChurn>(attack, time, program, nodes).await,
        Attack::ComputerHogging => measure::<ComputerHogging>(attack, time, program, nodes).await,
    }
}

async fn measure<S: Scenario>(
    attack: Attack,
    time: Duration,
    program: &Path,
    nodes: Option<usize>,
) -> Result<AttackReport> {
    let time = S::FIXED_DURATION.unwrap_or(time);
    let mut service = AttackedService::start(program, nodes).await?;
    let (addresses, processes) = (service.addresses(), service.process_ids()?);
    let [target, bystander] = [ATTACKER, BYSTANDER]
        .map(|source| Target { balancer: Arc::new(Balancer::new(addresses.iter().copied())), source });
    let load_average = load_average();
    let pair = BystanderPair::connect(addresses).await?;
    tokio::time::sleep(BASELINE_TIME.min(time)).await;
    let before = pair.take_ack_latency().await;
    let memory_before = largest_resident_mib(&processes);
    let peak = PeakMemory::watch(processes.clone());
    let scenario = S::prepare(target, bystander).await.context("cannot prepare the attack")?;
    // The latency during the preparation is not reported.
    pair.take_ack_latency().await;
    let findings = scenario.run(time).await;
    let during = pair.take_ack_latency().await;
    let ended_at = Instant::now();
    tokio::time::sleep(COOLDOWN_TIME).await;
    let after = pair.take_ack_latency().await;
    let after_10_s = largest_resident_mib(&processes);
    let mut last = after_10_s;
    while !ServerMemory::is_recovered(memory_before, last) && ended_at.elapsed() < MEMORY_RECOVERY_TIME {
        tokio::time::sleep(Duration::from_millis(200)).await;
        last = largest_resident_mib(&processes);
    }
    let memory = ServerMemory { before: memory_before, peak: peak.stop(), after_10_s, last };
    let has_crashed = !service.is_running();
    service.kill().await?;
    let findings = match findings {
        Ok(findings) => findings,
        // A crash is reported; the error only follows from it.
        Err(_) if has_crashed => Vec::new(),
        Err(error) => return Err(error.context("the attack failed")),
    };
    Ok(AttackReport {
        attack,
        nodes,
        seconds: time.as_secs(),
        bystander: BystanderLatency { before, during, after },
        memory,
        findings,
        has_crashed,
        load_average,
    })
}

/// Returns the load average of the last minute, or `None` where `/proc` is missing.
fn load_average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}
