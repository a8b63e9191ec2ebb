//! Moves, languages and boards as text.

use pyo3::prelude::*;
use yipan_core::{Cell, Language};
use yipan_games::{AnyGame, AnyGameError};

use crate::errors::{IllegalMoveError, InvalidMoveError, YipanError, to_py};

/// Reads a language: `en`, `zh-Hans` or `zh-Hant`.
pub(crate) fn parse_language(text: &str) -> PyResult<Language> {
    text.parse().map_err(|error: yipan_core::ParseLanguageError| YipanError::new_err(error.to_string()))
}

/// Checks that a text is a move in UCI notation, legal or not.
pub(crate) fn check_uci(game: &AnyGame, text: &str) -> PyResult<()> {
    let parsed = match game {
        AnyGame::Chess(_) => text.parse::<yipan_chess::Action>().map(drop).map_err(AnyGameError::from),
        AnyGame::Xiangqi(_) => {
            let invalid = || InvalidMoveError::new_err(format!("`{text}` is not a move; write it like h2e2"));
            return text.parse::<yipan_xiangqi::Move>().map(drop).map_err(|_| invalid());
        }
        AnyGame::Liuzichong(_) => {
            text.parse::<yipan_liuzichong::Move>().map(drop).map_err(AnyGameError::from)
        }
    };
    parsed.map_err(to_py)
}

/// Returns a move in algebraic notation as UCI writes it; in games other than chess without modes, the text itself.
pub(crate) fn uci_of_san(game: &AnyGame, text: &str) -> PyResult<String> {
    match game {
        AnyGame::Chess(game) if game.modes().is_none() => {
            if text.trim() != text {
                return Err(InvalidMoveError::new_err(format!("{text:?} has white space around the move")));
            }
            let position = game.position();
            let mv = position.parse_san(text).map_err(|error| to_py(AnyGameError::ChessMove(error)))?;
            // The rules read files of all kinds and allow this; python-chess does not.
            let is_bare_square = text.starts_with(&mv.to().to_string());
            if is_bare_square && mv.from().file() != mv.to().file() {
                let san = position.san(mv);
                let message =
                    format!("`{text}` does not name the file of the pawn that captures; write {san}");
                return Err(IllegalMoveError::new_err(message));
            }
            Ok(position.uci(mv).to_string())
        }
        _ => Ok(text.to_owned()),
    }
}

/// Returns the letters of the board, the second side on top.
pub(crate) fn board_text(game: &AnyGame) -> String {
    let grid = game.grid();
    let pieces = game.pieces();
    let letter = |cell: Cell| {
        let piece = pieces.iter().find(|(at, _)| *at == cell);
        piece.map_or('.', |(_, piece)| crate::view::letter(*piece))
    };
    let rank = |rank| {
        let letters: Vec<String> =
            (0..grid.files()).map(|file| letter(Cell { file, rank }).to_string()).collect();
        letters.join(" ")
    };
    (0..grid.ranks()).rev().map(rank).collect::<Vec<_>>().join("\n")
}
