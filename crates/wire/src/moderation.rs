//! Reports of players, and what moderators do about them.

use serde::{Deserialize, Serialize};

use crate::{FoundUser, Role};

/// A request to report a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The id of the account that is reported.
    pub user: String,
    /// The kind of the offense.
    pub reason: ReportReason,
    /// The description of the reporter, up to 1,000 characters.
    pub text: String,
    /// The code of the room where it happened, in which the reporter had a seat. Its chat is kept with the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
}

/// The kind of an offense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReportReason {
    /// Insults or unwanted messages.
    Chat,
    /// Help of a program, or of another player.
    Cheating,
    /// Games that are not played seriously, or left.
    Sandbagging,
    /// An improper name.
    Name,
    /// Something else.
    Other,
}

impl ReportReason {
    /// All kinds, in the order of the page.
    pub const ALL: [ReportReason; 5] = [
        ReportReason::Chat,
        ReportReason::Cheating,
        ReportReason::Sandbagging,
        ReportReason::Name,
        ReportReason::Other,
    ];

    /// Returns the name that stands in JSON and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ReportReason::Chat => "chat",
            ReportReason::Cheating => "cheating",
            ReportReason::Sandbagging => "sandbagging",
            ReportReason::Name => "name",
            ReportReason::Other => "other",
        }
    }
}

/// A report, as moderators see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    /// The id.
    pub id: String,
    /// The time, in the server's milliseconds.
    pub at: u64,
    /// The account that reports.
    pub reporter: FoundUser,
    /// The account that is reported.
    pub reported: FoundUser,
    /// The kind of the offense.
    pub reason: ReportReason,
    /// The description of the reporter.
    pub text: String,
    /// The code of the room where it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// The chat of the room until the report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chat: Vec<ReportedMessage>,
}

/// A message of a chat that was kept with a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportedMessage {
    /// The author's public id.
    pub user_id: String,
    /// The author's name.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A request of a moderator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Moderate {
    /// The action.
    pub action: ModerationAction,
    /// The reason, up to 500 characters. A warning and a closed account show it to their user. An announced restart
    /// shows it to all users: there it has up to 200 characters and may be empty.
    pub reason: String,
}

/// An action of a moderator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "type", deny_unknown_fields)]
pub enum ModerationAction {
    /// Shows the reason to an account.
    Warn {
        /// The id of the account.
        user: String,
    },
    /// Keeps an account from writing in chats.
    Mute {
        /// The id of the account.
        user: String,
        /// The time, up to a year; 0 ends it.
        minutes: u32,
    },
    /// Ends the sessions of an account, which can no longer sign in.
    CloseAccount {
        /// The id of the account.
        user: String,
    },
    /// Lets an account sign in again.
    ReopenAccount {
        /// The id of the account.
        user: String,
    },
    /// Marks an account as a bot, which plays no rated games.
    MarkBot {
        /// The id of the account.
        user: String,
    },
    /// Removes the mark of a bot.
    UnmarkBot {
        /// The id of the account.
        user: String,
    },
    /// Makes a finished game count for no rating. The ratings of its category are computed again.
    VoidGame {
        /// The code of its room.
        room: String,
    },
    /// Ends a game, or closes a waiting room. The game counts as aborted, and both players see the reason.
    CloseRoom {
        /// The code of the room.
        room: String,
    },
    /// Closes a report.
    ResolveReport {
        /// The id of the report.
        report: String,
    },
    /// Gives an account a role. Only operators do.
    Promote {
        /// The id of the account.
        user: String,
        /// The role.
        role: Role,
    },
    /// Takes the role of an account. Only operators do.
    Demote {
        /// The id of the account.
        user: String,
    },
    /// Shows all users that the server is about to restart, with the reason. It replaces an earlier announcement, and
    /// ends with the restart.
    AnnounceRestart {
        /// The time until the restart, 1 to 120.
        minutes: u32,
    },
    /// Withdraws the announcement of a restart.
    WithdrawRestart,
}

/// An entry of the audit log, which is only appended to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditEntry {
    /// The number.
    pub number: u64,
    /// The time, in the server's milliseconds.
    pub at: u64,
    /// The account that acted; `None` for the command line of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moderator: Option<FoundUser>,
    /// The account that the action is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<FoundUser>,
    /// The action.
    pub action: ModerationAction,
    /// The reason.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_the_same_name_in_json() {
        for reason in ReportReason::ALL {
            assert_eq!(serde_json::to_value(reason).ok(), Some(reason.as_str().into()));
        }
    }
}
