use tokio::sync::{mpsc, oneshot};
use yipan_wire::RoomState;

use super::room_message::RoomMessage;
use crate::cluster::message::request::{Answer, RequestBody};
use crate::cluster::remote::remote_rooms::RemoteRooms;

/// The way to a room.
#[derive(Clone, Debug)]
pub(crate) enum RoomHandle {
    /// The task of a room of this node.
    Local(mpsc::Sender<RoomMessage>),
    /// A room of another node.
    Remote { rooms: RemoteRooms, code: String },
}

impl RoomHandle {
    /// Sends a message to the room. Returns the message if the room has been unloaded or has moved.
    pub(crate) async fn send(&self, message: RoomMessage) -> Result<(), Box<RoomMessage>> {
        match self {
            RoomHandle::Local(sender) => sender.send(message).await.map_err(|error| Box::new(error.0)),
            RoomHandle::Remote { rooms, code } => rooms.send(code, message).await,
        }
    }

    /// Returns the room as a user may see it; `None` if they may not, or the room does not answer.
    pub(crate) async fn state(&self, user_id: String) -> Option<RoomState> {
        match self {
            RoomHandle::Local(sender) => {
                let (reply, state) = oneshot::channel();
                sender.send(RoomMessage::GetState { user_id, reply }).await.ok()?;
                state.await.ok()?
            }
            RoomHandle::Remote { rooms, code } => {
                let request = RequestBody::State { room: code.clone(), user_id };
                match rooms.ask_owner(code, &request).await? {
                    Answer::State(state) => state.map(|state| *state),
                    _ => None,
                }
            }
        }
    }

    /// Whether the room has been unloaded or has moved.
    pub(crate) fn is_closed(&self) -> bool {
        match self {
            RoomHandle::Local(sender) => sender.is_closed(),
            RoomHandle::Remote { rooms, code } => !rooms.is_remote(code),
        }
    }
}
