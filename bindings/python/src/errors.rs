//! The exceptions of the module. All are `ValueError`s, as in python-chess.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use yipan_chess::{ActionError, SanError};
use yipan_games::AnyGameError;
use yipan_liuzichong::IllegalMoveError as IllegalLiuzichongMove;
use yipan_xiangqi::notation::NotationError;

create_exception!(yipan, YipanError, PyValueError, "The base of all errors of this package.");
create_exception!(yipan, InvalidSetupError, YipanError, "The position, the rules or the modes are invalid.");
create_exception!(yipan, InvalidMoveError, YipanError, "The text is not a move.");
create_exception!(
    yipan,
    IllegalMoveError,
    YipanError,
    "The move is not legal; the message gives the reason."
);
create_exception!(yipan, AmbiguousMoveError, YipanError, "Several legal moves are written like this.");
create_exception!(yipan, GameOverError, YipanError, "The game has ended.");
create_exception!(yipan, BufferError, YipanError, "An array has the wrong shape or memory layout.");

/// Adds the exceptions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("YipanError", py.get_type::<YipanError>())?;
    module.add("InvalidSetupError", py.get_type::<InvalidSetupError>())?;
    module.add("InvalidMoveError", py.get_type::<InvalidMoveError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("AmbiguousMoveError", py.get_type::<AmbiguousMoveError>())?;
    module.add("GameOverError", py.get_type::<GameOverError>())?;
    module.add("BufferError", py.get_type::<BufferError>())
}

/// Converts an error of the rules to the exception of its kind.
pub(crate) fn to_py(error: AnyGameError) -> PyErr {
    let text = error.to_string();
    match error {
        AnyGameError::ChessSetup(_)
        | AnyGameError::XiangqiSetup(_)
        | AnyGameError::LiuzichongSetup(_)
        | AnyGameError::UnknownMode { .. } => InvalidSetupError::new_err(text),
        AnyGameError::Chess(ActionError::GameOver(_))
        | AnyGameError::Xiangqi(yipan_xiangqi::ActionError::Over(_))
        | AnyGameError::Liuzichong(IllegalLiuzichongMove::GameOver(_)) => GameOverError::new_err(text),
        AnyGameError::Chess(_) | AnyGameError::Xiangqi(_) | AnyGameError::Liuzichong(_) => {
            IllegalMoveError::new_err(text)
        }
        AnyGameError::ChessMove(error) => san_error(&error, text),
        AnyGameError::XiangqiMove(error) => notation_error(&error, text),
        AnyGameError::ChessAction(_)
        | AnyGameError::ChessChanceEvent(_)
        | AnyGameError::LiuzichongMove(_)
        | AnyGameError::NoChanceEvent(_) => InvalidMoveError::new_err(text),
        AnyGameError::UnsupportedNotation { .. } => YipanError::new_err(text),
    }
}

fn san_error(error: &SanError, text: String) -> PyErr {
    match error {
        SanError::Syntax { .. } => InvalidMoveError::new_err(text),
        SanError::Ambiguous { .. } => AmbiguousMoveError::new_err(text),
        SanError::NoMatchingMove { .. }
        | SanError::IllegalMove { .. }
        | SanError::MissingPromotion { .. } => IllegalMoveError::new_err(text),
    }
}

fn notation_error(error: &NotationError, text: String) -> PyErr {
    match error {
        NotationError::Syntax { .. } => InvalidMoveError::new_err(text),
        NotationError::Ambiguous { .. } => AmbiguousMoveError::new_err(text),
        NotationError::Impossible { .. } | NotationError::IllegalMove { .. } => {
            IllegalMoveError::new_err(text)
        }
    }
}
