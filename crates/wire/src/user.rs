//! What a visitor is told of himself over HTTP.

use serde::{Deserialize, Serialize};
use yipan_core::{EndReason, Side};

use crate::{Player, RoomConfig, RoomPhase};

/// Who a visitor is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CurrentUser {
    /// The same everywhere; no secret.
    pub id: String,
    /// As chosen.
    pub name: String,
    /// The name to sign in with, for whoever has an account.
    pub account: Option<String>,
}

/// Something that proves who a visitor is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Credential {
    /// What it is ended by; no secret.
    pub id: String,
    /// `session` or `token`.
    pub kind: String,
    /// What its owner knows it by.
    pub label: String,
    /// When it was made, in the hall's milliseconds.
    pub created_at: u64,
    /// Whether the visitor has come with it.
    pub is_current: bool,
    /// The time it expires at, in the server's milliseconds; `None` for a token that does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
    /// The scopes of a token; a session has none and may do everything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<Scope>,
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
    /// All scopes, in the order they are shown in.
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

/// A room to go to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreatedRoom {
    /// Its code.
    pub room: String,
    /// Whether it is new; else somebody waits there.
    pub is_new: bool,
}

/// A game in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// The table's code.
    pub room: String,
    /// What was agreed.
    pub config: RoomConfig,
    /// Who played first, and who second.
    pub players: [Player; 2],
    /// When it began, in the hall's milliseconds.
    pub started_at: u64,
    /// Whether it is being played or over.
    pub phase: RoomPhase,
    /// Who won.
    pub winner: Option<Side>,
    /// The reason why it ended.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub reason: Option<EndReason>,
    /// How many moves were made by the end.
    pub plies: u32,
}
