use std::iter;
use std::sync::{Arc, Weak};

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use tokio::sync::{mpsc, oneshot};
use yipan_room::{LogEntry, Room, RoomConfigError, SpectatorFeed, ValidatedConfig};
use yipan_wire::{CreatedRoom, OpenRoom, Player, Pool, RoomConfig};

use super::checked_append::{AppendError, append_checked};
use super::code_guard::CodeGuard;
use super::create_room_error::CreateRoomError;
use super::pools::{is_same_pool, pool_key};
use super::room_code::{is_room_code, random_room_code};
use super::room_handle::RoomHandle;
use super::room_message::RoomMessage;
use super::services::RoomServices;
use super::task::append_entries::{append_entries, create_entries};
use super::task::room_task::{CreateRematch, RematchFuture, RoomTask};
use crate::cluster::message::request::{Answer, RequestBody};
use crate::cluster::remote::local_rooms::{LocalRooms, LocalSenderFuture};
use crate::cluster::remote::remote_rooms::RemoteRooms;
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
    pairing_lock: tokio::sync::Mutex<()>,
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
        let mut resumed_rooms = stream::iter(&codes)
            .map(|code| async move { (code, self.load_here(code).await) })
            .buffer_unordered(MAX_CONCURRENT_RESUMES);
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
        if !codes.is_empty() {
            tracing::info!(rooms = codes.len(), "unfinished games resumed");
        }
        Ok(())
    }

    /// Starts the task of a room that was loaded, after an entry that pauses its game.
    pub(super) async fn resume_room(
        &self,
        mut room: Room,
        epoch: u64,
    ) -> Result<Option<mpsc::Sender<RoomMessage>>, StoreError> {
        if !self.services.take_ups.was_quick(Slot::of(room.code()), epoch) {
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

    /// Returns the way to a room, wherever it is; `None` if there is no such room.
    pub(crate) async fn room_handle(&self, code: &str) -> Result<Option<RoomHandle>, StoreError> {
        match &self.services.remote_rooms {
            Some(rooms) if rooms.is_remote(code) => Ok(self.remote_handle(rooms, code).await?),
            _ => Ok(self.room_sender(code).await?.map(RoomHandle::Local)),
        }
    }

    /// Returns the way to a room of another node, if it exists.
    async fn remote_handle(&self, rooms: &RemoteRooms, code: &str) -> Result<Option<RoomHandle>, StoreError> {
        if !is_room_code(code) {
            return Ok(None);
        }
        let exists = match rooms.ask_owner(code, &RequestBody::Find { room: code.to_owned() }).await {
            Some(Answer::NotFound) => false,
            Some(_) => true,
            // Nobody owns it now; who joins waits for the owner.
            None => !self.services.store.log(code, 0).await?.is_empty(),
        };
        Ok(exists.then(|| RoomHandle::Remote { rooms: rooms.clone(), code: code.to_owned() }))
    }

    /// Sends a message of a socket whose handle failed because the room has moved between nodes. Returns the new handle;
    /// `None` if the room has not moved.
    pub(crate) async fn resend(&self, code: &str, message: RoomMessage) -> Option<RoomHandle> {
        let rooms = self.services.remote_rooms.as_ref()?;
        let handle = if rooms.is_remote(code) {
            RoomHandle::Remote { rooms: rooms.clone(), code: code.to_owned() }
        } else {
            RoomHandle::Local(self.room_sender(code).await.ok()??)
        };
        handle.send(message).await.ok().map(|()| handle)
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

    /// Makes the rooms of all nodes transfer the seats of a guest that the store has linked to an account.
    pub(crate) async fn transfer_seats_everywhere(&self, codes: &[String]) {
        if let Some(rooms) = &self.services.remote_rooms {
            let notify_owner = |code: &String| {
                let request = RequestBody::GuestLinked { rooms: vec![code.clone()] };
                let code = code.clone();
                async move { rooms.ask_owner(&code, &request).await }
            };
            join_all(codes.iter().filter(|code| rooms.is_remote(code)).map(notify_owner)).await;
        }
        self.transfer_seats(codes).await;
    }

    /// Returns an open public room of the same pool, or a new one.
    ///
    /// A user waits in one room at a time: their other open rooms are closed.
    pub(crate) async fn quick_pair(
        &self,
        config: RoomConfig,
        player: Player,
    ) -> Result<CreatedRoom, CreateRoomError> {
        // Equal configurations may be written in several ways.
        let config = ValidatedConfig::normalize(config)?;
        if let Some(rooms) = &self.services.remote_rooms {
            let home = pool_key(&config);
            let request = RequestBody::Pair { config: config.clone(), player: player.clone() };
            if rooms.is_remote(&home)
                && let Some(Answer::Paired(room)) = rooms.ask_owner(&home, &request).await
            {
                return Ok(room);
            }
        }
        self.quick_pair_here(config, player).await
    }

    /// Pairs a user at the home of the pool, under one lock for all nodes.
    pub(crate) async fn quick_pair_here(
        &self,
        config: RoomConfig,
        player: Player,
    ) -> Result<CreatedRoom, CreateRoomError> {
        let _pairing = self.pairing_lock.lock().await;
        let lobby = &self.services.lobby;
        let own_rooms = lobby.open_rooms_of(&player.id);
        let own_room = own_rooms.iter().find(|room| is_same_pool(&room.config, &config));
        let found = lobby.reserve_match(&config, &player).or_else(|| Some(own_room?.room.clone()));
        for OpenRoom { room, .. } in own_rooms.iter().filter(|own| found.as_ref() != Some(&own.room)) {
            lobby.update(room, None);
            self.withdraw(room, &player).await;
        }
        if let Some(room) = found {
            return Ok(CreatedRoom { room, is_new: false });
        }
        let config = RoomConfig { position: config.position.clone(), ..Pool::of(&config).room_config() };
        let room = self.create_room(config.clone(), player.clone()).await?;
        self.services.lobby.expect_host(OpenRoom { room: room.clone(), host: player, config });
        Ok(CreatedRoom { room, is_new: true })
    }

    /// Closes the waiting room of a host who looks for an opponent elsewhere.
    async fn withdraw(&self, room: &str, host: &Player) {
        match &self.services.remote_rooms {
            Some(rooms) if rooms.is_remote(room) => {
                let request = RequestBody::Withdraw { room: room.to_owned(), host: host.clone() };
                rooms.ask_owner(room, &request).await;
            }
            _ => {
                if let Some(sender) = self.services.senders.get(room) {
                    // A room that was unloaded has no waiting host.
                    let _ = sender.send(RoomMessage::Withdraw { host: host.clone() }).await;
                }
            }
        }
    }

    /// Creates a room and returns its code.
    pub(crate) async fn create_room(
        &self,
        config: RoomConfig,
        host: Player,
    ) -> Result<String, CreateRoomError> {
        let now = self.services.clock.millis();
        let first_entry =
            |code: &str| Room::opening_entry(code, config.clone(), random::bytes(), host.clone(), now);
        self.create_room_with(self.random_codes(), |code| Ok(vec![first_entry(code)?])).await
    }

    /// Returns codes whose rooms belong to this node.
    fn random_codes(&self) -> impl Iterator<Item = String> + use<> {
        let length = self.services.room_code_length;
        let slots = Arc::clone(&self.services.slots);
        iter::repeat_with(move || random_room_code(length))
            .take(MAX_DRAWN_CODES)
            .filter(move |code| slots.epoch_here(Slot::of(code)).is_some())
            .take(MAX_CODE_ATTEMPTS)
    }

    /// Creates a room with the first of these codes that is not taken.
    async fn create_room_with(
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
        Box::pin(self.create_room_with(codes, move |code| room.rematch_entries(code, random::bytes(), now)))
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
        let host = Player { id: "ada".to_owned(), name: "Ada".to_owned(), level: None };
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
