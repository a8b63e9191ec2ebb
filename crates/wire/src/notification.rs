//! The challenges and notifications behind the bell of the page.

use serde::{Deserialize, Serialize};

use crate::room_config::is_false;
use crate::{Challenge, FoundUser};

/// The challenges and notifications of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotificationList {
    /// A number that differs when the list does.
    pub version: u64,
    /// The time of the answer, in the server's milliseconds.
    pub now: u64,
    /// The challenges that are open, and those of the last minutes that the account has made or accepted.
    pub challenges: Vec<Challenge>,
    /// The notifications, the latest first.
    pub notifications: Vec<Notification>,
    /// The accounts whose chat is not shown and whose challenges are rejected.
    pub blocked: Vec<FoundUser>,
}

/// A notification of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Notification {
    /// The id, which names the event and differs within an account.
    pub id: String,
    /// The time of the event, in the server's milliseconds.
    pub at: u64,
    /// Whether the account has marked it as read.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_read: bool,
    /// The event, with the details that a client shows.
    pub event: NotificationEvent,
}

/// The event that a notification reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "type")]
pub enum NotificationEvent {
    /// A tournament that the account has joined has started.
    TournamentStarted {
        /// The code of the tournament.
        tournament: String,
        /// Its name.
        name: String,
    },
    /// It is the turn of the account in a correspondence game. It disappears with the move.
    YourTurn {
        /// The code of the room.
        room: String,
        /// The name of the opponent.
        opponent: String,
    },
    /// A moderator warns the account.
    Warning {
        /// The reason that the moderator has written.
        text: String,
    },
}

/// A request to mark notifications as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MarkRead {
    /// The time of the latest one that was read, in the server's milliseconds.
    pub until: u64,
}

/// The accounts that an account follows or blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Relations {
    /// The accounts that it follows, by name.
    pub followed: Vec<FoundUser>,
    /// The accounts that it blocks, by name.
    pub blocked: Vec<FoundUser>,
}
