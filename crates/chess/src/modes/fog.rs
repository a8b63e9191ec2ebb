//! 霧戰: each player sees their own pieces, every square these could move to regardless of check, and both
//! squares that each pawn attacks. A pawn sees ahead only where it could move, so a blocking piece stays
//! hidden.

use super::board::ModeBoard;
use crate::attacks::{pawn_attacks_east, pawn_attacks_west, pawn_pushes};
use crate::{BLACK, Bitboard, Color, PieceKind, WHITE, attacks};

/// Returns the squares that `color` sees.
pub(crate) fn visible_squares(board: &ModeBoard, color: Color) -> Bitboard {
    let position = &board.position;
    let (own, occupied) = (position.by_color(color), position.occupied());
    let mut seen = own;
    for square in own {
        seen |= match position.kind_at(square) {
            PieceKind::Pawn => Bitboard::EMPTY,
            PieceKind::Knight => attacks::knight(square),
            PieceKind::Bishop => attacks::bishop(square, occupied),
            PieceKind::Rook => attacks::rook(square, occupied),
            PieceKind::Queen => attacks::queen(square, occupied),
            PieceKind::King => attacks::king(square),
        };
    }
    seen | match color {
        WHITE => squares_visible_to_pawns::<true>(board, color),
        BLACK => squares_visible_to_pawns::<false>(board, color),
    }
}

fn squares_visible_to_pawns<const WHITE_MOVES: bool>(board: &ModeBoard, color: Color) -> Bitboard {
    let position = &board.position;
    let (pawns, empty) = (position.by_color_and_kind(color, PieceKind::Pawn), !position.occupied());
    let pushed = pawn_pushes::<WHITE_MOVES>(pawns) & empty;
    let twice =
        pawn_pushes::<WHITE_MOVES>(pawn_pushes::<WHITE_MOVES>(pawns & board.unmoved_pawns) & empty) & empty;
    let beside = pawn_attacks_west::<WHITE_MOVES>(pawns) | pawn_attacks_east::<WHITE_MOVES>(pawns);
    // A pawn that can be captured en passant is visible with the square it skipped.
    let passed = board.ep_squares_for(color) & beside & empty;
    let victims = match color {
        WHITE => passed.0 >> 8,
        BLACK => passed.0 << 8,
    };
    pushed | twice | beside | Bitboard(victims)
}
