//! The pieces as SVG, with fixed colors.

use yipan_core::{AnyPiece, Language, Side};
use yipan_games::GameKind;

/// Includes a drawing of the page.
macro_rules! art {
    ($file:literal) => {
        include_str!(concat!("../../web/art/pieces/", $file, ".svg"))
    };
}

/// The fill and the outline of a piece.
const fn colors(kind: GameKind, side: Side) -> (&'static str, &'static str) {
    match (kind, side) {
        (GameKind::Chess, Side::First) => ("#fffaf0", "#2a2420"),
        (GameKind::Chess, Side::Second) => ("#2e2723", "#e6d3ae"),
        (GameKind::Xiangqi, Side::First) => ("#f3dcae", "#a8261c"),
        (GameKind::Xiangqi, Side::Second) => ("#f3dcae", "#221d1a"),
        // Black moves first in liuzichong.
        (GameKind::Liuzichong, Side::First) => ("#2e2723", "#000"),
        (GameKind::Liuzichong, Side::Second) => ("#fffaf0", "#2a2420"),
    }
}

/// Returns the SVG elements of a piece in a box of 100 by 100.
pub(crate) fn piece(kind: GameKind, piece: AnyPiece, language: Language) -> String {
    let (fill, ink) = colors(kind, piece.side);
    let drawing = match kind {
        GameKind::Chess => inner_elements(chess(piece.letter)),
        GameKind::Xiangqi => {
            return format!(
                r##"<circle cx="50" cy="50" r="45" fill="{fill}" stroke="#8f6a3c" stroke-width="3"/><circle cx="50" cy="50" r="39" fill="none" stroke="{ink}" stroke-width="2"/>{}"##,
                with_colors(inner_elements(xiangqi(piece, language)), fill, ink)
            );
        }
        GameKind::Liuzichong => {
            return format!(
                r#"<circle cx="50" cy="50" r="36" fill="{fill}" stroke="{ink}" stroke-width="3"/>"#
            );
        }
    };
    with_colors(drawing, fill, ink)
}

const fn chess(letter: char) -> &'static str {
    match letter {
        'K' => art!("chess/king"),
        'Q' => art!("chess/queen"),
        'R' => art!("chess/rook"),
        'B' => art!("chess/bishop"),
        'N' => art!("chess/knight"),
        _ => art!("chess/pawn"),
    }
}

fn xiangqi(piece: AnyPiece, language: Language) -> &'static str {
    let is_traditional = language == Language::Traditional;
    match (piece.letter, piece.side, is_traditional) {
        ('K', Side::First, false) => art!("xiangqi/king-red-hans"),
        ('K', Side::First, true) => art!("xiangqi/king-red"),
        ('K', Side::Second, false) => art!("xiangqi/king-black-hans"),
        ('K', Side::Second, true) => art!("xiangqi/king-black"),
        ('A', Side::First, _) => art!("xiangqi/advisor-red"),
        ('A', Side::Second, _) => art!("xiangqi/advisor-black"),
        ('B', Side::First, _) => art!("xiangqi/elephant-red"),
        ('B', Side::Second, _) => art!("xiangqi/elephant-black"),
        ('N', Side::First, false) => art!("xiangqi/horse-red-hans"),
        ('N', Side::First, true) => art!("xiangqi/horse-red"),
        ('N', Side::Second, false) => art!("xiangqi/horse-black-hans"),
        ('N', Side::Second, true) => art!("xiangqi/horse-black"),
        ('R', Side::First, false) => art!("xiangqi/rook-red-hans"),
        ('R', Side::First, true) => art!("xiangqi/rook-red"),
        ('R', Side::Second, false) => art!("xiangqi/rook-black-hans"),
        ('R', Side::Second, true) => art!("xiangqi/rook-black"),
        ('C', Side::First, _) => art!("xiangqi/cannon-red"),
        ('C', Side::Second, false) => art!("xiangqi/cannon-black-hans"),
        ('C', Side::Second, true) => art!("xiangqi/cannon-black"),
        (_, Side::First, _) => art!("xiangqi/pawn-red"),
        (_, Side::Second, _) => art!("xiangqi/pawn-black"),
    }
}

/// Returns the elements inside the root element of a drawing.
fn inner_elements(svg: &'static str) -> &'static str {
    let inside = svg.split_once('>').map_or(svg, |(_, inside)| inside);
    inside.rsplit_once("</svg>").map_or(inside, |(inside, _)| inside)
}

/// Replaces the variables of the style sheet, which the renderer does not know.
fn with_colors(drawing: &str, fill: &str, ink: &str) -> String {
    let mut text = String::new();
    let mut rest = drawing;
    while let Some((before, after)) = rest.split_once("var(") {
        let (variable, after) = after.split_once(')').unwrap_or((after, ""));
        text += before;
        text += if variable.trim_start().starts_with("--piece") { fill } else { ink };
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_variable_is_left_in_any_piece() {
        for kind in GameKind::ALL {
            for letter in "KQRBNPAC".chars() {
                for side in Side::BOTH {
                    for language in Language::ALL {
                        let drawing = piece(kind, AnyPiece { side, letter }, language);
                        assert!(!drawing.contains("var(") && !drawing.contains("<svg"), "{drawing}");
                    }
                }
            }
        }
    }
}
