//! Reading actions and moves in any notation.

use yipan_chess::{Action, Chess};
use yipan_xiangqi::Xiangqi;

use crate::AnyGameError;

/// Parses an action in UCI notation, or without modes a move in algebraic notation.
pub(crate) fn parse_chess_action(game: &Chess, text: &str) -> Result<Action, AnyGameError> {
    match text.trim().parse() {
        Ok(action) => Ok(action),
        Err(error) if !game.modes().is_none() => Err(AnyGameError::ChessAction(error)),
        Err(_) => Ok(Action::Move(game.position().uci(game.position().parse_san(text.trim())?))),
    }
}

/// Parses a move in any notation. Legality is left to the game.
pub(crate) fn parse_xiangqi_move(game: &Xiangqi, text: &str) -> Result<yipan_xiangqi::Move, AnyGameError> {
    match text.trim().parse() {
        Ok(mv) => Ok(mv),
        Err(_) => Ok(game.position().read_any(text)?),
    }
}
