use serde::{Deserialize, Serialize};
use yipan_games::GameOptions;

/// The configuration of a room, which a guest sees before sitting down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RoomConfig {
    /// The game, by name: `chess`, `xiangqi` or `liuzichong`.
    pub game: String,
    /// The position to start from; `None` for the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The rules that differ from the default, each `key=value`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The modes to play with, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<String>,
    /// The clock, such as `5+3`.
    #[serde(default = "default_clock")]
    pub clock: String,
    /// The host's side.
    #[serde(default)]
    pub host_side: SidePreference,
    /// Whether the lobby lists the room.
    #[serde(default)]
    pub public: bool,
    /// The policy for spectators.
    #[serde(default)]
    pub spectators: SpectatorPolicy,
    /// Whether the room has a chat.
    #[serde(default = "default_chat")]
    pub chat: bool,
    /// Whether the game starts by itself once both players are seated and connected; otherwise the host starts it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub auto_start: bool,
    /// Whether the game changes the ratings of its players, who need accounts. It has a clock, default rules and random
    /// sides, and moves are not taken back.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// The code of the tournament that the game belongs to. Only the server sets it: a room of a tournament has no
    /// takebacks, aborts and rematches, and a player who does not come loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// Whether a player may give up half of their time before their first move. Only the server sets it, in an arena.
    #[serde(default, skip_serializing_if = "is_false")]
    pub berserk: bool,
}

/// The side that the host asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SidePreference {
    /// The side that moves first.
    First,
    /// The side that moves second.
    Second,
    /// A random side, decided when the game starts.
    #[default]
    Random,
}

/// A rule for spectators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SpectatorPolicy {
    /// Spectators see the game live.
    #[default]
    Yes,
    /// Spectators see the game this number of plies later.
    Delay(u16),
    /// The room has no spectators.
    No,
}

fn default_clock() -> String {
    "inf".to_owned()
}

fn default_chat() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) fn is_false(value: &bool) -> bool {
    !*value
}

impl RoomConfig {
    /// Returns the default configuration of a game.
    #[must_use]
    pub fn default_for(game: &str) -> RoomConfig {
        RoomConfig {
            game: game.to_owned(),
            position: None,
            rules: Vec::new(),
            modes: Vec::new(),
            clock: default_clock(),
            host_side: SidePreference::default(),
            public: false,
            spectators: SpectatorPolicy::default(),
            chat: true,
            auto_start: false,
            rated: false,
            tournament: None,
            berserk: false,
        }
    }
}

impl From<&RoomConfig> for GameOptions {
    fn from(config: &RoomConfig) -> GameOptions {
        GameOptions {
            position: config.position.clone(),
            rules: config.rules.clone(),
            modes: config.modes.clone(),
        }
    }
}
