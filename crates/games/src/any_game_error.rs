use thiserror::Error;
use yipan_chess::{ChessSetupError, ParseActionError, ParseChanceEventError, SanError};
use yipan_core::{Cell, Language, Localize, NoChanceEventError};
use yipan_liuzichong::LiuzichongSetupError;
use yipan_xiangqi::XiangqiSetupError;
use yipan_xiangqi::notation::NotationError;

use crate::GameKind;

/// An error of the text interface of games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnyGameError {
    /// Invalid options for chess.
    #[error(transparent)]
    ChessSetup(#[from] ChessSetupError),
    /// Not a legal chess move in algebraic notation.
    #[error(transparent)]
    ChessMove(#[from] SanError),
    /// Not an action of chess. With modes only UCI notation is accepted, because characters such as `x` could
    /// reveal hidden information.
    #[error(transparent)]
    ChessAction(#[from] ParseActionError),
    /// Not a chance event of chess.
    #[error(transparent)]
    ChessChanceEvent(#[from] ParseChanceEventError),
    /// The step is not legal in chess.
    #[error(transparent)]
    Chess(#[from] yipan_chess::ActionError),
    /// Invalid options for xiangqi.
    #[error(transparent)]
    XiangqiSetup(#[from] XiangqiSetupError),
    /// Not a legal xiangqi move.
    #[error(transparent)]
    XiangqiMove(#[from] NotationError),
    /// The step is not legal in xiangqi.
    #[error(transparent)]
    Xiangqi(#[from] yipan_xiangqi::ActionError),
    /// Invalid options for liuzichong.
    #[error(transparent)]
    LiuzichongSetup(#[from] LiuzichongSetupError),
    /// Not a move of liuzichong.
    #[error(transparent)]
    LiuzichongMove(#[from] yipan_liuzichong::MoveError),
    /// The step is not legal in liuzichong.
    #[error(transparent)]
    Liuzichong(#[from] yipan_liuzichong::IllegalMoveError),
    /// A chance event in a game without chance.
    #[error(transparent)]
    NoChanceEvent(#[from] NoChanceEventError),
    /// The game has no such mode.
    #[error("{}", self.localize(Language::English))]
    UnknownMode {
        /// The requested value.
        mode: String,
        /// The kind of the game.
        game: GameKind,
    },
    /// The game has no such notation.
    #[error("{}", self.localize(Language::English))]
    UnsupportedNotation {
        /// The requested value.
        requested: &'static str,
        /// The notations that the game supports.
        supported: String,
    },
}

impl AnyGameError {
    /// Returns the cells that explain an illegal move of xiangqi, whose messages name no points.
    ///
    /// The list is empty for other games, whose messages name the cells.
    #[must_use]
    pub fn explaining_cells(&self) -> Vec<Cell> {
        let (AnyGameError::Xiangqi(yipan_xiangqi::ActionError::IllegalMove(reason))
        | AnyGameError::XiangqiMove(NotationError::IllegalMove { reason, .. })) = self
        else {
            return Vec::new();
        };
        reason.explaining_points().into_iter().map(Cell::from).collect()
    }
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
            AnyGameError::UnknownMode { mode, game } => match language {
                Language::English => format!("{game} has no mode `{mode}`; start it without modes"),
                Language::Simplified => format!("{game} 没有 `{mode}` 模式，请不带模式开局"),
                Language::Traditional => format!("{game} 沒有 `{mode}` 模式，請不帶模式開局"),
            },
            AnyGameError::UnsupportedNotation { requested, supported } => match language {
                Language::English => {
                    format!("this game does not support the notation {requested}; choose {supported}")
                }
                Language::Simplified => format!("这个棋种没有 {requested} 记谱法，请选 {supported}"),
                Language::Traditional => format!("這個棋種沒有 {requested} 記譜法，請選 {supported}"),
            },
        }
    }
}
