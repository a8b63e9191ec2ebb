use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use yipan_clock::Millis;
use yipan_core::{EndReason, Side};
use yipan_record::Bytes32;
use yipan_wire::{Offer, Player, RoomConfig};

use crate::CommandDigest;

/// An entry of a room's log: an event, its time and its command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// The time, in the server's milliseconds.
    #[serde(serialize_with = "serialize_millis", deserialize_with = "deserialize_millis")]
    pub at: Millis,
    /// The command that led to it; `None` if time or the server did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandId>,
    /// The event.
    pub event: RoomEvent,
}

impl LogEntry {
    /// Reserves the other seat of the room that this entry opens for a user; other entries stay as they are.
    #[must_use]
    pub fn with_reserved_seat(mut self, player: Player) -> LogEntry {
        if let RoomEvent::Opened { guest, .. } = &mut self.event {
            *guest = Some(Box::new(player));
        }
        self
    }
}

/// The identity of a command: its user and its id.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CommandId {
    /// The user who sent it.
    pub user_id: String,
    /// The id that the user chose.
    pub id: String,
    /// The digest of the command, which distinguishes a repeated command from another one under the same id. Old logs have
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<CommandDigest>,
}

/// An event of a room with all its secrets. It is stored and never sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RoomEvent {
    /// The first entry of every log.
    Opened {
        /// The code of the room.
        room: String,
        /// The configuration.
        config: RoomConfig,
        /// The version of the rules of the game. Old logs have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules_version: Option<u32>,
        /// The seed of the chance events; only its hash is sent before the end.
        #[serde(serialize_with = "serialize_bytes", deserialize_with = "deserialize_bytes")]
        seed: Bytes32,
        /// The user who opened the room.
        host: Player,
        /// The user for whom the other seat is reserved, in a rematch or after a challenge.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        guest: Option<Box<Player>>,
    },
    /// A player sat down. The seat of the host is reserved for them.
    Seated {
        /// The player.
        player: Player,
        /// The player's bytes for the chance events.
        #[serde(serialize_with = "serialize_bytes", deserialize_with = "deserialize_bytes")]
        contribution: Bytes32,
    },
    /// The guest left the seat.
    LeftSeat,
    /// A guest user with a seat has signed in: the seat and its commands belong to the account.
    AccountLinked {
        /// The former id.
        guest_id: String,
        /// The account.
        player: Player,
    },
    /// The game started.
    Started {
        /// The host's side.
        host_side: Side,
        /// The chance events before the first move.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        chance_events: Vec<String>,
    },
    /// A side played an action, with the chance events after it: one entry, so that their number stays hidden.
    Played {
        /// The side.
        side: Side,
        /// The action.
        action: String,
        /// The chance events until a side is to move again.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        chance_events: Vec<String>,
        /// The time that was given back for lag, in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_compensation: u64,
        /// The time for which the service had held the move, which is charged to neither side, in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        waited: u64,
        /// Whether the server played it, because the side had prepared it as a conditional move.
        #[serde(default, skip_serializing_if = "is_false")]
        is_conditional: bool,
    },
    /// A side replaced its conditional moves, which only that side ever sees.
    ConditionalMovesSet {
        /// The side.
        side: Side,
        /// The lines, each a move of the opponent, the reply to it, and so on.
        lines: Vec<Vec<String>>,
    },
    /// A side gave up half of its time and the increment.
    Berserked {
        /// The side.
        side: Side,
    },
    /// The last moves were taken back.
    TakebackApplied {
        /// The side that had asked.
        side: Side,
        /// The number of plies.
        plies: u32,
    },
    /// A user sent a chat message.
    ChatMessage {
        /// The author.
        author: Player,
        /// The text.
        text: String,
    },
    /// A side made an offer.
    Offered {
        /// The side.
        side: Side,
        /// The offer.
        offer: Offer,
    },
    /// A side withdrew its offer.
    Withdrawn {
        /// The side.
        side: Side,
        /// The offer.
        offer: Offer,
    },
    /// A side declined the other's offer.
    Declined {
        /// The side that declined.
        side: Side,
        /// The offer.
        offer: Offer,
    },
    /// A moderator closed the room.
    Closed {
        /// The reason.
        reason: String,
    },
    /// Both players agreed to a rematch.
    Rematch {
        /// The kind of rematch.
        offer: Offer,
    },
    /// The next game is in another room.
    RematchRoom {
        /// Its code.
        room: String,
    },
    /// A player lost the last connection.
    Disconnected {
        /// The side.
        side: Side,
    },
    /// A player has a connection again.
    Reconnected {
        /// The side.
        side: Side,
    },
    /// The server was restarted after the previous entry; no clock runs.
    Restarted,
    /// The players did not reconnect in time after a restart; the clocks run again.
    Resumed,
    /// The store could not be written from `since` until this entry; that time is charged to neither side.
    Outage {
        /// The time of the first failed write, in the server's milliseconds.
        #[serde(serialize_with = "serialize_millis", deserialize_with = "deserialize_millis")]
        since: Millis,
    },
    /// The game ended.
    Ended {
        /// The winner; `None` in a draw or an aborted game.
        winner: Option<Side>,
        /// The reason.
        reason: EndReason,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn serialize_millis<S: Serializer>(time: &Millis, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(time.0)
}

fn deserialize_millis<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Millis, D::Error> {
    u64::deserialize(deserializer).map(Millis)
}

fn serialize_bytes<S: Serializer>(bytes: &Bytes32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(bytes)
}

fn deserialize_bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes32, D::Error> {
    let text = String::deserialize(deserializer)?;
    Bytes32::from_str(&text).map_err(serde::de::Error::custom)
}
