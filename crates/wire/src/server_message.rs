use serde::{Deserialize, Serialize};

use crate::{AnnouncedRestart, Clocks, ErrorCode, Player, Pool, RoomConfig, RoomState, SequencedEvent};

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The answer to a hello.
    Welcome {
        /// The server's version of the protocol.
        version: u32,
        /// The user of the connection.
        you: Player,
        /// The server's time, in milliseconds.
        now: u64,
        /// The time after which the game of a disconnected player may be claimed, in milliseconds.
        #[serde(default)]
        claim_after: u64,
        /// The restart that is announced, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        restart: Option<AnnouncedRestart>,
    },
    /// A restart was announced, changed or withdrawn since the welcome.
    RestartAnnounced {
        /// The restart; `None` if there is none any longer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        restart: Option<AnnouncedRestart>,
    },
    /// A whole room as the user may see it.
    State {
        /// The room.
        state: Box<RoomState>,
    },
    /// The end of the answer to a join: the missed events have been sent, and every later one follows.
    Joined {
        /// The room's code.
        room: String,
        /// The number of the next event.
        seq: u64,
    },
    /// An event of a room.
    Event {
        /// The room's code.
        room: String,
        /// The event.
        #[serde(flatten)]
        event: Box<SequencedEvent>,
    },
    /// A command was executed and is on disk.
    Ack {
        /// The id of the command.
        id: String,
        /// The number of its first event.
        seq: u64,
    },
    /// A command was not executed.
    Rejected {
        /// The id of the command.
        id: String,
        /// The reason.
        error: ApiError,
        /// The current room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<Box<RoomState>>,
    },
    /// A message had no effect.
    Error {
        /// The reason.
        error: ApiError,
    },
    /// The public rooms.
    Lobby {
        /// The rooms without a guest, the oldest first.
        open_rooms: Vec<OpenRoom>,
        /// The games that may be watched, the newest first.
        live_games: Vec<LiveGame>,
        /// The pools of quick pairing: the well-known ones, then others in which a user waits.
        #[serde(default)]
        pools: Vec<Pool>,
    },
    /// The number of spectators of a room.
    SpectatorCount {
        /// The room's code.
        room: String,
        /// The number of users; one with several connections counts once.
        count: u32,
    },
    /// The server cannot save anything for now. Commands are rejected and no clock runs until a `resumed` event.
    Suspended {
        /// The room's code.
        room: String,
        /// The stopped clocks.
        clocks: Clocks,
    },
    /// The answer to a ping.
    Pong {
        /// The number of the ping.
        at: u64,
        /// The server's time, in milliseconds.
        now: u64,
    },
    /// The server shuts down; the client reconnects.
    ShuttingDown,
}

/// A public room without a guest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenRoom {
    /// Its code.
    pub room: String,
    /// The user who opened it.
    pub host: Player,
    /// The configuration.
    pub config: RoomConfig,
}

/// A public game that may be watched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LiveGame {
    /// Its code.
    pub room: String,
    /// The players of the first and the second side.
    pub players: [Player; 2],
    /// The configuration.
    pub config: RoomConfig,
    /// The number of plies that spectators have seen.
    pub plies: u32,
}

/// An error: a code for programs and a message for the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ApiError {
    /// The kind of the error.
    pub code: ErrorCode,
    /// The text to show, in the client's language.
    pub message: String,
}
