use std::sync::Arc;

use anyhow::Result;
use tokio::sync::watch;
use yipan_wire::ServerMessage;

use super::client::Client;
use super::load_run::{LoadRun, Phase};

/// Watches the games of one pair of bots until shutdown.
pub(crate) async fn watch(run: Arc<LoadRun>, room: watch::Receiver<String>) {
    if let Err(error) = try_watch(&run, room).await {
        run.stats.record_error(format!("a spectator: {error:#}"));
    }
}

async fn try_watch(run: &Arc<LoadRun>, mut room: watch::Receiver<String>) -> Result<()> {
    let code = room.wait_for(|room| !room.is_empty()).await?.clone();
    let mut client = {
        let _permit = run.connect_permits.acquire().await?;
        let mut client = Client::connect(Arc::clone(run), None).await?;
        client.join(&code).await;
        client
    };
    run.stats.client_connected();
    let mut phase = run.phase.clone();
    while *phase.borrow_and_update() != Phase::Shutdown {
        tokio::select! {
            message = client.next_message() => match message {
                ServerMessage::Event { .. } => run.stats.update(|measurements| measurements.events += 1),
                ServerMessage::Error { error } => {
                    run.stats.record_error(format!("a spectator: {}", error.code));
                }
                _ => {}
            },
            Ok(()) = room.changed() => {
                let code = room.borrow_and_update().clone();
                if run.games.churns {
                    let _permit = run.connect_permits.acquire().await?;
                    client = Client::connect(Arc::clone(run), None).await?;
                } else {
                    client.unsubscribe().await;
                }
                client.join(&code).await;
            }
            _ = phase.changed() => {}
        }
    }
    client.wait_for_pong().await;
    run.stats.update(|measurements| measurements.clients_at_end += 1);
    Ok(())
}
