use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use futures_util::future::join_all;
use tokio::net::TcpStream;

use crate::http;
use crate::load::load_run::LoadRun;

const CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// A stopped node accepts connections, but does not answer.
const CHECK_TIMEOUT: Duration = Duration::from_secs(1);

/// Checks the nodes again and again, as a load balancer does.
pub(super) async fn watch(run: Arc<LoadRun>) {
    let addresses = run.balancer.addresses();
    loop {
        let checks = join_all(addresses.iter().map(|address| is_healthy(*address))).await;
        for (node, is_healthy) in checks.into_iter().enumerate() {
            run.balancer.set_healthy(node, is_healthy);
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
}

async fn is_healthy(address: SocketAddr) -> bool {
    let check = async {
        let stream = TcpStream::connect(address).await?;
        http::request(stream, address, "GET", "/healthz", None, "").await
    };
    matches!(tokio::time::timeout(CHECK_TIMEOUT, check).await, Ok(Ok(response)) if response.status == 200)
}

/// Waits until the checks of all nodes succeed.
pub(super) async fn wait_until_healthy(run: &LoadRun, timeout: Duration) -> Result<()> {
    let started = Instant::now();
    // The last checks may be older than the fault.
    tokio::time::sleep(CHECK_TIMEOUT + CHECK_INTERVAL).await;
    while !run.balancer.are_all_healthy() {
        if started.elapsed() > timeout {
            bail!("a node is unhealthy {} s after a fault", timeout.as_secs());
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
    Ok(())
}
