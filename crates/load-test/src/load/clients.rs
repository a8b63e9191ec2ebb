//! The clients of a run, and the server settings that they need.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::bot_pair::BotPair;
use super::load_config::LoadConfig;
use super::load_run::LoadRun;
use super::spectator;

/// The number of clients that connect at once.
pub(crate) const MAX_CONCURRENT_CONNECTS: usize = 64;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(300);
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(30);

/// Returns the arguments of a server whose rate limits do not stop the clients, which share one address.
pub(crate) fn server_arguments(max_websockets: usize) -> Vec<String> {
    let unlimited = "100000000";
    let max_websockets = max_websockets.to_string();
    let arguments = [
        ["--log-format", "json"],
        ["--rate-messages", "10000"],
        ["--rate-new-rooms", unlimited],
        ["--rate-new-guests", unlimited],
        ["--rate-accounts", unlimited],
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

/// Starts all clients, which play and watch until shutdown.
pub(crate) fn spawn_clients(run: &Arc<LoadRun>, config: &LoadConfig) -> JoinSet<()> {
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

/// Waits until all games have started and all spectators have joined.
pub(crate) async fn wait_until_connected(run: &LoadRun, expected: usize) -> Result<()> {
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

/// Waits until all clients have left. One that does not finish in time is missing from `clients_at_end`.
pub(crate) async fn wait_until_left(mut tasks: JoinSet<()>) {
    let all_left = async { while tasks.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, all_left).await;
}
