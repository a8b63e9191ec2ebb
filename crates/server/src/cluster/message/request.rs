use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use yipan_wire::{Command, CreatedRoom, Player, RoomConfig, RoomState};

use super::shown_move::ShownMove;
use crate::cluster::node_id::NodeId;
use crate::net::rate_limiters::LimitedRequest;

/// A request of one node to another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) v: u32,
    pub(crate) from: NodeId,
    /// The time after which the request is not executed, in the service's milliseconds. The bus may deliver it late.
    pub(crate) until: u64,
    pub(crate) body: RequestBody,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RequestBody {
    /// Executes a command of a client. The reply to the client comes as a parcel.
    Command(RemoteCommand),
    /// Subscribes a socket to a room.
    Join(RemoteJoin),
    /// Ends the subscription of a socket.
    Leave { room: String, socket: u64, is_dismissed: bool },
    /// Asks whether a room exists.
    Find { room: String },
    /// Asks for a room as a user may see it.
    State { room: String, user_id: String },
    /// A guest of these rooms has signed in to an account.
    GuestLinked { rooms: Vec<String> },
    /// The host of a waiting room looks for an opponent elsewhere.
    Withdraw { room: String, host: Player },
    /// A moderator closes a room.
    Close { room: String, reason: String },
    /// Pairs a user at the home of the pool.
    Pair { config: RoomConfig, player: Player },
    /// Creates a room with a code of the asking node, so that a request whose answer was lost can be repeated.
    CreateRoom {
        room: String,
        config: RoomConfig,
        host: Player,
        /// The user for whom the other seat is reserved.
        #[serde(default)]
        guest: Option<Player>,
    },
    /// Counts a request at the home of its address or account.
    Spend(LimitedRequest),
    /// Takes a guess of a room code at the home of its address.
    GuessCode { address: IpAddr },
    /// Gives a guess back, because the code was right.
    RefundGuess { address: IpAddr },
    /// Tells the home of an address how many sockets it has on this node.
    CountSockets { address: IpAddr, sockets: SocketCount },
    /// Checks the connection of a node with itself.
    Echo,
}

/// A command that another node received.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RemoteCommand {
    pub(crate) room: String,
    pub(crate) socket: u64,
    pub(crate) user: Player,
    pub(crate) id: String,
    pub(crate) seen: Option<u64>,
    /// The measured lag of the client, in milliseconds.
    pub(crate) lag: u64,
    /// The time when the service received the command, in its milliseconds.
    pub(crate) heard: u64,
    /// The last move that the client was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shown: Option<ShownMove>,
    pub(crate) command: Command,
    /// The language tag of the client.
    pub(crate) language: String,
}

/// The number of open sockets of an address on one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SocketCount {
    pub(crate) count: usize,
    /// It is higher in a later count of the same node.
    pub(crate) version: u64,
}

/// The subscription of a socket of another node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RemoteJoin {
    pub(crate) room: String,
    pub(crate) socket: u64,
    pub(crate) user: Player,
    pub(crate) from: Option<u64>,
    /// The language tag of the client.
    pub(crate) language: String,
    /// Whether the client is subscribed already and must not notice that its node joins again.
    pub(crate) is_resumed: bool,
    /// The last move that the client was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shown: Option<ShownMove>,
}

/// The answer to a [`Request`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Answer {
    /// The request was executed, or is in the queue of its room.
    Done,
    /// The room as the user may see it; `None` if they may not.
    State(Option<Box<RoomState>>),
    Paired(CreatedRoom),
    /// There is another room with this code.
    CodeTaken,
    /// The time until the next request may succeed, in milliseconds; `None` if this one may be executed.
    Spent {
        wait: Option<u64>,
    },
    /// There is no such room.
    NotFound,
    /// The socket has not joined the room, or was forgotten.
    NotJoined,
    /// The request is impossible.
    Refused {
        reason: String,
    },
    /// Another node owns the slot of the room.
    Moved {
        owner: NodeId,
        epoch: u64,
    },
    /// The node does not own the slot, or cannot say whether it does.
    Unsure,
    /// The request came too late and was not executed.
    Late,
}
