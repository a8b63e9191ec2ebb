//! The task that reads the announced restart from the store.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::app_state::AppState;
use crate::storage::store::StoreError;

/// The time between two looks at the store, in which other nodes and the command line announce restarts.
const CHECK_INTERVAL: Duration = Duration::from_secs(3);

impl AppState {
    /// Reads the announced restart from the store, and shows it to the connections of this server.
    pub(crate) async fn load_announced_restart(&self) -> Result<(), StoreError> {
        let stored = self.store.announced_restart().await?;
        self.restart_notice.update(stored, self.clock.millis().0);
        Ok(())
    }
}

/// Follows the announced restart until the server shuts down.
pub(crate) async fn run(app: Arc<AppState>, mut shutdown: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(CHECK_INTERVAL) => {}
            _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => return,
        }
        if let Err(error) = app.load_announced_restart().await {
            tracing::debug!(%error, "the announced restart is read again later");
        }
    }
}
