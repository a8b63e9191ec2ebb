//! The drawing files, as SVG elements in a box of 100 by 100.

use yipan_core::{AnyPiece, Language, Mark, Side};

/// The gradients that the drawings of pieces use, as an invisible picture. A document contains them once.
pub const GRADIENTS: &str = include_str!("../art/gradients.svg");

macro_rules! file {
    ($file:literal) => {
        inner_elements(include_str!(concat!("../art/", $file, ".svg")))
    };
}

/// Returns the gradients as elements of a picture.
pub(crate) fn gradients() -> &'static str {
    inner_elements(GRADIENTS)
}

/// Returns the figure of a chess piece.
pub(crate) fn chess_figure(letter: char) -> &'static str {
    match letter {
        'K' => file!("pieces/chess/king"),
        'Q' => file!("pieces/chess/queen"),
        'R' => file!("pieces/chess/rook"),
        'B' => file!("pieces/chess/bishop"),
        'N' => file!("pieces/chess/knight"),
        _ => file!("pieces/chess/pawn"),
    }
}

/// Returns the character of a xiangqi piece.
pub(crate) fn xiangqi_character(piece: AnyPiece, language: Language) -> &'static str {
    let simplified = language != Language::Traditional;
    match (piece.letter, piece.side, simplified) {
        ('K', Side::First, true) => file!("pieces/xiangqi/king-red-hans"),
        ('K', Side::First, false) => file!("pieces/xiangqi/king-red"),
        ('K', Side::Second, true) => file!("pieces/xiangqi/king-black-hans"),
        ('K', Side::Second, false) => file!("pieces/xiangqi/king-black"),
        ('A', Side::First, _) => file!("pieces/xiangqi/advisor-red"),
        ('A', Side::Second, _) => file!("pieces/xiangqi/advisor-black"),
        ('B' | 'E', Side::First, _) => file!("pieces/xiangqi/elephant-red"),
        ('B' | 'E', Side::Second, _) => file!("pieces/xiangqi/elephant-black"),
        ('N' | 'H', Side::First, true) => file!("pieces/xiangqi/horse-red-hans"),
        ('N' | 'H', Side::First, false) => file!("pieces/xiangqi/horse-red"),
        ('N' | 'H', Side::Second, true) => file!("pieces/xiangqi/horse-black-hans"),
        ('N' | 'H', Side::Second, false) => file!("pieces/xiangqi/horse-black"),
        ('R', Side::First, true) => file!("pieces/xiangqi/rook-red-hans"),
        ('R', Side::First, false) => file!("pieces/xiangqi/rook-red"),
        ('R', Side::Second, true) => file!("pieces/xiangqi/rook-black-hans"),
        ('R', Side::Second, false) => file!("pieces/xiangqi/rook-black"),
        ('C', Side::First, _) => file!("pieces/xiangqi/cannon-red"),
        ('C', Side::Second, true) => file!("pieces/xiangqi/cannon-black-hans"),
        ('C', Side::Second, false) => file!("pieces/xiangqi/cannon-black"),
        (_, Side::First, _) => file!("pieces/xiangqi/pawn-red"),
        (_, Side::Second, _) => file!("pieces/xiangqi/pawn-black"),
    }
}

/// Returns the Western symbol of a xiangqi piece.
pub(crate) fn xiangqi_symbol(letter: char) -> &'static str {
    match letter {
        'K' => file!("pieces/xiangqi-western/king"),
        'A' => file!("pieces/xiangqi-western/advisor"),
        'B' | 'E' => file!("pieces/xiangqi-western/elephant"),
        'N' | 'H' => file!("pieces/xiangqi-western/horse"),
        'R' => file!("pieces/xiangqi-western/rook"),
        'C' => file!("pieces/xiangqi-western/cannon"),
        _ => file!("pieces/xiangqi-western/pawn"),
    }
}

/// Returns the drawing of a mark; `None` for a number of mines, which is text.
pub(crate) fn mark(mark: Mark) -> Option<&'static str> {
    match mark {
        Mark::Crater => Some(file!("marks/crater")),
        Mark::Mine => Some(file!("marks/mine")),
        Mark::Portal { .. } => Some(file!("marks/portal")),
        Mark::MineCount { .. } => None,
    }
}

/// Returns the elements inside the root element of a file.
fn inner_elements(svg: &'static str) -> &'static str {
    let inside = svg.split_once('>').map_or(svg, |(_, inside)| inside);
    inside.rsplit_once("</svg>").map_or(inside, |(inside, _)| inside)
}
