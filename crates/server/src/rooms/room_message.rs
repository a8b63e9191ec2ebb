use std::sync::Arc;

use tokio::sync::oneshot;
use tokio::time::Instant;
use yipan_clock::Millis;
use yipan_core::Language;
use yipan_room::Audience;
use yipan_wire::{Command, Player, RoomState, ServerMessage};

use crate::api_errors;
use crate::cluster::message::shown_move::ShownMove;
use crate::engine::engine_pool::MoveDecision;
use crate::net::websocket::outbox::Outbox;
use crate::storage::store::StoreError;

/// A message to the task of a room.
pub(crate) enum RoomMessage {
    Join(Join),
    Unsubscribe {
        socket: u64,
        /// Whether its node has asked the client to connect to another one.
        is_dismissed: bool,
    },
    /// The node of these sockets cannot be reached.
    NodeLost {
        sockets: Vec<u64>,
        /// The time when the node was heard last.
        since: Instant,
    },
    Command {
        socket: u64,
        user: Player,
        command_id: String,
        /// The sequence number of the last event that the client has seen.
        seen: Option<u64>,
        lag: Millis,
        received: Instant,
        /// The time when another node received the command; `None` if this one did. It is decided as of then.
        heard: Option<Millis>,
        /// The last move that another node has shown to the client.
        shown: Option<ShownMove>,
        command: Command,
        language: Language,
        outbox: Outbox,
    },
    /// The result of a search.
    EngineMove {
        /// The sequence number of the board that was searched.
        board_seq: u64,
        player: Player,
        decision: MoveDecision,
    },
    /// The host looks for an opponent elsewhere: a room without a guest is closed.
    Withdraw {
        host: Player,
    },
    /// A moderator closes the room.
    Close {
        reason: String,
        /// Notified when that is on disk.
        done: oneshot::Sender<Result<(), StoreError>>,
    },
    GetState {
        user_id: String,
        reply: oneshot::Sender<Option<RoomState>>,
    },
    /// The events for a replay were built; `None` if that failed.
    ReplayReady {
        viewer: Audience,
        messages: Option<Vec<Arc<str>>>,
    },
    /// A guest of this room has signed in to an account, and that is on disk.
    GuestLinked {
        /// Notified when the room has transferred the seat.
        done: oneshot::Sender<()>,
    },
}

/// A client that subscribes to a room.
pub(crate) struct Join {
    pub(crate) socket: u64,
    pub(crate) user: Player,
    /// The sequence number of the first event that the client has not seen; `None` requests the whole state.
    pub(crate) from: Option<u64>,
    pub(crate) language: Language,
    pub(crate) outbox: Outbox,
    /// Whether the client is subscribed already and must not notice that its node joins again.
    pub(crate) is_resumed: bool,
    /// The last move that its node has shown to the client before.
    pub(crate) shown: Option<ShownMove>,
}

impl RoomMessage {
    /// Returns the socket that sent the message; `None` if it came from the server itself.
    pub(crate) const fn socket(&self) -> Option<u64> {
        match self {
            RoomMessage::Join(Join { socket, .. })
            | RoomMessage::Unsubscribe { socket, .. }
            | RoomMessage::Command { socket, .. } => Some(*socket),
            RoomMessage::NodeLost { .. }
            | RoomMessage::EngineMove { .. }
            | RoomMessage::Withdraw { .. }
            | RoomMessage::Close { .. }
            | RoomMessage::GetState { .. }
            | RoomMessage::ReplayReady { .. }
            | RoomMessage::GuestLinked { .. } => None,
        }
    }

    /// Rejects a message that arrived while its room was unloaded. A retry loads the room again.
    pub(crate) fn reject(self) {
        match self {
            RoomMessage::Join(join) => {
                let error = api_errors::store_failed(join.language);
                join.outbox.send_message(&ServerMessage::Error { error });
            }
            RoomMessage::Command { command_id: id, language, outbox, .. } => {
                let error = api_errors::store_failed(language);
                outbox.send_message(&ServerMessage::Rejected { id, error, state: None });
            }
            // The senders of the others see their channel close, or do not wait.
            RoomMessage::Unsubscribe { .. }
            | RoomMessage::NodeLost { .. }
            | RoomMessage::ReplayReady { .. }
            | RoomMessage::EngineMove { .. }
            | RoomMessage::Withdraw { .. }
            | RoomMessage::Close { .. }
            | RoomMessage::GetState { .. }
            | RoomMessage::GuestLinked { .. } => {}
        }
    }
}
