//! Quick pairing, on several nodes at the home of the pool.

use yipan_room::{RoomConfigError, ValidatedConfig, unrated_reason};
use yipan_wire::{CreatedRoom, OpenRoom, Player, Pool, RoomConfig};

use super::correspondence::is_correspondence;
use super::create_room_error::CreateRoomError;
use super::pools::{is_same_pool, pool_key};
use super::registry::Rooms;
use super::room_message::RoomMessage;
use crate::cluster::message::request::{Answer, RequestBody};

impl Rooms {
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
        let category = ValidatedConfig::validate(&config)?.category;
        let player = self.services.with_rating(player, category).await?;
        if config.rated && player.rating.is_none() {
            return Err(RoomConfigError::Unrated(unrated_reason(&player)).into());
        }
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
        // A correspondence room waits for days, whatever its host plays meanwhile.
        let is_closed =
            |own: &&OpenRoom| found.as_ref() != Some(&own.room) && !is_correspondence(&own.config);
        for OpenRoom { room, .. } in own_rooms.iter().filter(is_closed) {
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
}
