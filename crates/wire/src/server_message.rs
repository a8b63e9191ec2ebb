use serde::{Deserialize, Serialize};

use crate::{Clocks, ErrorCode, Player, RoomConfig, RoomState, SequencedEvent};

/// What the hall says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// Answers a hello.
    Welcome {
        /// The version the hall speaks.
        version: u32,
        /// Who the client is to everybody.
        you: Player,
        /// The hall's time, in milliseconds.
        now: u64,
    },
    /// A whole table, as the client may know it.
    State {
        /// The table.
        state: Box<RoomState>,
    },
    /// Ends the answer to a join: what was missed has been sent, and every later frame follows.
    Joined {
        /// The room's code.
        room: String,
        /// The number of the next frame.
        seq: u64,
    },
    /// Something happened at a table.
    Event {
        /// The table's code.
        room: String,
        /// What.
        #[serde(flatten)]
        event: Box<SequencedEvent>,
    },
    /// A command has been done, and is on disk.
    Ack {
        /// The command.
        id: String,
        /// The number of the frame it led to.
        seq: u64,
    },
    /// A command has not been done; the table is as the state shows it.
    Rejected {
        /// The command.
        id: String,
        /// Why.
        error: ApiError,
        /// How the table stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<Box<RoomState>>,
    },
    /// A message that led to nothing.
    Error {
        /// Why.
        error: ApiError,
    },
    /// What goes on in public.
    Lobby {
        /// The rooms that wait for a guest, the one that has waited longest first.
        open_rooms: Vec<OpenRoom>,
        /// The games that may be watched, the one that began last first.
        live_games: Vec<LiveGame>,
    },
    /// How many look on at a table without playing.
    SpectatorCount {
        /// The table's code.
        room: String,
        /// People, however many pages each has open.
        count: u32,
    },
    /// The server cannot save anything for now: commands are refused and the clocks stand until a `resumed` frame.
    Suspended {
        /// The room's code.
        room: String,
        /// The clocks as they stand.
        clocks: Clocks,
    },
    /// Answers a ping.
    Pong {
        /// What came with it.
        at: u64,
        /// The hall's time.
        now: u64,
    },
    /// The hall closes; come back soon.
    ShuttingDown,
}

/// A public room that waits for a guest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenRoom {
    /// Its code.
    pub room: String,
    /// Who opened it.
    pub host: Player,
    /// What is agreed.
    pub config: RoomConfig,
}

/// A public game that may be watched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LiveGame {
    /// Its code.
    pub room: String,
    /// Who plays first, and who second.
    pub players: [Player; 2],
    /// What is agreed.
    pub config: RoomConfig,
    /// How many moves spectators have been shown.
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
