//! The rows of the store, as values.

use serde::{Deserialize, Serialize};
use yipan_core::Side;
use yipan_room::{CorrespondenceTurn, RatedGame};
use yipan_wire::{CredentialKind, FoundUser, Player, Role, SavedGameEntry};

use super::moderation_rows::{AuditRow, ReportRow};
use super::people_rows::{ChallengeRow, NotificationRow, RelationRow};
use super::puzzle_rows::{PuzzleAttemptRow, PuzzleRatingRow};
use super::study_rows::{ChapterRow, StudyRow};
use super::tournament_rows::TournamentRow;

/// The name that replaces those of deleted accounts in their games.
pub(crate) const DELETED_USER: &str = "deleted user";

/// Entries to append to the log of a room.
#[derive(Clone, Debug)]
pub struct AppendEntries {
    /// The code of the room.
    pub room: String,
    /// The number of this server's ownership of the room's slot. SQLite has one server and ignores it.
    pub epoch: u64,
    /// The sequence number of the first entry.
    pub seq: u64,
    /// The entries as JSON, one per line of the log.
    pub entries: Vec<String>,
    /// The time of the first entry of the room, in the server's milliseconds.
    pub created: u64,
    /// The name of the game, stored with the first entry.
    pub game: &'static str,
    /// The new summary of the game as JSON, if the entries change it.
    pub summary: Option<String>,
    /// Whether the game is over after these entries.
    pub is_over: bool,
    /// The ids of users who take a seat.
    pub seated_users: Vec<String>,
    /// The ids of users who leave their seat.
    pub left_users: Vec<String>,
    /// The game, if these entries end it and it is rated.
    pub rated_game: Option<RatedGame>,
    /// The turn after these entries, in a running correspondence game.
    pub correspondence: Option<CorrespondenceTurn>,
}

/// A room whose game is over and whose log is not compressed as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpackedRoom {
    /// The code of the room.
    pub code: String,
    /// The time of the latest entry, in the server's milliseconds; 0 if it is damaged.
    pub last_entry: u64,
}

/// A guest or an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserRow {
    /// The public identifier, which never changes.
    pub id: String,
    /// The display name.
    pub name: String,
    /// The name to sign in with, in lower case; `None` for a guest.
    pub account: Option<String>,
    /// The hash of the password; `None` for a guest.
    pub password_hash: Option<String>,
    /// The time of creation, in the server's milliseconds.
    pub created: u64,
    /// The id of the account that this guest has signed in to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linked_account: Option<String>,
    /// Whether the account is marked as a bot.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_bot: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl UserRow {
    /// Returns the public part of the row.
    pub(crate) fn to_player(&self) -> Player {
        Player {
            id: self.id.clone(),
            name: self.name.clone(),
            level: None,
            rating: None,
            is_bot: self.is_bot,
        }
    }

    /// Returns the user as lists name them.
    pub(crate) fn to_found(&self) -> FoundUser {
        FoundUser { id: self.id.clone(), name: self.name.clone(), is_bot: self.is_bot }
    }
}

/// A session or an API token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CredentialRow {
    /// The hash of the secret.
    pub hash: String,
    /// The id of the owner.
    pub user_id: String,
    /// The kind, which decides what it allows.
    pub kind: CredentialKind,
    /// The user agent of a session, or the name that the owner gave to a token.
    pub label: String,
    /// The time of creation, in the server's milliseconds.
    pub created: u64,
    /// The time from which it is no longer accepted, in the server's milliseconds; `None` for never.
    pub expires: Option<u64>,
    /// The scopes of a token, separated by spaces; empty for a session.
    pub scopes: String,
    /// The secrets that have replaced the first one; `None` while `hash` is that of the only secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<SecretRotation>,
}

/// The secrets of a session after the first one was replaced. The hash of the first one stays the id of the session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretRotation {
    /// The hash of the newest secret.
    pub current: String,
    /// The time at which the newest secret was issued, in the server's milliseconds.
    pub issued: u64,
    /// The hash of the secret before it.
    pub previous: String,
    /// The time from which the secret before is no longer accepted; `None` until the newest one has been used, because
    /// the response that carried it may have been lost.
    pub previous_expires: Option<u64>,
}

impl CredentialRow {
    /// Returns the hash of the newest secret.
    #[must_use]
    pub fn current_secret(&self) -> &str {
        self.rotation.as_ref().map_or(&self.hash, |rotation| &rotation.current)
    }

    /// Returns the time at which the newest secret was issued, in the server's milliseconds.
    #[must_use]
    pub fn secret_issued(&self) -> u64 {
        self.rotation.as_ref().map_or(self.created, |rotation| rotation.issued)
    }
}

/// A new secret of a session.
#[derive(Clone, Debug)]
pub struct NewSecret {
    /// The hash of the first secret, which is the id of the session.
    pub session: String,
    /// The hash of the newest secret so far. The change is made only if it still is the newest.
    pub replaced: String,
    /// The hash of the secret that the client has, which stays valid until the new one is used.
    pub previous: String,
    /// The hash of the new secret.
    pub secret: String,
    /// The time of the change, in the server's milliseconds.
    pub issued: u64,
    /// The new expiry of the session.
    pub expires: u64,
}

/// A change of the password of an account.
#[derive(Clone, Debug)]
pub struct PasswordUpdate {
    /// The id of the user.
    pub user_id: String,
    /// The hash that the old password was verified with.
    pub old_hash: String,
    /// The hash of the new password.
    pub new_hash: String,
    /// The hash of the one credential that stays valid.
    pub kept_credential: String,
    /// The credential that stays valid, if it must be added first.
    pub new_credential: Option<CredentialRow>,
}

/// A line of an archive.
///
/// Secrets of users are hashed, but the signing key is not: protect an archive like the data directory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ArchiveRow {
    /// The first line.
    Header {
        /// The version of the format.
        version: u32,
    },
    /// A setting of the server itself, such as its signing key.
    ServerSetting {
        /// The name of the setting.
        name: String,
        /// The value of the setting.
        value: String,
    },
    /// A guest or an account.
    User(UserRow),
    /// The deletion of an account, whose row contains its name no more.
    DeletedUser {
        /// The id of the user.
        user_id: String,
        /// The time of the deletion, in the server's milliseconds.
        deleted: u64,
    },
    /// A session or an API token.
    Credential(CredentialRow),
    /// The page's settings of an account.
    UserSettings {
        /// The id of the owner.
        user_id: String,
        /// The settings as JSON, as the page wrote them.
        settings: String,
    },
    /// A game on the devices of an account.
    SavedGame {
        /// The id of the owner.
        user_id: String,
        /// The game.
        entry: SavedGameEntry,
    },
    /// A room without its log.
    Room {
        /// The code of the room.
        code: String,
        /// The time of creation, in the server's milliseconds.
        created: u64,
        /// The name of the game.
        game: String,
        /// Whether the game is over.
        is_over: bool,
        /// The summary of the game as JSON, if it has begun.
        summary: Option<String>,
    },
    /// An entry of the log of a room.
    Entry {
        /// The code of the room.
        room: String,
        /// The sequence number.
        seq: u64,
        /// The entry as JSON.
        line: String,
    },
    /// A user who has, or had, a seat in a room.
    Seat {
        /// The id of the user.
        user_id: String,
        /// The code of the room.
        room: String,
        /// Whether the name of the user, whose account was deleted, was removed from the game.
        #[serde(default, skip_serializing_if = "is_false")]
        is_anonymous: bool,
    },
    /// The turn of a running correspondence game.
    CorrespondenceGame {
        /// The code of the room.
        room: String,
        /// The ids of the users of the first and the second side.
        users: [String; 2],
        /// The id of the user to move.
        turn_user: String,
        /// The time of the move before, in the server's milliseconds.
        turn_since: u64,
        /// The time until which outages are part of the log, in the server's milliseconds.
        logged_until: u64,
        /// The time when the game ends unless the user moves, without outages that are not part of the log.
        deadline: u64,
        /// The number of plies that were played.
        plies: u64,
    },
    /// The time when a server was last seen. What passes until the next one starts is an outage.
    ServiceSeen {
        /// The time, in the server's milliseconds.
        seen: u64,
    },
    /// A time when no server was running.
    ServiceOutage {
        /// The time of its beginning, in the server's milliseconds.
        began: u64,
        /// The time of its end, in the server's milliseconds.
        ended: u64,
    },
    /// A finished game that is rated. The server that starts with the archive rates all of them again.
    RatedGame {
        /// The code of the room.
        room: String,
        /// The category.
        category: String,
        /// The ids of the users of the first and the second side.
        users: [String; 2],
        /// The winner; `None` for a draw.
        winner: Option<Side>,
        /// The time of the end, in the server's milliseconds.
        ended: u64,
    },
    /// The rating of a puzzle, or of an account for a set of puzzles.
    PuzzleRating(PuzzleRatingRow),
    /// The first attempt of an account at a puzzle.
    PuzzleAttempt(PuzzleAttemptRow),
    /// A study without its chapters.
    Study(StudyRow),
    /// A chapter of a study.
    StudyChapter(ChapterRow),
    /// A tournament without its log.
    Tournament(TournamentRow),
    /// An entry of the log of a tournament.
    TournamentEntry {
        /// The code of the tournament.
        tournament: String,
        /// The sequence number.
        seq: u64,
        /// The entry as JSON.
        line: String,
    },
    /// An account that another one follows or blocks.
    Relation(RelationRow),
    /// A challenge of one account to another.
    Challenge(ChallengeRow),
    /// The time until which an account has read that it is its turn in correspondence games.
    TurnsRead {
        /// The id of the account.
        user_id: String,
        /// The time, in the server's milliseconds.
        until: u64,
    },
    /// A notification of an account.
    Notification(NotificationRow),
    /// The role of an account.
    Role {
        /// The id of the account.
        user_id: String,
        /// The role.
        role: Role,
    },
    /// The restrictions of a user.
    Sanction {
        /// The id of the user.
        user_id: String,
        /// The time until which they may not write in chats, in the server's milliseconds.
        muted_until: u64,
        /// The reason why their account was closed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        close_reason: Option<String>,
    },
    /// A report of a player.
    Report(ReportRow),
    /// A game that counts for no rating.
    VoidedGame {
        /// The code of its room.
        room: String,
    },
    /// An entry of the audit log.
    AuditEntry(AuditRow),
}
