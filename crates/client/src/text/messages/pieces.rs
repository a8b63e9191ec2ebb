//! The names of the pieces.

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
    LIUZICHONG_PIECE = "piece", "子", "子";
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
