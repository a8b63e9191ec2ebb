//! The task that rates finished games.
//!
//! The end of a game only adds it to a table, in the transaction that stores the end, so no acknowledgment waits for a
//! rating. What a server that was killed left there is rated by the next one.

use std::time::Duration;

use tokio::sync::watch;

use crate::rooms::services::RoomServices;
use crate::storage::store::Store;

/// The games that are rated in one transaction. Few, because SQLite writes moves in the same one.
const BATCH_SIZE: u32 = 8;

/// The time after which a server looks for games that another one has left.
const INTERVAL: Duration = Duration::from_secs(5);

/// Rates games as soon as they end, until the server shuts down.
pub(crate) async fn run(services: &RoomServices, mut shutdown: watch::Receiver<bool>) {
    let rating = async {
        loop {
            rate_all(&*services.store).await;
            let _ = tokio::time::timeout(INTERVAL, services.rated_game_ended.notified()).await;
        }
    };
    tokio::select! {
        () = rating => {}
        _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => {}
    }
}

/// Rates every game that waits. A failure is retried later.
async fn rate_all(store: &dyn Store) {
    loop {
        match store.rate_games(BATCH_SIZE).await {
            Ok(true) => {}
            Ok(false) => return,
            // The store reports its outages itself.
            Err(error) if error.is_outage() => return,
            Err(error) => {
                tracing::error!(%error, "finished games could not be rated");
                return;
            }
        }
    }
}
