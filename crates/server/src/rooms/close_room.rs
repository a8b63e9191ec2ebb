//! Rooms that moderators close.

use tokio::sync::{mpsc, oneshot};

use super::registry::Rooms;
use super::room_message::RoomMessage;
use crate::cluster::message::request::{Answer, RequestBody};
use crate::storage::store::StoreError;

impl Rooms {
    /// Ends the game of a room, on the node that owns it. A game that is over stays as it is.
    pub(crate) async fn close(&self, code: &str, reason: &str) -> Result<(), StoreError> {
        if let Some(rooms) = self.services.remote_rooms.as_ref().filter(|rooms| rooms.is_remote(code)) {
            let request = RequestBody::Close { room: code.to_owned(), reason: reason.to_owned() };
            match rooms.ask_owner(code, &request).await {
                Some(Answer::Done) => return Ok(()),
                // The room has come here meanwhile.
                None if !rooms.is_remote(code) => {}
                _ => return Err(StoreError::Unavailable("the node of the room does not answer".to_owned())),
            }
        }
        match self.room_sender(code).await? {
            Some(sender) => close_room(&sender, reason.to_owned()).await,
            None => Ok(()),
        }
    }
}

/// Asks the task of a room to close it, and waits until that is on disk.
pub(crate) async fn close_room(sender: &mpsc::Sender<RoomMessage>, reason: String) -> Result<(), StoreError> {
    let unloaded = || StoreError::Unavailable("the room is being unloaded".to_owned());
    let (done, closed) = oneshot::channel();
    sender.send(RoomMessage::Close { reason, done }).await.map_err(|_| unloaded())?;
    closed.await.map_err(|_| unloaded())?
}
