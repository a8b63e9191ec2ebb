use std::sync::Arc;

use anyhow::Result;
use tokio::sync::watch;

use super::client::Client;
use super::{LoadRun, Phase};

/// Somebody who looks on at a table, and goes along to its next room.
pub(super) struct Spectator;

impl Spectator {
    pub(super) async fn watch(run: Arc<LoadRun>, room: watch::Receiver<String>) {
        if let Err(error) = Spectator::try_watch(&run, room).await {
            run.stats.record_error(format!("a spectator: {error:#}"));
        }
    }

    async fn try_watch(run: &Arc<LoadRun>, mut room: watch::Receiver<String>) -> Result<()> {
        let code = room.wait_for(|room| !room.is_empty()).await?.clone();
        let mut line = {
            let _pass = run.connect_permits.acquire().await?;
            let mut line = Client::connect(Arc::clone(run)).await?;
            line.join(&code).await;
            line
        };
        run.stats.client_connected();
        let mut stage = run.phase.clone();
        while *stage.borrow_and_update() != Phase::Shutdown {
            tokio::select! {
                heard = line.next_message() => match heard.kind.as_str() {
                    "event" => run.stats.update(|notes| notes.events += 1),
                    "error" => run.stats.record_error(format!("a spectator: {:?}", heard.error)),
                    _ => {}
                },
                Ok(()) = room.changed() => {
                    let code = room.borrow_and_update().clone();
                    line.unsubscribe().await;
                    line.join(&code).await;
                }
                _ = stage.changed() => {}
            }
        }
        line.wait_for_pong().await;
        run.stats.update(|notes| notes.clients_at_end += 1);
        Ok(())
    }
}
