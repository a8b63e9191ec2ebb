use std::{fmt, str::FromStr};

use thiserror::Error;
use yipan_chess::Chess;
use yipan_core::{Game, Language, Side};
use yipan_liuzichong::Liuzichong;
use yipan_xiangqi::Xiangqi;

/// The kind of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Western chess 西洋棋.
    Chess,
    /// Xiangqi 象棋.
    Xiangqi,
    /// Liuzichong 六子冲.
    Liuzichong,
}

impl GameKind {
    /// Every game.
    pub const ALL: [GameKind; 3] = [GameKind::Chess, GameKind::Xiangqi, GameKind::Liuzichong];

    /// Returns the name that commands and records use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Chess => Chess::NAME,
            GameKind::Xiangqi => Xiangqi::NAME,
            GameKind::Liuzichong => Liuzichong::NAME,
        }
    }

    /// Returns the version of the rules that this program plays.
    #[must_use]
    pub const fn rules_version(self) -> u32 {
        match self {
            GameKind::Chess => Chess::RULES_VERSION,
            GameKind::Xiangqi => Xiangqi::RULES_VERSION,
            GameKind::Liuzichong => Liuzichong::RULES_VERSION,
        }
    }

    /// Returns the localized name of a side in this game.
    #[must_use]
    pub const fn side_name(self, side: Side, language: Language) -> &'static str {
        match (self, side) {
            (GameKind::Chess, Side::First) | (GameKind::Liuzichong, Side::Second) => {
                language.choose("white", "白方", "白方")
            }
            (GameKind::Xiangqi, Side::First) => language.choose("red", "红方", "紅方"),
            (GameKind::Chess | GameKind::Xiangqi, Side::Second) | (GameKind::Liuzichong, Side::First) => {
                language.choose("black", "黑方", "黑方")
            }
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of an unknown game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not a supported game; choose {}", GameKind::ALL.map(GameKind::name).join(", "))]
pub struct UnknownGameError {
    /// The requested game.
    pub text: String,
}

impl FromStr for GameKind {
    type Err = UnknownGameError;

    fn from_str(text: &str) -> Result<GameKind, UnknownGameError> {
        let kind = GameKind::ALL.into_iter().find(|kind| kind.name() == text);
        kind.ok_or_else(|| UnknownGameError { text: text.to_owned() })
    }
}
