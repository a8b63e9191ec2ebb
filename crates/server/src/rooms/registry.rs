use std::sync::{Arc, Weak};

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use tokio::sync::{mpsc, oneshot};
use yipan_clock::Millis;
use yipan_room::{LogEntry, Room, SpectatorFeed};

use super::code_guard::CodeGuard;
use super::correspondence::MAX_GAP_MILLIS;
use super::room_code::is_room_code;
use super::room_message::RoomMessage;
use super::services::RoomServices;
use super::task::append_entries::append_entries;
use super::task::room_task::RoomTask;
use crate::cluster::remote::local_rooms::{LocalRooms, LocalSenderFuture};
use crate::cluster::slot::Slot;
use crate::planted::planted;
use crate::settings::Rate;
use crate::storage::store::StoreError;

/// The number of rooms that are resumed at once after a restart.
const MAX_CONCURRENT_RESUMES: usize = 256;

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

    /// Starts the task of a room that was loaded, after an entry that pauses its game. A correspondence game is loaded
    /// whenever it is needed; only an outage is an entry.
    pub(super) async fn resume_room(
        &self,
        mut room: Room,
        epoch: u64,
    ) -> Result<Option<mpsc::Sender<RoomMessage>>, StoreError> {
        let paused = if room.is_correspondence() && room.is_playing() {
            self.missed_outages(&room).await?
        } else if planted!(ChargedDowntime)
            || self.services.slot_arrivals.was_quick(Slot::of(room.code()), epoch)
        {
            Vec::new()
        } else {
            room.pause_after_restart(self.now_after(&room))
        };
        if !paused.is_empty() {
            self.services.store.append(append_entries(&room, epoch, &paused)?).await?;
        }
        for entry in paused {
            room.apply(entry).map_err(|error| StoreError::Failed(error.to_string()))?;
        }
        self.spawn_room(room, epoch).await
    }

    /// Returns the entries that give the players of a correspondence game the time back for which no server was running.
    ///
    /// In a game of an imported archive, that is the time since its last entry.
    async fn missed_outages(&self, room: &Room) -> Result<Vec<LogEntry>, StoreError> {
        let Some(last) = room.log().last().map(|entry| entry.at) else { return Ok(Vec::new()) };
        if !self.services.store.is_running_correspondence(room.code()).await? {
            return Ok(room.missed_outages(&[(last, self.now_after(room))]));
        }
        // After an outage of the database the game may be loaded before the next look of the sweep.
        self.services.store.record_alive(self.services.clock.millis().0, MAX_GAP_MILLIS).await?;
        Ok(room.missed_outages(&self.services.store.outages_after(last.0).await?))
    }

    /// Returns the current time, or that of the last entry if the clock of another node was ahead.
    fn now_after(&self, room: &Room) -> Millis {
        let now = self.services.clock.millis();
        room.log().last().map_or(now, |last| last.at.max(now))
    }

    /// Starts the task of a room, unless it is running. Returns `None` during shutdown.
    pub(super) async fn spawn_room(
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
}

impl LocalRooms for Rooms {
    fn local_sender<'a>(&'a self, code: &'a str) -> LocalSenderFuture<'a> {
        Box::pin(self.room_sender(code))
    }
}
