//! The task that ends correspondence games whose time is up.
//!
//! Such a game is in memory only while a client is interested in it. The store has the deadline of each, and this task
//! loads those that are due; the task of the room decides whether the flag has fallen. Only the owner of its slot can
//! append, so a game ends once.

use std::time::Duration;

use tokio::sync::watch;

use super::correspondence::MAX_GAP_MILLIS;
use super::registry::Rooms;
use crate::cluster::slot::Slot;
use crate::storage::store::StoreError;

/// The time between two looks.
const INTERVAL: Duration = Duration::from_secs(30);

/// The most games that are loaded in one look.
const MAX_GAMES: u32 = 500;

/// Looks for games whose time is up, until the server shuts down.
pub(crate) async fn run(rooms: &Rooms, mut shutdown: watch::Receiver<bool>) {
    let sweeping = async {
        loop {
            match sweep(rooms).await {
                Ok(()) => {}
                // The store reports its outages itself.
                Err(error) if error.is_outage() => {}
                Err(error) => tracing::error!(%error, "correspondence games could not be checked"),
            }
            tokio::time::sleep(INTERVAL).await;
        }
    };
    tokio::select! {
        () = sweeping => {}
        _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => {}
    }
}

/// Records that this server is running, and loads the games of this node that are due.
async fn sweep(rooms: &Rooms) -> Result<(), StoreError> {
    let services = &rooms.services;
    let now = services.clock.millis().0;
    services.store.record_alive(now, MAX_GAP_MILLIS).await?;
    for code in services.store.due_correspondence_games(now, MAX_GAMES).await? {
        if services.epoch_here(Slot::of(&code)).is_err() {
            continue;
        }
        match rooms.room_sender(&code).await {
            Ok(_) | Err(StoreError::Fenced(_)) => {}
            Err(error) if error.is_outage() => return Err(error),
            // A damaged log must not affect the other games.
            Err(error) => tracing::error!(room = code, %error, "a correspondence game cannot be loaded"),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection, Row, SqliteConnection};
    use yipan_clock::Millis;
    use yipan_core::{EndReason, Side};
    use yipan_record::Bytes32;
    use yipan_room::{CommandContext, LogEntry, Room, RoomEvent};
    use yipan_wire::{Command, Player, RoomConfig, SidePreference};

    use super::*;
    use crate::app_state::AppState;
    use crate::rooms::task::append_entries::{append_entries, create_entries};
    use crate::test_server::TestServer;

    const DAY: u64 = 86_400_000;

    /// The time in which the task of a room that was loaded ends its game.
    const END_TIMEOUT: Duration = Duration::from_secs(30);

    fn player(id: &str) -> Player {
        Player { id: id.to_owned(), name: id.to_owned(), level: None, rating: None, is_bot: false }
    }

    /// Stores a game with three days for each move whose last move was played at this time.
    async fn store_game(app: &AppState, code: &str, moved_at: Millis) {
        let config = RoomConfig {
            clock: "3d".to_owned(),
            host_side: SidePreference::First,
            ..RoomConfig::default_for("chess")
        };
        let opened = Room::opening_entry(code, config, Bytes32([7; 32]), player("ada"), moved_at);
        let mut room = Room::new(opened.expect("a valid configuration")).expect("a room");
        let epoch = app.rooms.services.epoch_here(Slot::of(code)).expect("a slot of this node");
        app.store.append(create_entries(&room, epoch).expect("entries")).await.expect("a room");
        let play = |action: &str| Command::Play { action: action.to_owned() };
        let sit = |byte| Command::Sit { contribution: Bytes32([byte; 32]).to_string() };
        for (user, command) in [
            ("ada", sit(1)),
            ("bob", sit(2)),
            ("ada", Command::Start),
            ("ada", play("e2e4")),
            ("bob", play("e7e5")),
        ] {
            let (user, id) = (player(user), room.log().len().to_string());
            let decided = room.decide(&CommandContext::new(&user, &id, moved_at), &command).expect("entries");
            let append = append_entries(&room, epoch, &decided).expect("entries");
            app.store.append(append).await.expect("an append");
            decided.into_iter().for_each(|entry| room.apply(entry).expect("it was decided"));
        }
    }

    async fn events(app: &AppState, code: &str) -> Vec<RoomEvent> {
        let lines = app.store.log(code, 0).await.expect("a log");
        let entry = |line: &String| serde_json::from_str::<LogEntry>(line).expect("an entry").event;
        lines.iter().map(entry).collect()
    }

    async fn wait_for_end(app: &AppState, code: &str) {
        let ended = async {
            while app.store.is_running_correspondence(code).await.expect("an answer") {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(END_TIMEOUT, ended).await.expect("the game ends");
    }

    #[tokio::test]
    async fn a_game_that_is_not_in_memory_ends_once_when_its_days_have_passed() {
        let server = TestServer::open("correspondence-flag").await;
        let app = &server.app;
        let now = app.clock.millis();
        store_game(app, "AAAAAA", now - Millis(3 * DAY + 2_000)).await;
        store_game(app, "BBBBBB", now - Millis(3 * DAY - 60_000)).await;
        for _ in 0..3 {
            sweep(&app.rooms).await.expect("a look");
        }
        wait_for_end(app, "AAAAAA").await;
        sweep(&app.rooms).await.expect("another look");
        let log = events(app, "AAAAAA").await;
        let ends: Vec<_> = log.iter().filter(|event| matches!(event, RoomEvent::Ended { .. })).collect();
        assert_eq!(ends, [&RoomEvent::Ended { winner: Some(Side::Second), reason: EndReason::Timeout }]);
        assert!(!log.contains(&RoomEvent::Restarted));
        assert!(app.store.is_running_correspondence("BBBBBB").await.expect("an answer"));
        assert!(app.rooms.services.senders.get("BBBBBB").is_none(), "it is not due, so it is not loaded");
        server.close().await;
    }

    #[tokio::test]
    async fn the_time_without_a_server_is_given_back_when_a_game_is_loaded() {
        let server = TestServer::open("correspondence-outage").await;
        let app = &server.app;
        let now = app.clock.millis();
        store_game(app, "AAAAAA", now - Millis(2 * DAY)).await;
        let seen = app.clock.millis().0;
        app.store.record_alive(seen, u64::MAX).await.expect("a sign");
        // As if the next server started ten days later.
        app.store.record_alive(seen + 10 * DAY, 0).await.expect("a start");
        let listed = app.correspondence_games("ada").await.expect("games").games[0].deadline;
        app.rooms.room_sender("AAAAAA").await.expect("the store works").expect("the room");
        let outage = RoomEvent::Outage { since: Millis(seen) };
        assert_eq!(events(app, "AAAAAA").await.last(), Some(&outage));
        let deadline = app.store.correspondence_games_of("ada", 1).await.expect("games")[0].deadline;
        assert_eq!(deadline, listed, "the list has known it before");
        let expected = now.0 + 11 * DAY;
        assert!((expected..expected + 2_000).contains(&deadline), "{deadline} {expected}");
        server.close().await;
    }
    #[tokio::test]
    async fn an_outage_of_the_database_is_given_back_to_a_game_that_is_loaded_after_it() {
        let server = TestServer::open("database-outage").await;
        let app = &server.app;
        store_game(app, "AAAAAA", app.clock.millis() - Millis(2 * DAY)).await;
        // As if no server could write for an hour, and the sweep has not looked since.
        let mut connection = SqliteConnection::connect(&server.database_url()).await.expect("a connection");
        let update = "UPDATE service_alive SET seen = seen - 3600000 RETURNING seen";
        let seen: i64 = sqlx::query(update).fetch_one(&mut connection).await.expect("a row").get(0);
        connection.close().await.expect("it closes");
        app.rooms.room_sender("AAAAAA").await.expect("the store works").expect("the room");
        let outage = RoomEvent::Outage { since: Millis(seen as u64) };
        assert_eq!(events(app, "AAAAAA").await.last(), Some(&outage));
        server.close().await;
    }
}
