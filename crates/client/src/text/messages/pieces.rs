//! The names of the pieces.

use yipan_core::{AnyPiece, Language, Side};
use yipan_games::GameKind;

use super::text::{Text, texts};

texts! {
    KING = "king", "王", "國王";
    QUEEN = "queen", "后", "皇后";
    ROOK = "rook", "车", "城堡";
    BISHOP = "bishop", "象", "主教";
    KNIGHT = "knight", "马", "騎士";
    PAWN = "pawn", "兵", "兵";
    GENERAL = "general", "将帅", "將帥";
    ADVISOR = "advisor", "士", "士";
    ELEPHANT = "elephant", "象", "象";
    HORSE = "horse", "马", "馬";
    CHARIOT = "chariot", "车", "車";
    CANNON = "cannon", "炮", "砲";
    SOLDIER = "soldier", "兵卒", "兵卒";
    RED_GENERAL = "general", "帅", "帥";
    BLACK_GENERAL = "general", "将", "將";
    RED_ADVISOR = "advisor", "仕", "仕";
    RED_ELEPHANT = "elephant", "相", "相";
    RED_SOLDIER = "soldier", "兵", "兵";
    BLACK_SOLDIER = "soldier", "卒", "卒";
    LIUZICHONG_PIECE = "stone", "子", "子";
}

/// Returns the name of the piece with this letter.
#[must_use]
pub const fn name(kind: GameKind, letter: char) -> Text {
    match (kind, letter) {
        (GameKind::Chess, 'K') => KING,
        (GameKind::Chess, 'Q') => QUEEN,
        (GameKind::Chess, 'R') => ROOK,
        (GameKind::Chess, 'B') => BISHOP,
        (GameKind::Chess, 'N') => KNIGHT,
        (GameKind::Chess, 'P') => PAWN,
        (GameKind::Xiangqi, 'K') => GENERAL,
        (GameKind::Xiangqi, 'A') => ADVISOR,
        (GameKind::Xiangqi, 'B' | 'E') => ELEPHANT,
        (GameKind::Xiangqi, 'N' | 'H') => HORSE,
        (GameKind::Xiangqi, 'R') => CHARIOT,
        (GameKind::Xiangqi, 'C') => CANNON,
        (GameKind::Xiangqi, 'P') => SOLDIER,
        _ => LIUZICHONG_PIECE,
    }
}

/// Returns the name of a piece with its side: `white king`, `红帅`, `黑卒`.
///
/// Some pieces of xiangqi have different characters for Red and Black.
#[must_use]
pub fn name_with_side(kind: GameKind, piece: AnyPiece, language: Language) -> String {
    let name = match (kind, piece.letter, piece.side) {
        (GameKind::Xiangqi, 'K', Side::First) => RED_GENERAL,
        (GameKind::Xiangqi, 'K', Side::Second) => BLACK_GENERAL,
        (GameKind::Xiangqi, 'A', Side::First) => RED_ADVISOR,
        (GameKind::Xiangqi, 'B' | 'E', Side::First) => RED_ELEPHANT,
        (GameKind::Xiangqi, 'P', Side::First) => RED_SOLDIER,
        (GameKind::Xiangqi, 'P', Side::Second) => BLACK_SOLDIER,
        _ => name(kind, piece.letter),
    };
    let (side, name) = (kind.side_name(piece.side, language), name.localize(language));
    match language {
        Language::English => format!("{side} {name}"),
        Language::Simplified | Language::Traditional => format!("{}{name}", side.trim_end_matches('方')),
    }
}

/// Returns the symbol of a chess piece on a die.
#[must_use]
pub const fn symbol(letter: char) -> &'static str {
    match letter {
        'K' => "♔",
        'Q' => "♕",
        'R' => "♖",
        'B' => "♗",
        'N' => "♘",
        'P' => "♙",
        '*' => "★",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_of_xiangqi_has_the_character_of_its_side() {
        let names = |letter, language| {
            Side::BOTH.map(|side| name_with_side(GameKind::Xiangqi, AnyPiece { side, letter }, language))
        };
        assert_eq!(names('K', Language::Simplified), ["红帅", "黑将"]);
        assert_eq!(names('P', Language::Traditional), ["紅兵", "黑卒"]);
        assert_eq!(names('B', Language::Simplified), ["红相", "黑象"]);
        assert_eq!(names('R', Language::English), ["red chariot", "black chariot"]);
        let king = AnyPiece { side: Side::First, letter: 'K' };
        assert_eq!(name_with_side(GameKind::Chess, king, Language::Simplified), "白王");
    }
}
