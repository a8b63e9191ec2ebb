use wasm_bindgen::JsError;
use yipan_core::{Side, Viewer};
use yipan_games::AnyGame;

/// Reads a side of a game, such as `white`.
pub(crate) fn parse_side(game: &AnyGame, text: &str) -> Result<Side, JsError> {
    let found = Side::BOTH.into_iter().find(|&side| game.side_key(side) == text);
    let [first, second] = Side::BOTH.map(|side| game.side_key(side));
    found.ok_or_else(|| JsError::new(&format!("unknown side `{text}`; expected {first} or {second}")))
}

/// Reads a viewer: a side, `spectator` or `arbiter`.
pub(crate) fn parse_viewer(game: &AnyGame, text: &str) -> Result<Viewer, JsError> {
    match text {
        "spectator" => Ok(Viewer::Spectator),
        "arbiter" => Ok(Viewer::Arbiter),
        _ => parse_side(game, text).map(Viewer::Player),
    }
}
