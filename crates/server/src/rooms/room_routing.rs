//! The way to rooms that may be on other nodes.

use futures_util::future::join_all;
use yipan_room::ValidatedConfig;
use yipan_wire::{Player, RoomConfig};

use super::create_room_error::CreateRoomError;
use super::registry::Rooms;
use super::room_code::{is_room_code, random_room_code};
use super::room_handle::RoomHandle;
use super::room_message::RoomMessage;
use crate::cluster::message::request::{Answer, RequestBody};
use crate::cluster::remote::remote_rooms::RemoteRooms;
use crate::storage::store::StoreError;

impl Rooms {
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
            // It has no owner now; a client that joins waits for one.
            None => !self.services.store.log(code, 0).await?.is_empty(),
        };
        Ok(exists.then(|| RoomHandle::Remote { rooms: rooms.clone(), code: code.to_owned() }))
    }

    /// Creates a room and returns its code. A node without slots, because it has just joined or is leaving, lets another
    /// node create it.
    pub(crate) async fn create_room(
        &self,
        config: RoomConfig,
        host: Player,
    ) -> Result<String, CreateRoomError> {
        let slots = &self.services.slots;
        if let Some(rooms) = &self.services.remote_rooms
            && (slots.count_here() == 0 || !slots.has_lease())
        {
            let config = ValidatedConfig::normalize(config.clone())?;
            let request = RequestBody::CreateRoom { config, host: host.clone() };
            // Any node will do, so the owner of any code.
            let code = random_room_code(self.services.room_code_length);
            if let Some(Answer::Created { room }) = rooms.ask_owner(&code, &request).await {
                return Ok(room);
            }
        }
        self.create_room_here(config, host).await
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
}
