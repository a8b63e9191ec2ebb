//! 霧戰: each player sees the own men, every square they could go to if their king were safe, and both squares each
//! pawn attacks. A pawn sees ahead only where it could go, so what blocks it stays hidden.

use super::field::Field;
use crate::attacks::{ahead, ahead_left, ahead_right};
use crate::{BLACK, Bitboard, Color, Kind, WHITE, attacks};

/// The squares that `color` sees.
pub(crate) fn visible(field: &Field, color: Color) -> Bitboard {
    let position = &field.position;
    let (own, occupied) = (position.men(color), position.occupied());
    let mut seen = own;
    for square in own {
        seen |= match position.kind_at(square) {
            Kind::Pawn => Bitboard::EMPTY,
            Kind::Knight => attacks::knight(square),
            Kind::Bishop => attacks::bishop(square, occupied),
            Kind::Rook => attacks::rook(square, occupied),
            Kind::Queen => attacks::queen(square, occupied),
            Kind::King => attacks::king(square),
        };
    }
    seen | match color {
        WHITE => pawns_see::<true>(field, color),
        BLACK => pawns_see::<false>(field, color),
    }
}

fn pawns_see<const WHITE_MOVES: bool>(field: &Field, color: Color) -> Bitboard {
    let position = &field.position;
    let (pawns, empty) = (position.of(color, Kind::Pawn), !position.occupied());
    let pushed = ahead::<WHITE_MOVES>(pawns) & empty;
    let twice = ahead::<WHITE_MOVES>(ahead::<WHITE_MOVES>(pawns & field.fresh) & empty) & empty;
    let beside = ahead_left::<WHITE_MOVES>(pawns) | ahead_right::<WHITE_MOVES>(pawns);
    // A pawn that can be taken in passing is seen with the square it passed.
    let passed = field.passed_before(color) & beside & empty;
    let victims = match color {
        WHITE => passed.0 >> 8,
        BLACK => passed.0 << 8,
    };
    pushed | twice | beside | Bitboard(victims)
}
