//! The recomputation of all ratings from the logs.

use std::io;

use yipan_room::{LogEntry, RatedGame, Room, RoomEvent};

use crate::storage::idle_store::IdleStore;
use crate::storage::location::StoreLocation;
use crate::storage::store::Store;

/// The rooms that are listed at a time.
const ROOMS_PER_PAGE: u32 = 1_000;

/// The games that are rated in one transaction.
const BATCH_SIZE: u32 = 50;

/// Forgets all ratings and computes them again from the logs of finished games, in the order of their ends.
///
/// Returns the number of rated games. If it is interrupted after the logs were read, the next start of the server finishes
/// the work.
///
/// # Errors
/// Returns an error if there is no database, if a server uses it, or if it cannot be read or written.
pub async fn rebuild_ratings(location: &StoreLocation) -> io::Result<u64> {
    let idle = IdleStore::open(location).await?;
    let store = &idle.store;
    let games = rated_games(&**store).await?;
    let count = games.len() as u64;
    store.replace_rated_games(games).await.map_err(io::Error::other)?;
    while store.rate_games(BATCH_SIZE).await.map_err(io::Error::other)? {}
    store.close().await.map_err(io::Error::other)?;
    Ok(count)
}

/// Returns the rated games of all logs with the codes of their rooms.
///
/// A log that cannot be read is an error, because its game would silently no longer count.
async fn rated_games(store: &dyn Store) -> io::Result<Vec<(String, RatedGame)>> {
    let (mut games, mut last) = (Vec::new(), String::new());
    loop {
        let rooms = store.finished_rooms(&last, ROOMS_PER_PAGE).await.map_err(io::Error::other)?;
        let Some(code) = rooms.last() else { return Ok(games) };
        last.clone_from(code);
        for room in rooms {
            let log = store.log(&room, 0).await.map_err(io::Error::other)?;
            match rated_game(&log) {
                Ok(Some(game)) => games.push((room, game)),
                Ok(None) => {}
                Err(error) => {
                    let message =
                        format!("the log of room {room} cannot be read, nothing was changed: {error}");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
            }
        }
    }
}

/// Returns the game of a log if it is rated.
fn rated_game(log: &[String]) -> Result<Option<RatedGame>, String> {
    let parse = |line: &String| serde_json::from_str::<LogEntry>(line).map_err(|error| error.to_string());
    // The first entry tells without the rules whether the game is rated.
    let is_rated = match log.first().map(parse).transpose()? {
        Some(LogEntry { event: RoomEvent::Opened { config, .. }, .. }) => config.rated,
        _ => false,
    };
    if !is_rated {
        return Ok(None);
    }
    let entries: Vec<LogEntry> = log.iter().map(parse).collect::<Result<_, _>>()?;
    Ok(Room::replay(entries).map_err(|error| error.to_string())?.rated_game())
}
