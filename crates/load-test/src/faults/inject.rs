use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::task::block_in_place;
use tokio::time::sleep;
use yipan_local_services::StopMode;

use super::fault::{Fault, FaultKind};
use super::ownership::split_problems;
use crate::cluster::Cluster;
use crate::cluster::Node;
use crate::server_process::ProcessSignal;

/// The time in which a node must hand its rooms over and end.
const ROLL_TIMEOUT: Duration = Duration::from_secs(60);

/// Injects a fault and returns when its cause is gone, with what went wrong meanwhile. Faults of one node hit the nodes in
/// turn.
pub(super) async fn inject(
    cluster: &mut Cluster,
    fault: Fault,
    number: usize,
    replacement: Option<&Path>,
) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    let index = number % cluster.nodes.len();
    let node = &mut cluster.nodes[index];
    match fault.kind {
        FaultKind::Kill => restart(node, fault.length).await?,
        FaultKind::Skew => restart(node, FaultKind::Kill.default_length()).await?,
        FaultKind::Stop => {
            node.process.signal(ProcessSignal::Stop)?;
            sleep(fault.length).await;
            node.process.signal(ProcessSignal::Continue)?;
        }
        FaultKind::CutStore | FaultKind::CutBus | FaultKind::Cut => {
            let (store, bus) = (fault.kind != FaultKind::CutBus, fault.kind != FaultKind::CutStore);
            node.set_cut(store, bus, true);
            sleep(fault.length).await;
            node.set_cut(store, bus, false);
        }
        FaultKind::Split => {
            let route = cluster.route.as_ref().context("there is one NATS server")?;
            route.set_cut(true);
            sleep(fault.length).await;
            problems = split_problems(cluster, fault.length)?;
            route.set_cut(false);
        }
        FaultKind::Bus => {
            for nats in &mut cluster.nats {
                block_in_place(|| nats.kill())?;
            }
            sleep(fault.length).await;
            for nats in &mut cluster.nats {
                block_in_place(|| nats.resume())?;
            }
        }
        FaultKind::Store => {
            let mode = if number.is_multiple_of(2) { StopMode::Fast } else { StopMode::Immediate };
            block_in_place(|| cluster.postgres.stop(mode))?;
            sleep(fault.length).await;
            block_in_place(|| cluster.postgres.resume())?;
        }
        FaultKind::Roll => {
            let ended = tokio::time::timeout(ROLL_TIMEOUT, node.process.terminate()).await;
            ended.with_context(|| format!("{} did not shut down in time", node.name))??;
            sleep(fault.length).await;
            if let Some(program) = replacement {
                node.process.set_program(program);
            }
            node.process.start_again().await?;
        }
    }
    Ok(problems)
}

/// Kills a node and starts it again.
async fn restart(node: &mut Node, pause: Duration) -> Result<()> {
    node.process.kill().await?;
    sleep(pause).await;
    node.process.start_again().await
}
