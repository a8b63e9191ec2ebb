use yipan_chess::{ChessSetup, ChessSetupError};
use yipan_liuzichong::LiuzichongSetup;
use yipan_xiangqi::XiangqiSetup;

use crate::{AnyGameError, GameKind};

/// The options of a game, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameOptions {
    /// The starting position; `None` for the standard one.
    pub position: Option<String>,
    /// The rules that differ from the default, each `key=value`.
    pub rules: Vec<String>,
    /// The names of the modes.
    pub modes: Vec<String>,
}

impl GameOptions {
    /// Returns these options with another starting position.
    #[must_use]
    pub fn with_position(&self, position: &str) -> GameOptions {
        GameOptions { position: Some(position.to_owned()), ..self.clone() }
    }

    fn position_text(&self) -> &str {
        self.position.as_deref().unwrap_or("startpos")
    }

    fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(String::as_str)
    }

    fn reject_modes(&self, game: GameKind) -> Result<(), AnyGameError> {
        match self.modes.first() {
            Some(mode) => Err(AnyGameError::UnknownMode { mode: mode.clone(), game }),
            None => Ok(()),
        }
    }

    /// Returns the setup of a game of chess.
    ///
    /// # Errors
    /// Returns `ChessSetupError` if the position, the rules or the modes are invalid.
    pub fn chess_setup(&self) -> Result<ChessSetup, ChessSetupError> {
        let modes = format!("modes={}", self.modes.join(","));
        let modes = (!self.modes.is_empty()).then_some(modes.as_str());
        ChessSetup::parse(self.position_text(), self.rules().chain(modes))
    }

    /// Returns the setup of a game of xiangqi.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position or the rules are invalid, or if there are modes.
    pub fn xiangqi_setup(&self) -> Result<XiangqiSetup, AnyGameError> {
        self.reject_modes(GameKind::Xiangqi)?;
        Ok(XiangqiSetup::parse(self.position_text(), self.rules())?)
    }

    /// Returns the setup of a game of liuzichong.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position or the rules are invalid, or if there are modes.
    pub fn liuzichong_setup(&self) -> Result<LiuzichongSetup, AnyGameError> {
        self.reject_modes(GameKind::Liuzichong)?;
        Ok(LiuzichongSetup::parse(self.position_text(), self.rules())?)
    }
}
