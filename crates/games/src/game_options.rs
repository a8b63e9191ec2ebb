use yipan_chess::{ChessSetup, ChessSetupError};
use yipan_liuzichong::LiuzichongSetup;
use yipan_xiangqi::XiangqiSetup;

use crate::{AnyGameError, GameKind};

/// What a user may say about a game before it starts, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameOptions {
    /// Where the game begins; the usual start if nothing is said.
    pub position: Option<String>,
    /// The rules that differ from the usual, each `key=value`.
    pub rules: Vec<String>,
    /// The modes to play with, by name.
    pub modes: Vec<String>,
}

impl GameOptions {
    /// These rules from this position.
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
            Some(asked) => Err(AnyGameError::UnknownMode { mode: asked.clone(), game }),
            None => Ok(()),
        }
    }

    /// What is agreed for a game of chess.
    ///
    /// # Errors
    /// What is wrong with the position, the rules or the modes.
    pub fn chess_setup(&self) -> Result<ChessSetup, ChessSetupError> {
        let modes = format!("modes={}", self.modes.join(","));
        let modes = (!self.modes.is_empty()).then_some(modes.as_str());
        ChessSetup::parse(self.position_text(), self.rules().chain(modes))
    }

    /// What is agreed for a game of xiangqi.
    ///
    /// # Errors
    /// What is wrong with the position or the rules, or that modes are asked for.
    pub fn xiangqi_setup(&self) -> Result<XiangqiSetup, AnyGameError> {
        self.reject_modes(GameKind::Xiangqi)?;
        Ok(XiangqiSetup::parse(self.position_text(), self.rules())?)
    }

    /// What is agreed for a game of liuzichong.
    ///
    /// # Errors
    /// What is wrong with the position or the rules, or that modes are asked for.
    pub fn liuzichong_setup(&self) -> Result<LiuzichongSetup, AnyGameError> {
        self.reject_modes(GameKind::Liuzichong)?;
        Ok(LiuzichongSetup::parse(self.position_text(), self.rules())?)
    }
}
