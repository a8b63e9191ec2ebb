//! Sides and viewers as Python writes them.

use pyo3::prelude::*;
use yipan_core::{Side, Viewer};
use yipan_games::AnyGame;

use crate::errors::YipanError;

/// Reads a side of a game, such as `white`.
pub(crate) fn parse_side(game: &AnyGame, text: &str) -> PyResult<Side> {
    let found = Side::BOTH.into_iter().find(|&side| game.side_key(side) == text);
    let [first, second] = Side::BOTH.map(|side| game.side_key(side));
    found.ok_or_else(|| YipanError::new_err(format!("unknown side `{text}`; expected {first} or {second}")))
}

/// Reads a viewer: a side, `spectator` or `arbiter`.
pub(crate) fn parse_viewer(game: &AnyGame, text: &str) -> PyResult<Viewer> {
    match text {
        "spectator" => Ok(Viewer::Spectator),
        "arbiter" => Ok(Viewer::Arbiter),
        _ => match parse_side(game, text) {
            Ok(side) => Ok(Viewer::Player(side)),
            Err(_) => {
                let [first, second] = Side::BOTH.map(|side| game.side_key(side));
                Err(YipanError::new_err(format!(
                    "unknown viewer `{text}`; expected {first}, {second}, spectator or arbiter"
                )))
            }
        },
    }
}
