//! The task that counts finished games for the opening explorer.
//!
//! The end of a game changes nothing here: the log says that the game is over, and the task finds it. So no acknowledgment
//! waits for it, and what a server that was killed left is counted by the next one. A game and the mark that it is counted
//! are one transaction.

use std::time::Duration;

use tokio::sync::watch;

use super::room_game::{RoomGame, room_game};
use crate::cluster::slot::Slot;
use crate::rooms::services::RoomServices;
use crate::storage::store::StoreError;

/// The rooms read at a time.
const PAGE_SIZE: u32 = 100;

/// The time after which a server looks for games that another one has left.
const INTERVAL: Duration = Duration::from_secs(5);

/// The time between two games. With SQLite an append waits for one game at most, a few milliseconds.
const PAUSE: Duration = Duration::from_millis(20);

/// Counts games as soon as they end, until the server shuts down.
pub(crate) async fn run(services: &RoomServices, mut shutdown: watch::Receiver<bool>) {
    let counting = async {
        loop {
            match count_all(services).await {
                Ok(()) => {}
                // The store reports its outages itself.
                Err(error) if error.is_outage() => {}
                Err(error) => tracing::error!(%error, "finished games could not be counted for the explorer"),
            }
            let _ = tokio::time::timeout(INTERVAL, services.game_ended.notified()).await;
        }
    };
    tokio::select! {
        () = counting => {}
        _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => {}
    }
}

/// Counts every game of this server that is over, and takes out those that were voided since.
async fn count_all(services: &RoomServices) -> Result<(), StoreError> {
    let mut last = String::new();
    loop {
        let rooms = services.store.unexplored_rooms(&last, PAGE_SIZE).await?;
        let Some(code) = rooms.last() else { break };
        last.clone_from(code);
        for room in rooms.iter().filter(|room| is_here(services, room)) {
            let found = read_game(services, room).await?;
            let is_listed = found.as_ref().is_some_and(|found| found.is_listed);
            services.store.count_explorer_game(room, found.map(|found| found.game), is_listed).await?;
            tokio::time::sleep(PAUSE).await;
        }
    }
    for room in services.store.voided_explorer_rooms(PAGE_SIZE).await? {
        if is_here(services, &room) {
            let found = read_game(services, &room).await?;
            services.store.remove_explorer_game(&room, found.map(|found| found.game)).await?;
        }
    }
    Ok(())
}

/// Whether a room belongs to this server, so that of several only one reads its log.
fn is_here(services: &RoomServices, room: &str) -> bool {
    services.slots.epoch_here(Slot::of(room)).is_some()
}

/// Returns the game of a room if it counts. A damaged log must not keep the others from being counted.
async fn read_game(services: &RoomServices, room: &str) -> Result<Option<RoomGame>, StoreError> {
    let log = services.store.log(room, 0).await?;
    match services.fold_pool.run(move || room_game(&log)).await? {
        Ok(game) => Ok(game),
        Err(error) => {
            tracing::error!(room, error, "a log cannot be read, so its game is not in the explorer");
            Ok(None)
        }
    }
}
