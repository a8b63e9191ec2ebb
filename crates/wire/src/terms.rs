use serde::{Deserialize, Serialize};

/// What is agreed before a game: a guest sees all of it before sitting down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Terms {
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
    #[serde(default = "unlimited")]
    pub clock: String,
    /// The host's colour.
    #[serde(default)]
    pub colour: Colour,
    /// Whether the lobby shows it.
    #[serde(default)]
    pub public: bool,
    /// Who may look on.
    #[serde(default)]
    pub spectators: Spectators,
    /// Whether people may talk.
    #[serde(default = "yes")]
    pub chat: bool,
}

/// Which side the host plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
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
pub enum Spectators {
    /// Anybody, as it happens.
    #[default]
    Yes,
    /// Anybody, so many moves later.
    Delay(u16),
    /// Nobody.
    No,
}

fn unlimited() -> String {
    "inf".to_owned()
}

fn yes() -> bool {
    true
}

impl Terms {
    /// The usual terms of a game.
    #[must_use]
    pub fn usual(game: &str) -> Terms {
        Terms {
            game: game.to_owned(),
            position: None,
            rules: Vec::new(),
            modes: Vec::new(),
            clock: unlimited(),
            colour: Colour::default(),
            public: false,
            spectators: Spectators::default(),
            chat: true,
        }
    }
}
