use serde::{Deserialize, Serialize};

/// What is agreed before a game: a guest sees all of it before sitting down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RoomConfig {
    /// The game, by name: `chess`, `xiangqi` or `liuzichong`.
    pub game: String,
    /// Where it begins, if not at the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Rules that differ from the usual, each `key=value`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The modes to play with, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<String>,
    /// The clock, such as `5+3`.
    #[serde(default = "default_clock")]
    pub clock: String,
    /// The host's colour.
    #[serde(default)]
    pub host_side: SidePreference,
    /// Whether the lobby shows it.
    #[serde(default)]
    pub public: bool,
    /// Who may look on.
    #[serde(default)]
    pub spectators: SpectatorPolicy,
    /// Whether people may talk.
    #[serde(default = "default_chat")]
    pub chat: bool,
}

/// Which side the host plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SidePreference {
    /// The side that begins.
    First,
    /// The other.
    Second,
    /// Drawn when the game starts.
    #[default]
    Random,
}

/// Who may look on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SpectatorPolicy {
    /// Anybody, as it happens.
    #[default]
    Yes,
    /// Anybody, so many moves later.
    Delay(u16),
    /// Nobody.
    No,
}

fn default_clock() -> String {
    "inf".to_owned()
}

fn default_chat() -> bool {
    true
}

impl RoomConfig {
    /// The usual terms of a game.
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
        }
    }
}
