//! The answers of the HTTP API about a user.

use serde::{Deserialize, Serialize};
use yipan_core::{EndReason, Side};

use crate::room_config::is_false;
use crate::{Player, Role, RoomConfig, RoomPhase};

/// The user of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CurrentUser {
    /// The public id.
    pub id: String,
    /// The name the user chose.
    pub name: String,
    /// The name to sign in with; `None` for a guest.
    pub account: Option<String>,
    /// The role among the moderators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Whether the account is marked as a bot.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_bot: bool,
}

/// A session or an API token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Credential {
    /// The id to end it by, which is no secret.
    pub id: String,
    /// The kind, which decides what it allows.
    pub kind: CredentialKind,
    /// The label its owner sees.
    pub label: String,
    /// The time it was created at, in the server's milliseconds.
    pub created_at: u64,
    /// Whether the request used it.
    pub is_current: bool,
    /// The time it expires at, in the server's milliseconds; `None` for a token that does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
    /// The scopes of a token; a session has none and may do everything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<Scope>,
}

/// The kinds of credentials.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CredentialKind {
    /// The session of a browser.
    Session,
    /// A token for programs.
    Token,
}

impl CredentialKind {
    /// Both kinds.
    pub const ALL: [CredentialKind; 2] = [CredentialKind::Session, CredentialKind::Token];

    /// Returns the name that stands in JSON and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            CredentialKind::Session => "session",
            CredentialKind::Token => "token",
        }
    }
}

/// A kind of request that an API token may be allowed to make.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Opening rooms, pairing, and the socket.
    Play,
    /// Reading the account's own games, settings and rooms.
    Read,
    /// Tokens, sessions, the name, the settings and the password.
    Account,
}

impl Scope {
    /// All scopes, in the order of the page.
    pub const ALL: [Scope; 3] = [Scope::Play, Scope::Read, Scope::Account];

    /// Returns the name that stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Scope::Play => "play",
            Scope::Read => "read",
            Scope::Account => "account",
        }
    }
}

/// The room that a request opened or found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreatedRoom {
    /// Its code.
    pub room: String,
    /// Whether it was opened by the request; otherwise its host waits there.
    pub is_new: bool,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// The room's code.
    pub room: String,
    /// The configuration.
    pub config: RoomConfig,
    /// The players of the first and the second side.
    pub players: [Player; 2],
    /// The time it started at, in the server's milliseconds.
    pub started_at: u64,
    /// The phase.
    pub phase: RoomPhase,
    /// The winner; `None` in a draw or an unfinished game.
    pub winner: Option<Side>,
    /// The reason why it ended.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub reason: Option<EndReason>,
    /// The number of plies.
    pub plies: u32,
}
