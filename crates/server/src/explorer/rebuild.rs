//! The recount of all games of the opening explorer from the logs.

use std::io;

use super::room_game::room_game;
use crate::storage::idle_store::IdleStore;
use crate::storage::location::StoreLocation;

/// The rooms that are listed at a time.
const ROOMS_PER_PAGE: u32 = 1_000;

/// The result of a recount.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplorerRebuild {
    /// The number of games that count.
    pub games: u64,
    /// The rooms whose logs cannot be read.
    pub unreadable_rooms: Vec<String>,
}

/// Forgets the games of all rooms and counts them again from their logs. Imported games stay.
///
/// If it is interrupted, the next start of the server finishes the work.
///
/// # Errors
/// Returns an error if there is no database, if a server uses it, or if it cannot be read or written.
pub async fn rebuild_explorer(location: &StoreLocation) -> io::Result<ExplorerRebuild> {
    let idle = IdleStore::open(location).await?;
    let store = &idle.store;
    store.reset_explorer().await.map_err(io::Error::other)?;
    let (mut rebuilt, mut last) = (ExplorerRebuild::default(), String::new());
    loop {
        let rooms = store.unexplored_rooms(&last, ROOMS_PER_PAGE).await.map_err(io::Error::other)?;
        let Some(code) = rooms.last() else { break };
        last.clone_from(code);
        for room in rooms {
            let log = store.log(&room, 0).await.map_err(io::Error::other)?;
            let found = room_game(&log).unwrap_or_else(|_| {
                rebuilt.unreadable_rooms.push(room.clone());
                None
            });
            let is_listed = found.as_ref().is_some_and(|found| found.is_listed);
            let counted = store.count_explorer_game(&room, found.map(|found| found.game), is_listed).await;
            rebuilt.games += u64::from(counted.map_err(io::Error::other)?);
        }
    }
    store.close().await.map_err(io::Error::other)?;
    Ok(rebuilt)
}
