//! The reading of arguments, and errors that JavaScript understands.

use wasm_bindgen::JsError;
use yipan_core::{Language, Side, Viewer};
use yipan_games::AnyGame;

/// Converts an error, whose message says what to do next.
#[expect(clippy::needless_pass_by_value, reason = "it is passed to `map_err`")]
pub(crate) fn js_error(error: impl ToString) -> JsError {
    JsError::new(&error.to_string())
}

/// Reads a language; English by default.
pub(crate) fn parse_language(text: Option<String>) -> Result<Language, JsError> {
    text.map_or(Ok(Language::English), |text| text.parse().map_err(js_error))
}

/// Reads a side of a game, such as `white`.
pub(crate) fn parse_side(game: &AnyGame, text: &str) -> Result<Side, JsError> {
    let found = Side::BOTH.into_iter().find(|&side| game.side_key(side) == text);
    let [first, second] = Side::BOTH.map(|side| game.side_key(side));
    found.ok_or_else(|| js_error(format!("unknown side `{text}`; expected {first} or {second}")))
}

/// Reads a viewer: a side, `spectator` or `arbiter`.
pub(crate) fn parse_viewer(game: &AnyGame, text: &str) -> Result<Viewer, JsError> {
    match text {
        "spectator" => Ok(Viewer::Spectator),
        "arbiter" => Ok(Viewer::Arbiter),
        _ => parse_side(game, text).map(Viewer::Player),
    }
}
