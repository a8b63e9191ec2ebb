//! The drawings of pieces, as SVG text in a box of 100 by 100.

use yipan_client::{ChessPieceSet, Settings, XiangqiPieceSet};
use yipan_core::{AnyPiece, Language, Side};
use yipan_games::GameKind;

use crate::icons;

/// The gradients that the drawings use; the page contains them once.
pub(crate) const GRADIENTS: &str = include_str!("../art/defs.svg");

/// The printed characters are loaded when they are chosen.
const SONG_CHARACTERS: &str = "/pieces/song.svg";

/// Returns the SVG elements of a piece in the design of the user's choice.
pub(crate) fn piece_drawing(
    kind: GameKind,
    piece: AnyPiece,
    settings: &Settings,
    language: Language,
) -> String {
    match kind {
        GameKind::Chess => chess_piece(piece, settings.chess_piece_set),
        GameKind::Xiangqi => xiangqi_piece(piece, settings.xiangqi_piece_set, language),
        GameKind::Liuzichong => STONE.to_owned(),
    }
}

/// The empty circle centers the bounds, which the shadow alone would move down.
const STONE: &str = r#"<circle cx="50" cy="50" r="48" fill="none"/><circle cx="50" cy="55" r="43" fill="url(#contact)"/><circle class="stone" cx="50" cy="50" r="38"/><circle class="gloss" cx="50" cy="50" r="38" fill="url(#gloss)"/>"#;

/// Returns the SVG elements of a chess piece.
pub(crate) fn chess_piece(piece: AnyPiece, set: ChessPieceSet) -> String {
    // A gradient is named here and not in the style sheet, because there its address would be relative to the sheet.
    let fill = match (set, piece.side) {
        (ChessPieceSet::Wood, Side::First) => r#" style="--piece:url(#maple)""#,
        (ChessPieceSet::Wood, Side::Second) => r#" style="--piece:url(#walnut)""#,
        (ChessPieceSet::Ivory, Side::First) => r#" style="--piece:url(#ivory)""#,
        (ChessPieceSet::Ivory, Side::Second) => r#" style="--piece:url(#lacquer)""#,
        _ => "",
    };
    let figure = match (set, piece.letter) {
        (ChessPieceSet::Letters, 'P') => r#"<circle class="disc" cx="50" cy="50" r="26"/>"#.to_owned(),
        (ChessPieceSet::Letters, letter) => format!(
            r#"<circle class="disc" cx="50" cy="50" r="40"/><text class="letter" x="50" y="68">{letter}</text>"#
        ),
        (_, letter) => icons::chess_figure(letter).to_owned(),
    };
    format!(r#"<g class="chess-piece set-{}"{fill}>{figure}</g>"#, set.key())
}

/// Returns a chess piece of the user's set as a picture of its own.
pub(crate) fn chess_picture(letter: char, side: Side, settings: &Settings) -> String {
    let piece = chess_piece(AnyPiece { letter, side }, settings.chess_piece_set);
    format!(r#"<svg viewBox="0 0 100 100">{piece}</svg>"#)
}

/// Returns the SVG elements of a xiangqi piece.
pub(crate) fn xiangqi_piece(piece: AnyPiece, set: XiangqiPieceSet, language: Language) -> String {
    const DISC: &str = r#"<circle cx="50" cy="54" r="48" fill="url(#contact)"/><circle class="disc" cx="50" cy="50" r="45"/><circle cx="50" cy="50" r="45" fill="url(#sheen)"/><circle class="bevel" cx="50" cy="50" r="42.5"/>"#;
    const RING: &str = r#"<circle class="ring" cx="50" cy="50" r="37.5"/>"#;
    let set = set.in_language(language);
    let character = |language| icons::xiangqi_character(piece, language);
    let face = match set {
        XiangqiPieceSet::Traditional => format!("{RING}{}", character(Language::Traditional)),
        XiangqiPieceSet::Song => format!("{RING}{}", song_character(piece, language)),
        XiangqiPieceSet::Carved => {
            let (groove, glyph) = (format!("{RING}{}", character(language)), character(language));
            format!(r#"<g class="groove" transform="translate(0 1.6)">{groove}</g>{RING}{glyph}"#)
        }
        XiangqiPieceSet::Symbols => format!("{RING}{}", icons::xiangqi_symbol(piece.letter)),
        XiangqiPieceSet::SymbolsAndCharacters => format!(
            r#"{RING}<g transform="translate(15 5) scale(.7)">{}</g><g transform="translate(33 56) scale(.34)">{}</g>"#,
            icons::xiangqi_symbol(piece.letter),
            character(language)
        ),
        XiangqiPieceSet::Standard | XiangqiPieceSet::Regular | XiangqiPieceSet::Solid => {
            format!("{RING}{}", character(language))
        }
    };
    format!(r#"<g class="xiangqi-piece set-{}">{DISC}{face}</g>"#, set.key())
}

/// Returns a reference to a printed character.
fn song_character(piece: AnyPiece, language: Language) -> String {
    let is_simplified = language != Language::Traditional;
    let name = match piece.letter {
        'K' => "king",
        'A' => "advisor",
        'B' | 'E' => "elephant",
        'N' | 'H' => "horse",
        'R' => "rook",
        'C' => "cannon",
        _ => "pawn",
    };
    let form = match (name, piece.side) {
        ("king", Side::First) if is_simplified => "-red-hans",
        ("king", Side::Second) if is_simplified => "-black-hans",
        ("horse" | "rook", _) if is_simplified => "-hans",
        // The simplified page has one character for both cannons.
        ("cannon", Side::Second) if is_simplified => "-red",
        (_, Side::First) => "-red",
        (_, Side::Second) => "-black",
    };
    format!(r#"<use class="character" href="{SONG_CHARACTERS}#{name}{form}"/>"#)
}
