//! The way to rooms that may be on other nodes.

use futures_util::future::join_all;
use yipan_room::ValidatedConfig;
use yipan_wire::{Player, RoomConfig};

use super::create_room_error::CreateRoomError;
use super::new_room::{MAX_CODE_ATTEMPTS, NewRoom};
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
        self.create_room_somewhere(config, host, None).await
    }

    /// Creates a room whose other seat is reserved for a user, and returns its code.
    pub(crate) async fn create_reserved_room(
        &self,
        config: RoomConfig,
        host: Player,
        guest: Player,
    ) -> Result<String, CreateRoomError> {
        self.create_room_somewhere(config, host, Some(guest)).await
    }

    async fn create_room_somewhere(
        &self,
        config: RoomConfig,
        host: Player,
        guest: Option<Player>,
    ) -> Result<String, CreateRoomError> {
        let slots = &self.services.slots;
        match &self.services.remote_rooms {
            Some(rooms) if slots.count_here() == 0 || !slots.has_lease() => {
                self.create_room_elsewhere(rooms, config, host, guest).await
            }
            _ => self.create_room_here(config, host, guest).await,
        }
    }

    /// Lets the owner of a random code create the room with it. However often it is asked, there is one room.
    async fn create_room_elsewhere(
        &self,
        rooms: &RemoteRooms,
        config: RoomConfig,
        host: Player,
        guest: Option<Player>,
    ) -> Result<String, CreateRoomError> {
        let config = ValidatedConfig::normalize(config)?;
        self.check_new_room(&config, &host).await?;
        for _ in 0..MAX_CODE_ATTEMPTS {
            let code = random_room_code(self.services.room_code_length);
            let (config, host, guest) = (config.clone(), host.clone(), guest.clone());
            let request = RequestBody::CreateRoom {
                room: code.clone(),
                config: config.clone(),
                host: host.clone(),
                guest: guest.clone(),
            };
            let is_created = match rooms.ask_owner(&code, &request).await {
                Some(Answer::Done) => true,
                Some(Answer::CodeTaken) => false,
                // Its slot has come here, or no owner answers.
                None => self.create_room_as(&code, config, host, guest).await? == NewRoom::Created,
                Some(answer) => {
                    let reason = format!("another node could not create a room: {answer:?}");
                    return Err(StoreError::Failed(reason).into());
                }
            };
            if is_created {
                return Ok(code);
            }
        }
        Err(StoreError::Failed("every room code that was tried is taken".to_owned()).into())
    }

    /// Sends a message of a socket whose handle failed because the room has moved between nodes. Returns the new handle;
    /// `None` if the room has not moved.
    pub(crate) async fn resend(&self, code: &str, message: RoomMessage) -> Option<RoomHandle> {
        let rooms = self.services.remote_rooms.as_ref()?;
        let handle = RoomHandle::Remote { rooms: rooms.clone(), code: code.to_owned() };
        let message = match handle.send(message).await {
            Ok(()) => return Some(handle),
            Err(message) => *message,
        };
        // A room that moved here stays while this node has no lease, and so do its subscribers.
        let room = match self.services.senders.get(code) {
            Some(room) => room,
            None => self.room_sender(code).await.ok()??,
        };
        let handle = RoomHandle::Local(room);
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
