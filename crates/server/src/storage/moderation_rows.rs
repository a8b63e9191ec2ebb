//! The rows about reports and moderation, as values.

use serde::{Deserialize, Serialize};
use yipan_wire::{ReportReason, Role};

use super::people_rows::NotificationRow;

/// A report of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportRow {
    /// The random id, which only moderators learn.
    pub id: String,
    /// The id of the account that reports.
    pub reporter: String,
    /// The id of the account that is reported.
    pub reported: String,
    /// The kind of the offense.
    pub reason: ReportReason,
    /// The description of the reporter.
    pub text: String,
    /// The code of the room where it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// The chat of that room as JSON.
    pub chat: String,
    /// The time of creation, in the server's milliseconds.
    pub created: u64,
    /// Whether it waits for a moderator.
    pub is_open: bool,
}

/// The restrictions of a user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sanctions {
    /// The time until which it may not write in chats, in the server's milliseconds.
    pub muted_until: u64,
    /// The reason why it was closed; `None` if it may sign in.
    pub close_reason: Option<String>,
}

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditRow {
    /// The number, which the database assigns.
    pub number: u64,
    /// The time, in the server's milliseconds.
    pub at: u64,
    /// The id of the moderator; `None` for the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moderator: Option<String>,
    /// The id of the account that the action is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The action as JSON.
    pub action: String,
    /// The reason that the moderator has written.
    pub reason: String,
}

/// A restart that is announced to all users.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestartRow {
    /// The time of the announcement, in the server's milliseconds.
    pub announced: u64,
    /// The time of the restart, in the server's milliseconds.
    pub at: u64,
    /// The text for the users; it may be empty.
    pub text: String,
}

/// The change that an action of a moderator makes, in the transaction that appends it to the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModerationEffect {
    /// Adds a notification, and removes the oldest of the account beyond a number.
    Notify(NotificationRow, u32),
    /// Changes the time until which an account may not write in chats.
    Mute {
        /// The id of the account.
        user_id: String,
        /// The time, in the server's milliseconds.
        until: u64,
    },
    /// Closes an account and removes its credentials.
    Close {
        /// The id of the account.
        user_id: String,
        /// The reason, which the account reads when it signs in.
        reason: String,
    },
    /// Lets an account sign in again.
    Reopen {
        /// The id of the account.
        user_id: String,
    },
    /// Removes a game from those that are rated, and lets the rater rate its category again.
    VoidGame {
        /// The code of the room.
        room: String,
    },
    /// Changes nothing in these tables: the log of a room contains the change. The audit log contains it once.
    CloseRoom,
    /// Marks an account as a bot, or removes the mark.
    SetBot {
        /// The id of the account.
        user_id: String,
        /// Whether it is one.
        is_bot: bool,
    },
    /// Closes a report.
    Resolve {
        /// The id of the report.
        report: String,
    },
    /// Gives an account a role, or takes it.
    SetRole {
        /// The id of the account.
        user_id: String,
        /// The role; `None` takes it.
        role: Option<Role>,
    },
    /// Replaces the announced restart.
    AnnounceRestart(RestartRow),
    /// Removes the announced restart.
    WithdrawRestart {
        /// The time after which it is due, in the server's milliseconds: an earlier one is long over.
        due_after: u64,
    },
}
