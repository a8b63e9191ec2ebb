use thiserror::Error;
use yipan_chess::{ChessSetupError, ParseActionError, ParseChanceEventError, SanError};
use yipan_core::{Language, Localize, NoChanceEventError};
use yipan_liuzichong::LiuzichongSetupError;
use yipan_xiangqi::XiangqiSetupError;

use crate::GameKind;

/// Why something asked of a game in text cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnyGameError {
    /// The game of chess cannot be started so.
    #[error(transparent)]
    ChessSetup(#[from] ChessSetupError),
    /// The text is no move of chess that can be played.
    #[error(transparent)]
    ChessMove(#[from] SanError),
    /// The text is no action of chess; with modes only squares are read, for signs such as `x` could tell secrets.
    #[error(transparent)]
    ChessAction(#[from] ParseActionError),
    /// The text is nothing that chance decides in chess.
    #[error(transparent)]
    ChessChanceEvent(#[from] ParseChanceEventError),
    /// The action is refused by chess.
    #[error(transparent)]
    Chess(#[from] yipan_chess::ActionError),
    /// The game of xiangqi cannot be started so.
    #[error(transparent)]
    XiangqiSetup(#[from] XiangqiSetupError),
    /// The text is no move of xiangqi that can be played.
    #[error(transparent)]
    XiangqiMove(#[from] yipan_xiangqi::notation::NotationError),
    /// The action is refused by xiangqi.
    #[error(transparent)]
    Xiangqi(#[from] yipan_xiangqi::ActionError),
    /// The game of liuzichong cannot be started so.
    #[error(transparent)]
    LiuzichongSetup(#[from] LiuzichongSetupError),
    /// The text is no move of liuzichong.
    #[error(transparent)]
    LiuzichongMove(#[from] yipan_liuzichong::MoveError),
    /// The action is refused by liuzichong.
    #[error(transparent)]
    Liuzichong(#[from] yipan_liuzichong::IllegalMoveError),
    /// Nothing is left to chance.
    #[error(transparent)]
    NoChanceEvent(#[from] NoChanceEventError),
    /// The game has no such mode.
    #[error("{}", self.localize(Language::English))]
    UnknownMode {
        /// Which was asked for.
        mode: String,
        /// The game.
        game: GameKind,
    },
    /// The game has no such notation.
    #[error("{}", self.localize(Language::English))]
    UnsupportedNotation {
        /// Which was asked for.
        requested: &'static str,
        /// Which the game has.
        supported: String,
    },
}

impl Localize for AnyGameError {
    fn localize(&self, language: Language) -> String {
        match self {
            AnyGameError::ChessSetup(error) => error.localize(language),
            AnyGameError::ChessMove(error) => error.localize(language),
            AnyGameError::ChessAction(error) => error.localize(language),
            AnyGameError::ChessChanceEvent(error) => error.localize(language),
            AnyGameError::Chess(error) => error.localize(language),
            AnyGameError::XiangqiSetup(error) => error.localize(language),
            AnyGameError::XiangqiMove(error) => error.localize(language),
            AnyGameError::Xiangqi(error) => error.localize(language),
            AnyGameError::LiuzichongSetup(error) => error.localize(language),
            AnyGameError::LiuzichongMove(error) => error.localize(language),
            AnyGameError::Liuzichong(error) => error.localize(language),
            AnyGameError::NoChanceEvent(error) => error.localize(language),
            AnyGameError::UnknownMode { mode: asked, game } => match language {
                Language::English => format!("{game} has no mode `{asked}`; play it without"),
                Language::Simplified => format!("{game} 没有 `{asked}` 模式，请不带模式开局"),
                Language::Traditional => format!("{game} 沒有 `{asked}` 模式，請不帶模式開局"),
            },
            AnyGameError::UnsupportedNotation { requested: asked, supported: known } => match language {
                Language::English => format!("this game is not written in {asked}; choose {known}"),
                Language::Simplified => format!("这个棋种没有 {asked} 记谱法，请选 {known}"),
                Language::Traditional => format!("這個棋種沒有 {asked} 記譜法，請選 {known}"),
            },
        }
    }
}
