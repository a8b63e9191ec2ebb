use std::iter;
use std::sync::{Arc, Weak};

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use tokio::sync::{mpsc, oneshot};
use yipan_room::{LogEntry, Room, RoomConfigError, RoomEvent, SpectatorFeed, ValidatedConfig};
use yipan_wire::{Player, RoomConfig};

use super::checked_append::{AppendError, append_checked};
use super::code_guard::CodeGuard;
use super::create_room_error::CreateRoomError;
use super::room_code::{is_room_code, random_room_code};
use super::room_message::RoomMessage;
use super::services::RoomServices;
use super::task::append_entries::{append_entries, create_entries};
use super::task::room_task::{CreateRematch, RematchFuture, RoomTask};
use crate::cluster::remote::local_rooms::{LocalRooms, LocalSenderFuture};
use crate::cluster::slot::Slot;
use crate::random;
use crate::settings::Rate;
use crate::storage::store::StoreError;

/// The number of rooms that are resumed at once after a restart.
const MAX_CONCURRENT_RESUMES: usize = 256;

/// The room codes that are tried before the creation of a room fails.
const MAX_CODE_ATTEMPTS: usize = 16;

/// The room codes that are drawn to find those in a slot of this node.
const MAX_DRAWN_CODES: usize = 100_000;

/// The most log entries that are replayed without another thread.
const MAX_INLINE_LOG: usize = 32;

/// All rooms, in memory and on disk.
#[derive(Debug)]
pub(crate) struct Rooms {
    pub(crate) services: Arc<RoomServices>,
    pub(crate) code_guard: CodeGuard,
    /// Held while quick pairing searches for a room, so that two users who want the same game share one.
    pub(super) pairing_lock: tokio::sync::Mutex<()>,
    weak_self: Weak<Rooms>,
}

impl Rooms {
    /// Opens the registry and resumes every unfinished game.
    pub(crate) async fn open(services: RoomServices, bad_code_rate: Rate) -> Result<Arc<Rooms>, StoreError> {
        let rooms = Arc::new_cyclic(|weak_self| Rooms {
            services: Arc::new(services),
            code_guard: CodeGuard::new(bad_code_rate),
            pairing_lock: tokio::sync::Mutex::default(),
            weak_self: weak_self.clone(),
        });
        if let Some(remote_rooms) = &rooms.services.remote_rooms {
            let local_rooms: Weak<dyn LocalRooms> = rooms.weak_self.clone();
            remote_rooms.set_local_rooms(local_rooms);
        }
        let slots: Vec<_> = Slot::all().filter(|slot| rooms.services.epoch_here(*slot).is_ok()).collect();
        if !slots.is_empty() {
            rooms.resume_rooms(&slots).await?;
        }
        Ok(rooms)
    }

    /// Resumes every unfinished game of slots that are here. Many at once, so that they share commits.
    pub(crate) async fn resume_rooms(&self, slots: &[Slot]) -> Result<(), StoreError> {
        let is_all = slots.len() == Slot::COUNT;
        let numbers = (!is_all).then(|| slots.iter().map(|slot| slot.index() as u16).collect());
        let codes = self.services.store.unfinished_rooms(numbers).await?;
        let count = codes.len();
        let load = |code: String| async move {
            let loaded = self.load_here(&code).await;
            (code, loaded)
        };
        let mut resumed_rooms = stream::iter(codes).map(load).buffer_unordered(MAX_CONCURRENT_RESUMES);
        while let Some((code, resumed)) = resumed_rooms.next().await {
            match resumed {
                Ok(_) => {}
                // The next owner resumes it.
                Err(StoreError::Fenced(_)) => {}
                // Without its entry the downtime would be charged to a player.
                Err(error) if error.is_outage() => return Err(error),
                // A damaged log must not affect the other rooms.
                Err(error) => tracing::error!(room = code, %error, "a room cannot be resumed"),
            }
        }
        if count > 0 {
            tracing::info!(rooms = count, "unfinished games resumed");
        }
        Ok(())
    }

    /// Starts the task of a room that was loaded, after an entry that pauses its game.
    pub(super) async fn resume_room(
        &self,
        mut room: Room,
        epoch: u64,
    ) -> Result<Option<mpsc::Sender<RoomMessage>>, StoreError> {
        if !self.services.slot_arrivals.was_quick(Slot::of(room.code()), epoch) {
            let last = room.log().last().map(|entry| entry.at);
            let now = self.services.clock.millis();
            let paused = room.pause_after_restart(last.map_or(now, |last| last.max(now)));
            if !paused.is_empty() {
                self.services.store.append(append_entries(&room, epoch, &paused)?).await?;
            }
            for entry in paused {
                room.apply(entry).map_err(|error| StoreError::Failed(error.to_string()))?;
            }
        }
        self.spawn_room(room, epoch).await
    }

    /// Starts the task of a room, unless it is running. Returns `None` during shutdown.
    async fn spawn_room(
        &self,
        room: Room,
        epoch: u64,
    ) -> Result<Option<mpsc::Sender<RoomMessage>>, StoreError> {
        let feed =
            |room: &Room| SpectatorFeed::new(room).map_err(|error| StoreError::Failed(error.to_string()));
        let (room, spectator_feed) = if room.log().len() > MAX_INLINE_LOG {
            self.services.fold_pool.run(move || feed(&room).map(|feed| (room, feed))).await??
        } else {
            let feed = feed(&room)?;
            (room, feed)
        };
        let code = room.code().to_owned();
        Ok(self.services.senders.get_or_spawn(&code, epoch, || {
            let rooms = self.weak_self.upgrade()?;
            Some(RoomTask::spawn(Arc::clone(&self.services), rooms, room, epoch, spectator_feed))
        }))
    }

    /// Returns the sender to the task of a room of this node, which is loaded from disk if it is not in memory.
    pub(crate) async fn room_sender(
        &self,
        code: &str,
    ) -> Result<Option<mpsc::Sender<RoomMessage>>, StoreError> {
        if !is_room_code(code) {
            return Ok(None);
        }
        self.load_here(code).await
    }

    /// Makes rooms transfer the seats of a guest that the store has linked to an account.
    ///
    /// A room that is not in memory does so when it is loaded.
    pub(crate) async fn transfer_seats(&self, codes: &[String]) {
        // Not an async closure: it crashes incremental builds with rustc 1.95.
        let notify_room = |sender: mpsc::Sender<RoomMessage>| async move {
            let (done, linked) = oneshot::channel();
            if sender.send(RoomMessage::GuestLinked { done }).await.is_ok() {
                let _ = linked.await;
            }
        };
        join_all(self.services.senders.get_all(codes).into_iter().map(notify_room)).await;
    }

    /// Creates a room in a slot of this node and returns its code.
    pub(crate) async fn create_room_here(
        &self,
        config: RoomConfig,
        host: Player,
    ) -> Result<String, CreateRoomError> {
        // An invalid configuration is rejected below.
        let category = ValidatedConfig::validate(&config).ok().and_then(|config| config.category);
        let host = self.services.with_rating(host, category).await?;
        let now = self.services.clock.millis();
        let first_entry =
            |code: &str| Room::opening_entry(code, config.clone(), random::bytes(), host.clone(), now);
        self.create_room_with(self.random_codes(), |code| Ok(vec![first_entry(code)?])).await
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
            let epoch = self.services.epoch_here(Slot::of(&code))?;
            let entries = first_entries(&code)?;
            let room = self.services.new_room(&entries)?;
            match append_checked(&*self.services.store, create_entries(&room, epoch)?).await {
                Ok(()) => {
                    self.spawn_room(room, epoch).await?;
                    return Ok(code);
                }
                Err(AppendError::Diverged { .. }) => tracing::info!("a room code was taken"),
                Err(error) => return Err(error.into_store_error().into()),
            }
        }
        let reason = "every room code that was tried is taken, or this node has no slots";
        Err(StoreError::Failed(reason.to_owned()).into())
    }
}

impl LocalRooms for Rooms {
    fn local_sender<'a>(&'a self, code: &'a str) -> LocalSenderFuture<'a> {
        Box::pin(self.room_sender(code))
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
        let host = Player { id: "ada".to_owned(), name: "Ada".to_owned(), level: None, rating: None };
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
}
