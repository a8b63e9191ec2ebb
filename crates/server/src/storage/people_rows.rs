//! The rows about accounts and other accounts, as values.

use serde::{Deserialize, Serialize};

/// A challenge of one account to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChallengeRow {
    /// The random id, which only its two accounts learn.
    pub id: String,
    /// The id of the account that asks for a game.
    pub challenger: String,
    /// The id of the account that is asked.
    pub challenged: String,
    /// The configuration of the room as JSON.
    pub config: String,
    /// The time of creation, in the server's milliseconds.
    pub created: u64,
    /// The time when it expires, in the server's milliseconds.
    pub expires: u64,
    /// The state, which does not follow the time.
    pub state: StoredChallengeState,
}

/// The most open challenges of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChallengeLimits {
    /// The most that it has made.
    pub made: u32,
    /// The most that others have made to it.
    pub received: u32,
}

/// The state of a challenge in the database. One that is open may have expired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoredChallengeState {
    /// It waits for an answer, or has expired without one.
    Open,
    /// Its game is in a room.
    Accepted {
        /// The code of the room.
        room: String,
    },
    /// The challenged account does not want this game.
    Declined {
        /// The key of the reason.
        reason: String,
    },
    /// The challenger has withdrawn it.
    Withdrawn,
}

impl StoredChallengeState {
    /// Returns the text in the database.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            StoredChallengeState::Open => "open",
            StoredChallengeState::Accepted { .. } => "accepted",
            StoredChallengeState::Declined { .. } => "declined",
            StoredChallengeState::Withdrawn => "withdrawn",
        }
    }
}

/// The relation of an account to another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationRow {
    /// The id of the account that follows or blocks.
    pub user_id: String,
    /// The id of the other account.
    pub other_id: String,
    /// Whether it follows or blocks; an account never does both to another.
    pub kind: RelationKind,
    /// The time of creation, in the server's milliseconds.
    pub created: u64,
}

/// The kinds of relations, of which an account has at most one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RelationKind {
    /// The account follows the other one.
    Follow,
    /// The account blocks the other one.
    Block,
}

impl RelationKind {
    /// Both kinds.
    pub const ALL: [RelationKind; 2] = [RelationKind::Follow, RelationKind::Block];

    /// Returns the text in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            RelationKind::Follow => "follow",
            RelationKind::Block => "block",
        }
    }
}

/// A notification of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationRow {
    /// The id of the account.
    pub user_id: String,
    /// The id, which names the event.
    pub id: String,
    /// The time of creation, in the server's milliseconds.
    pub created: u64,
    /// The event as JSON.
    pub event: String,
    /// Whether the account has marked it as read.
    #[serde(default)]
    pub is_read: bool,
}

/// The same notification for several accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedNotification {
    /// The ids of the accounts.
    pub user_ids: Vec<String>,
    /// The id, which names the event.
    pub id: String,
    /// The time of creation, in the server's milliseconds.
    pub created: u64,
    /// The event as JSON.
    pub event: String,
}
