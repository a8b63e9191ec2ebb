use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use yipan_core::{EndReason, Side};
use yipan_record::{Bytes32, Millis};
use yipan_wire::{Offer, Player, RoomConfig};

use crate::CommandDigest;

/// One line of a table's log: what happened, when, and by which command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// When, in the host's milliseconds.
    #[serde(serialize_with = "serialize_millis", deserialize_with = "deserialize_millis")]
    pub at: Millis,
    /// The command that led to it, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandId>,
    /// What happened.
    pub event: RoomEvent,
}

/// A command, by who said it and what he called it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CommandId {
    /// Who.
    pub user_id: String,
    /// The person's own name for it.
    pub id: String,
    /// What was said, to tell a repeated command from another one under the same id. Old logs have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<CommandDigest>,
}

/// What may happen at a table. This is the truth, secrets included: it is written down and never sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RoomEvent {
    /// The first entry of every log.
    Opened {
        /// The table's code.
        room: String,
        /// What is agreed.
        config: RoomConfig,
        /// What draws are made from; only its hash is told before the end.
        #[serde(serialize_with = "serialize_bytes", deserialize_with = "deserialize_bytes")]
        seed: Bytes32,
        /// Who opened it.
        host: Player,
        /// Whom the other seat is kept for, after a rematch was agreed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        guest: Option<Box<Player>>,
    },
    /// Somebody sat down; the host's own seat is kept for him.
    Seated {
        /// Who.
        player: Player,
        /// What was added to the draws.
        #[serde(serialize_with = "serialize_bytes", deserialize_with = "deserialize_bytes")]
        contribution: Bytes32,
    },
    /// The guest got up.
    LeftSeat,
    /// Somebody at the table who had no account has signed in: the place is the account's, and so is what was said from it.
    AccountLinked {
        /// The id until now.
        guest_id: String,
        /// Who it is from now on.
        player: Player,
    },
    /// The game began.
    Started {
        /// The host's side.
        host_side: Side,
        /// What was drawn before the first move.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        chance_events: Vec<String>,
    },
    /// A player acted, and chance did what follows: one entry, so that the number of hidden draws stays hidden.
    Played {
        /// Who.
        side: Side,
        /// What.
        action: String,
        /// What was drawn afterwards, until somebody must act again.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        chance_events: Vec<String>,
        /// Time given back for a slow line, in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_compensation: u64,
    },
    /// The last moves were taken back.
    TakebackApplied {
        /// For whom.
        side: Side,
        /// How many.
        plies: u32,
    },
    /// Somebody spoke.
    ChatMessage {
        /// Who.
        author: Player,
        /// What.
        text: String,
    },
    /// A side offered something.
    Offered {
        /// Who.
        side: Side,
        /// What.
        offer: Offer,
    },
    /// A side took its offer back.
    Withdrawn {
        /// Who.
        side: Side,
        /// What.
        offer: Offer,
    },
    /// A side declined the other's offer.
    Declined {
        /// Who.
        side: Side,
        /// What.
        offer: Offer,
    },
    /// Both want to play again, with these colours.
    Rematch {
        /// Which of the two kinds.
        offer: Offer,
    },
    /// The next game is at another table.
    RematchRoom {
        /// Its code.
        room: String,
    },
    /// A player lost the last connection.
    Disconnected {
        /// Who.
        side: Side,
    },
    /// A player is back.
    Reconnected {
        /// Who.
        side: Side,
    },
    /// The host was away since the entry before; the clocks stand.
    Restarted,
    /// Nobody came back in time after a restart; the clocks run again.
    Resumed,
    /// The store could not be written from `since` until this entry; that time is charged to neither side.
    Outage {
        /// When the first write failed, in the host's milliseconds.
        #[serde(serialize_with = "serialize_millis", deserialize_with = "deserialize_millis")]
        since: Millis,
    },
    /// The game ended.
    Ended {
        /// Who won.
        winner: Option<Side>,
        /// Why.
        reason: EndReason,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
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
