//! The drawings of pieces, as SVG elements in a box of 100 by 100.

use yipan_core::{AnyPiece, Language, Side};
use yipan_games::GameKind;

use crate::art_files;
use crate::piece_set::{ChessPieceSet, PieceSets, XiangqiPieceSet};
use crate::variables::with_values;

/// The printed characters are a file of the page, which is loaded when they are chosen.
const SONG_CHARACTERS: &str = "/pieces/song.svg";

/// Returns the SVG elements of a piece.
#[must_use]
pub fn piece_elements(kind: GameKind, piece: AnyPiece, sets: PieceSets, language: Language) -> String {
    match kind {
        GameKind::Chess => chess_piece(piece, sets.chess),
        GameKind::Xiangqi => xiangqi_piece(piece, sets.xiangqi, language),
        GameKind::Liuzichong => stone(piece.side),
    }
}

/// Returns the class of the element that contains a piece.
#[must_use]
pub const fn piece_class(side: Side) -> &'static str {
    match side {
        Side::First => "piece first",
        Side::Second => "piece second",
    }
}

/// Returns the `data-piece` attribute of a piece, such as `1N` or `2K`.
#[must_use]
pub fn piece_code(piece: AnyPiece) -> String {
    let side = if piece.side == Side::First { '1' } else { '2' };
    [side, piece.letter].iter().collect()
}

/// Returns a stone of liuzichong. The empty circle centers the bounds, which the shadow alone would move down.
fn stone(side: Side) -> String {
    // Black moves first.
    let (fill, gloss) = match side {
        Side::First => ("#2a2623", r#" opacity=".55""#),
        Side::Second => ("#f6efe1", ""),
    };
    format!(
        r#"<circle cx="50" cy="50" r="48" fill="none"/><circle cx="50" cy="55" r="43" fill="url(#contact)"/><circle class="stone" cx="50" cy="50" r="38" fill="{fill}"/><circle class="gloss" cx="50" cy="50" r="38" fill="url(#gloss)"{gloss}/>"#
    )
}

/// The values that replace the variables of a chess figure.
struct FigureStyle {
    fill: &'static str,
    ink: &'static str,
    /// The color of the lines inside the figure.
    detail: &'static str,
    /// The width of the outline.
    outline: &'static str,
}

const fn figure_style(set: ChessPieceSet, side: Side) -> FigureStyle {
    const OUTLINE: &str = "2.6";
    let (fill, ink, detail, outline) = match (set, side) {
        (ChessPieceSet::Standard | ChessPieceSet::Letters, Side::First) => {
            ("var(--piece-first, #fffaf0)", "var(--ink-first, #2a2420)", "var(--ink-first, #2a2420)", OUTLINE)
        }
        (ChessPieceSet::Standard, Side::Second) => (
            "var(--piece-second, #3f3732)",
            "var(--ink-second, #0f0c0a)",
            "var(--detail-second, #e9d9b8)",
            OUTLINE,
        ),
        (ChessPieceSet::Letters, Side::Second) => {
            ("var(--piece-second, #3f3732)", "#e9d9b8", "#e9d9b8", OUTLINE)
        }
        (ChessPieceSet::Wood, Side::First) => ("url(#maple)", "#5d3c1d", "#8a6134", OUTLINE),
        (ChessPieceSet::Wood, Side::Second) => ("url(#walnut)", "#1f0f06", "#dcb988", OUTLINE),
        (ChessPieceSet::Flat, Side::First) => ("#fbf7ee", "#a8977f", "#d5c8b2", OUTLINE),
        (ChessPieceSet::Flat, Side::Second) => ("#57504b", "#57504b", "#7d746c", OUTLINE),
        (ChessPieceSet::Ivory, Side::First) => ("url(#ivory)", "#6d5a37", "#a48d5d", OUTLINE),
        (ChessPieceSet::Ivory, Side::Second) => ("url(#lacquer)", "#3d0806", "#f6cf9f", OUTLINE),
        (ChessPieceSet::Ink, Side::First) => ("rgba(255,253,246,.55)", "#17120f", "#17120f", "3.6"),
        (ChessPieceSet::Ink, Side::Second) => ("#17120f", "#17120f", "#fbf4e4", "3.6"),
        (ChessPieceSet::Contrast, Side::First) => ("#fff", "#000", "#000", "4.4"),
        (ChessPieceSet::Contrast, Side::Second) => ("#000", "#fff", "#fff", "2.8"),
    };
    FigureStyle { fill, ink, detail, outline }
}

/// Returns the SVG elements of a chess piece.
#[must_use]
pub fn chess_piece(piece: AnyPiece, set: ChessPieceSet) -> String {
    let style = figure_style(set, piece.side);
    let disc = |radius: u8| {
        let FigureStyle { fill, ink, .. } = style;
        format!(
            r#"<circle class="disc" cx="50" cy="50" r="{radius}" fill="{fill}" stroke="{ink}" stroke-width="3"/>"#
        )
    };
    let figure = match (set, piece.letter) {
        (ChessPieceSet::Letters, 'P') => disc(26),
        (ChessPieceSet::Letters, letter) => format!(
            r#"{}<text class="letter" x="50" y="68" fill="{}" font-family="Georgia, serif" font-size="52" font-weight="700" text-anchor="middle">{letter}</text>"#,
            disc(40),
            style.ink
        ),
        (_, letter) => with_values(art_files::chess_figure(letter), |name| match name {
            "piece" => style.fill,
            "detail" => style.detail,
            "outline" => style.outline,
            _ => style.ink,
        }),
    };
    format!(r#"<g class="chess-piece set-{}">{figure}</g>"#, set.key())
}

/// The colors of a xiangqi piece.
struct DiscStyle {
    disc: &'static str,
    edge: &'static str,
    ink: &'static str,
    /// The color inside the symbols.
    fill: &'static str,
    /// The opacity of the light edge.
    bevel: &'static str,
}

const fn disc_style(set: XiangqiPieceSet, side: Side) -> DiscStyle {
    const FILL: &str = "#fdf1d6";
    let (disc, edge, ink, fill, bevel) = match (set, side) {
        (XiangqiPieceSet::Carved, Side::First) => ("#c58a4c", "#4c2a0f", "#8f0d05", FILL, ".3"),
        (XiangqiPieceSet::Carved, Side::Second) => ("#bd8a52", "#42260f", "#1f1006", FILL, ".3"),
        (XiangqiPieceSet::Solid, Side::First) => ("#b4281c", "#5c0d07", "#fff2d2", "#8d1a11", ".18"),
        (XiangqiPieceSet::Solid, Side::Second) => ("#39332f", "#0e0b0a", "#f7ead0", "#1d1916", ".18"),
        (_, Side::First) => ("#fae4b4", "#7d4f20", "var(--red, #a8170d)", FILL, ".5"),
        (_, Side::Second) => ("#f3e3c0", "#5e4427", "var(--black, #1c1815)", FILL, ".5"),
    };
    DiscStyle { disc, edge, ink, fill, bevel }
}

/// Returns the SVG elements of a xiangqi piece.
#[must_use]
pub fn xiangqi_piece(piece: AnyPiece, set: XiangqiPieceSet, language: Language) -> String {
    let set = set.in_language(language);
    let DiscStyle { disc, edge, ink, fill, bevel } = disc_style(set, piece.side);
    let ring = |ink: &str| {
        format!(
            r#"<circle class="ring" cx="50" cy="50" r="37.5" fill="none" stroke="{ink}" stroke-width="2"/>"#
        )
    };
    let colored = |art: &str, ink: &str| with_values(art, |name| if name == "piece" { fill } else { ink });
    let character = |language, ink: &str| colored(art_files::xiangqi_character(piece, language), ink);
    let symbol = || colored(art_files::xiangqi_symbol(piece.letter), ink);
    let face = match set {
        XiangqiPieceSet::Traditional => character(Language::Traditional, ink),
        XiangqiPieceSet::Song => song_character(piece, language, ink),
        XiangqiPieceSet::Symbols => symbol(),
        XiangqiPieceSet::SymbolsAndCharacters => format!(
            r#"<g transform="translate(15 5) scale(.7)">{}</g><g transform="translate(33 56) scale(.34)">{}</g>"#,
            symbol(),
            character(language, ink)
        ),
        XiangqiPieceSet::Standard
        | XiangqiPieceSet::Regular
        | XiangqiPieceSet::Carved
        | XiangqiPieceSet::Solid => character(language, ink),
    };
    let groove = if set == XiangqiPieceSet::Carved {
        const LIGHT: &str = "#f5d19a";
        let lines = ring(LIGHT) + &character(language, LIGHT);
        format!(r#"<g class="groove" transform="translate(0 1.6)">{lines}</g>"#)
    } else {
        String::new()
    };
    format!(
        r##"<g class="xiangqi-piece set-{}"><circle cx="50" cy="54" r="48" fill="url(#contact)"/><circle class="disc" cx="50" cy="50" r="45" fill="{disc}" stroke="{edge}" stroke-width="2"/><circle cx="50" cy="50" r="45" fill="url(#sheen)"/><circle class="bevel" cx="50" cy="50" r="42.5" fill="none" stroke="#fff" stroke-opacity="{bevel}" stroke-width="1.6"/>{groove}{}{face}</g>"##,
        set.key(),
        ring(ink)
    )
}

/// Returns a reference to a printed character.
fn song_character(piece: AnyPiece, language: Language, ink: &str) -> String {
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
    format!(
        r#"<use class="character" href="{SONG_CHARACTERS}#{name}{form}" fill="{ink}" stroke="{ink}" stroke-width=".8"/>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_of_every_piece_has_a_default() {
        for side in Side::BOTH {
            for letter in "KQRBNPACEHW".chars() {
                let piece = AnyPiece { side, letter };
                let chess = ChessPieceSet::ALL.iter().map(|set| chess_piece(piece, *set));
                let xiangqi = XiangqiPieceSet::ALL.iter().flat_map(|set| {
                    Language::ALL.into_iter().map(move |language| xiangqi_piece(piece, *set, language))
                });
                for drawing in chess.chain(xiangqi).chain([stone(side)]) {
                    let mut variables = drawing.split("var(").skip(1);
                    let has_default = |rest: &str| rest.split_once(')').is_some_and(|(v, _)| v.contains(','));
                    assert!(variables.all(has_default), "{drawing}");
                    assert!(!drawing.contains("<svg"), "{drawing}");
                }
            }
        }
    }

    #[test]
    fn sets_and_sides_are_drawn_differently() {
        let drawings: Vec<String> = Side::BOTH
            .into_iter()
            .flat_map(|side| ChessPieceSet::ALL.iter().map(move |set| (side, *set)))
            .map(|(side, set)| chess_piece(AnyPiece { side, letter: 'N' }, set))
            .collect();
        for (index, drawing) in drawings.iter().enumerate() {
            assert!(!drawings[index + 1..].contains(drawing), "{drawing}");
        }
    }
}
