//! The creation of rooms.

use std::iter;
use std::sync::Arc;

use yipan_room::{LogEntry, Room, RoomConfigError, RoomEvent, ValidatedConfig};
use yipan_wire::{Player, RoomConfig};

use super::checked_append::{AppendError, append_checked};
use super::create_room_error::CreateRoomError;
use super::registry::Rooms;
use super::room_code::random_room_code;
use super::task::append_entries::create_entries;
use super::task::room_task::{CreateRematch, RematchFuture};
use crate::cluster::slot::Slot;
use crate::random;
use crate::storage::store::StoreError;

/// The room codes that are tried before the creation of a room fails.
pub(super) const MAX_CODE_ATTEMPTS: usize = 16;

/// The room codes that are drawn to find those in a slot of this node.
const MAX_DRAWN_CODES: usize = 100_000;

/// The outcome of a request to create a room with a given code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewRoom {
    /// The room exists.
    Created,
    /// Another room has the code.
    CodeTaken,
}

/// The outcome of an attempt to write the first entries of a room.
enum Attempt {
    Created,
    Taken {
        /// The log of the room that has the code.
        found: Vec<String>,
    },
}

impl Rooms {
    /// Creates a room in a slot of this node, whose other seat may be reserved, and returns its code.
    pub(super) async fn create_room_here(
        &self,
        config: RoomConfig,
        host: Player,
        guest: Option<Player>,
    ) -> Result<String, CreateRoomError> {
        let host = self.with_rating(&config, host).await?;
        let first_entry = |code: &str| self.first_entry(code, config.clone(), host.clone(), guest.clone());
        self.create_room_with(self.random_codes(), |code| Ok(vec![first_entry(code)?])).await
    }

    /// Creates a room of this node with a given code, or finds that the same request has created it before.
    pub(crate) async fn create_room_as(
        &self,
        code: &str,
        config: RoomConfig,
        host: Player,
        guest: Option<Player>,
    ) -> Result<NewRoom, CreateRoomError> {
        let host = self.with_rating(&config, host).await?;
        let first = self.first_entry(code, config, host, guest)?;
        Ok(match self.try_create(code, std::slice::from_ref(&first)).await? {
            Attempt::Created => NewRoom::Created,
            Attempt::Taken { found } if is_same_room(&first, &found) => NewRoom::Created,
            Attempt::Taken { .. } => NewRoom::CodeTaken,
        })
    }

    /// Checks a room that another node is asked to create.
    pub(super) async fn check_new_room(
        &self,
        config: &RoomConfig,
        host: &Player,
    ) -> Result<(), CreateRoomError> {
        let host = self.with_rating(config, host.clone()).await?;
        let code = random_room_code(self.services.room_code_length);
        self.first_entry(&code, config.clone(), host, None)?;
        Ok(())
    }

    /// Returns a player with the rating that counts in the room.
    async fn with_rating(&self, config: &RoomConfig, player: Player) -> Result<Player, StoreError> {
        // An invalid configuration is rejected when the first entry is made.
        let category = ValidatedConfig::validate(config).ok().and_then(|config| config.category);
        self.services.with_rating(player, category).await
    }

    fn first_entry(
        &self,
        code: &str,
        config: RoomConfig,
        host: Player,
        guest: Option<Player>,
    ) -> Result<LogEntry, RoomConfigError> {
        let entry = Room::opening_entry(code, config, random::bytes(), host, self.services.clock.millis())?;
        Ok(match guest {
            Some(guest) => entry.with_reserved_seat(guest),
            None => entry,
        })
    }

    /// Returns codes whose rooms belong to this node.
    pub(super) fn random_codes(&self) -> impl Iterator<Item = String> + use<> {
        let length = self.services.room_code_length;
        let slots = Arc::clone(&self.services.slots);
        iter::repeat_with(move || random_room_code(length))
            .take(MAX_DRAWN_CODES)
            .filter(move |code| slots.epoch_here(Slot::of(code)).is_some())
            .take(MAX_CODE_ATTEMPTS)
    }

    /// Creates a room with the first of these codes that is not taken.
    pub(super) async fn create_room_with(
        &self,
        codes: impl Iterator<Item = String>,
        first_entries: impl Fn(&str) -> Result<Vec<LogEntry>, RoomConfigError>,
    ) -> Result<String, CreateRoomError> {
        for code in codes {
            match self.try_create(&code, &first_entries(&code)?).await? {
                Attempt::Created => return Ok(code),
                Attempt::Taken { .. } => tracing::info!("a room code was taken"),
            }
        }
        let reason = "every room code that was tried is taken, or this node has no slots";
        Err(StoreError::Failed(reason.to_owned()).into())
    }

    /// Writes the first entries of a room of this node, and starts its task.
    async fn try_create(&self, code: &str, entries: &[LogEntry]) -> Result<Attempt, StoreError> {
        let epoch = self.services.epoch_here(Slot::of(code))?;
        let room = self.services.new_room(entries)?;
        match append_checked(&*self.services.store, create_entries(&room, epoch)?).await {
            Ok(()) => {
                self.spawn_room(room, epoch).await?;
                Ok(Attempt::Created)
            }
            Err(AppendError::Diverged { found, .. }) => Ok(Attempt::Taken { found }),
            Err(error) => Err(error.into_store_error()),
        }
    }
}

/// Whether the room of a log was opened by the same user with the same configuration. No code is drawn twice for the same
/// room, so it was the same request.
fn is_same_room(first: &LogEntry, log: &[String]) -> bool {
    let known = log.first().and_then(|line| serde_json::from_str::<LogEntry>(line).ok());
    match (&first.event, known.map(|entry| entry.event)) {
        (
            RoomEvent::Opened { config, host, .. },
            Some(RoomEvent::Opened { config: known_config, host: known_host, .. }),
        ) => *config == known_config && host.id == known_host.id,
        _ => false,
    }
}

impl CreateRematch for Rooms {
    fn create_rematch<'a>(&'a self, room: &'a Room) -> RematchFuture<'a> {
        let now = self.services.clock.millis();
        let codes = self.random_codes();
        Box::pin(async move {
            // The game before has changed it. The guest's is read when they sit down.
            let category = room.validated_config().category;
            let rated_host = self.services.with_rating(room.host().clone(), category).await?;
            let entries = |code: &str| {
                let mut entries = room.rematch_entries(code, random::bytes(), now)?;
                if let Some(LogEntry { event: RoomEvent::Opened { host, .. }, .. }) = entries.first_mut() {
                    host.clone_from(&rated_host);
                }
                Ok(entries)
            };
            self.create_room_with(codes, entries).await
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_server::TestServer;

    #[tokio::test]
    async fn a_taken_room_code_is_replaced_by_another() {
        let server = TestServer::open("taken-code").await;
        let rooms = &server.app.rooms;
        let host =
            Player { id: "ada".to_owned(), name: "Ada".to_owned(), level: None, rating: None, is_bot: false };
        let first_entries = |code: &str| {
            let config = RoomConfig::default_for("chess");
            let now = rooms.services.clock.millis();
            Ok(vec![Room::opening_entry(code, config, random::bytes(), host.clone(), now)?])
        };
        let create = async |codes: &[&str]| {
            let codes = codes.iter().map(|code| (*code).to_owned());
            rooms.create_room_with(codes, first_entries).await.map_err(|error| error.to_string())
        };
        assert_eq!(create(&["AAAAAA"]).await.as_deref(), Ok("AAAAAA"));
        let log = server.app.store.log("AAAAAA", 0).await.expect("a log");
        assert_eq!(create(&["AAAAAA", "AAAAAA", "BBBBBB"]).await.as_deref(), Ok("BBBBBB"));
        assert!(create(&["AAAAAA", "BBBBBB"]).await.is_err_and(|error| error.contains("taken")));
        assert_eq!(
            server.app.store.log("AAAAAA", 0).await.expect("a log"),
            log,
            "the first room is as it was"
        );
        server.close().await;
    }

    #[tokio::test]
    async fn a_repeated_request_finds_its_room_and_another_one_does_not() {
        let server = TestServer::open("repeated-room").await;
        let rooms = &server.app.rooms;
        let player = |id: &str| Player {
            id: id.to_owned(),
            name: id.to_owned(),
            level: None,
            rating: None,
            is_bot: false,
        };
        let create = async |host: &str, game: &str| {
            let created =
                rooms.create_room_as("AAAAAA", RoomConfig::default_for(game), player(host), None).await;
            created.map_err(|error| error.to_string())
        };
        assert_eq!(create("ada", "chess").await, Ok(NewRoom::Created));
        let log = server.app.store.log("AAAAAA", 0).await.expect("a log");
        assert_eq!(create("ada", "chess").await, Ok(NewRoom::Created));
        assert_eq!(create("bob", "chess").await, Ok(NewRoom::CodeTaken));
        assert_eq!(create("ada", "xiangqi").await, Ok(NewRoom::CodeTaken));
        assert_eq!(server.app.store.log("AAAAAA", 0).await.expect("a log"), log, "it is the first room");
        server.close().await;
    }
}
