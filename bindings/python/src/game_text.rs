//! Moves, languages and boards as text.

use pyo3::prelude::*;
use yipan_core::{Cell, Language};
use yipan_games::{AnyGame, AnyGameError};

use crate::errors::{InvalidMoveError, YipanError, to_py};

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
            let position = game.position();
            let mv =
                position.parse_san(text.trim()).map_err(|error| to_py(AnyGameError::ChessMove(error)))?;
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
