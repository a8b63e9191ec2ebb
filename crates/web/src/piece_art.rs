//! The drawings of pieces in the user's sets, as SVG text.

use yipan_board_svg::{chess_piece, piece_elements};
use yipan_client::Settings;
use yipan_core::{AnyPiece, Language, Side};
use yipan_games::GameKind;

/// Returns the SVG elements of a piece in the design of the user's choice.
pub(crate) fn piece_drawing(
    kind: GameKind,
    piece: AnyPiece,
    settings: &Settings,
    language: Language,
) -> String {
    piece_elements(kind, piece, settings.piece_sets(), language)
}

/// Returns a chess piece of the user's set as a picture of its own.
pub(crate) fn chess_picture(letter: char, side: Side, settings: &Settings) -> String {
    let piece = chess_piece(AnyPiece { letter, side }, settings.chess_piece_set);
    format!(r#"<svg viewBox="0 0 100 100">{piece}</svg>"#)
}
