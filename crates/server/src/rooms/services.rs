use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use tokio::sync::Notify;
use yipan_core::EndReason;
use yipan_ratings::Category;
use yipan_room::{LogEntry, Room, RoomLimits};
use yipan_wire::{GameSummary, Player};

use super::bus::{Bus, LocalBus};
use super::fold_pool::FoldPool;
use super::lobby::Lobby;
use super::room_code::{LONG_LENGTH, SHORT_LENGTH};
use super::room_senders::RoomSenders;
use super::slot_arrivals::SlotArrivals;
use super::slot_departures::SlotDepartures;
use crate::auth::connections::ConnectionRegistry;
use crate::clock::MonotonicWallClock;
use crate::cluster::remote::remote_rooms::RemoteRooms;
use crate::cluster::slot::Slot;
use crate::cluster::slot_table::SlotTable;
use crate::engine::engine_pool::EnginePool;
use crate::metrics::Metrics;
use crate::ratings::player_rating::with_rating;
use crate::settings::Settings;
use crate::storage::rating_rows::{GameFilter, GameRow};
use crate::storage::store::{Store, StoreError};

/// The services that the tasks of all rooms share.
#[derive(Debug)]
pub(crate) struct RoomServices {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) slots: Arc<SlotTable>,
    pub(crate) clock: MonotonicWallClock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) bus: Box<dyn Bus>,
    pub(crate) lobby: Lobby,
    pub(crate) engine_pool: EnginePool,
    pub(crate) fold_pool: FoldPool,
    pub(crate) senders: RoomSenders,
    pub(crate) slot_arrivals: SlotArrivals,
    pub(crate) slot_departures: SlotDepartures,
    /// Wakes the requests of players who wait for a notification.
    pub(crate) connections: Arc<ConnectionRegistry>,
    /// Wakes the rater.
    pub(crate) rated_game_ended: Notify,
    /// Wakes the task that counts games for the opening explorer.
    pub(crate) game_ended: Notify,
    /// Wakes the director of tournaments.
    pub(crate) tournament_changed: Notify,
    /// The bytes in the replay caches of all rooms.
    pub(crate) replay_bytes: Arc<AtomicUsize>,
    pub(crate) presence_delay: Duration,
    /// The length of new room codes.
    pub(crate) room_code_length: usize,
    /// The rooms of other nodes; `None` on a single node.
    pub(crate) remote_rooms: Option<RemoteRooms>,
    room_limits: RoomLimits,
}

impl RoomServices {
    pub(crate) fn new(
        settings: &Settings,
        store: Arc<dyn Store>,
        slots: Arc<SlotTable>,
        clock: MonotonicWallClock,
        metrics: Arc<Metrics>,
        connections: Arc<ConnectionRegistry>,
        remote_rooms: Option<RemoteRooms>,
    ) -> RoomServices {
        RoomServices {
            store,
            slots,
            clock,
            bus: Box::new(LocalBus::new(Arc::clone(&metrics))),
            metrics,
            lobby: Lobby::new(),
            engine_pool: EnginePool::new(settings.limits.engine_threads),
            fold_pool: FoldPool::new(),
            senders: RoomSenders::default(),
            slot_arrivals: SlotArrivals::default(),
            slot_departures: SlotDepartures::default(),
            connections,
            rated_game_ended: Notify::new(),
            game_ended: Notify::new(),
            tournament_changed: Notify::new(),
            replay_bytes: Arc::default(),
            presence_delay: settings.limits.presence_delay,
            room_code_length: if settings.store.is_some() { LONG_LENGTH } else { SHORT_LENGTH },
            remote_rooms,
            room_limits: settings.timeouts,
        }
    }

    /// Returns the epoch of a slot that is here.
    ///
    /// # Errors
    /// Returns [`StoreError::Fenced`] if it is on another node or on none, and [`StoreError::Unavailable`] if this node
    /// cannot tell because its lease has ended.
    pub(crate) fn epoch_here(&self, slot: Slot) -> Result<u64, StoreError> {
        match self.slots.epoch_here(slot) {
            Some(epoch) => Ok(epoch),
            None if self.slots.has_lease() => {
                Err(StoreError::Fenced("its slot is not on this node".to_owned()))
            }
            None => Err(StoreError::Unavailable("the lease of this node has ended".to_owned())),
        }
    }

    /// Returns a player with the rating that counts in a room of this category; unchanged if the room is not rated.
    pub(crate) async fn with_rating(
        &self,
        player: Player,
        category: Option<Category>,
    ) -> Result<Player, StoreError> {
        match category {
            Some(category) => with_rating(&*self.store, player, category, self.clock.millis().0).await,
            None => Ok(player),
        }
    }

    /// Whether a user has an account. Guests expire, so they cannot play for weeks.
    pub(crate) async fn has_account(&self, user_id: &str) -> Result<bool, StoreError> {
        let user = self.store.user(user_id).await?;
        Ok(user.is_some_and(|user| user.account.is_some()))
    }

    /// Returns 1 if the players of a room have aborted their game before this one, and 0 otherwise.
    pub(crate) async fn aborted_before(&self, room: &Room) -> Result<u8, StoreError> {
        let (Some(guest), Some(opened)) = (room.guest(), room.log().first()) else { return Ok(0) };
        let filter = GameFilter {
            user_id: room.host().id.clone(),
            viewer_id: room.host().id.clone(),
            opponent: Some(guest.id.clone()),
            before: Some((opened.at.0, room.code().to_owned())),
            limit: 1,
            ..GameFilter::default()
        };
        let games = self.store.game_page(filter).await?;
        let is_aborted = |game: &GameRow| {
            let summary = serde_json::from_str(&game.summary);
            summary.is_ok_and(|summary: GameSummary| summary.reason == Some(EndReason::Aborted))
        };
        Ok(u8::from(games.first().is_some_and(is_aborted)))
    }

    /// Loads a room from disk; `None` if there is none with this code.
    pub(crate) async fn load_room(&self, code: &str) -> Result<Option<Room>, StoreError> {
        let lines = self.store.log(code, 0).await?;
        if lines.is_empty() {
            return Ok(None);
        }
        let room = self.fold_pool.run(move || replay_log(&lines)).await??;
        Ok(Some(room.with_limits(self.room_limits)))
    }

    /// Replays the first entries of a new room.
    pub(crate) fn new_room(&self, entries: &[LogEntry]) -> Result<Room, StoreError> {
        let room = Room::replay(entries.iter().cloned());
        let room = room.map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(room.with_limits(self.room_limits))
    }
}

fn replay_log(lines: &[String]) -> Result<Room, StoreError> {
    let log: Vec<LogEntry> = lines
        .iter()
        .map(|line| serde_json::from_str(line).map_err(|error| StoreError::Failed(error.to_string())))
        .collect::<Result<_, _>>()?;
    Room::replay(log).map_err(|error| StoreError::Failed(error.to_string()))
}
