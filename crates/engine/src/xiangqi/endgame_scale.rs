use yipan_xiangqi::{BLACK, PieceKind, Position, RED};

use crate::weights::PhaseAndScale;

/// Returns how much of an endgame advantage counts, in 64ths.
///
/// Few attacking pieces do not win against a palace with its advisors and elephants.
pub(super) fn endgame_scale(position: &Position) -> i32 {
    let of = |color, kind| position.by_color_and_kind(color, kind).len() as i32;
    let strength_of_pieces = |color| {
        5 * of(color, PieceKind::Rook) + 2 * of(color, PieceKind::Horse) + 2 * of(color, PieceKind::Cannon)
    };
    // The cases below are about a stronger side of at most seven.
    if strength_of_pieces(RED) > 7 || strength_of_pieces(BLACK) > 7 {
        return PhaseAndScale::FULL_SCALE;
    }
    let strength = |color| {
        let pawns = position.by_color_and_kind(color, PieceKind::Pawn).into_iter();
        // A pawn on the last rank (老兵) can only move sideways.
        let pawns = pawns.filter(|pawn| pawn.rank_for(color) < 9).count() as i32;
        strength_of_pieces(color) + pawns
    };
    let defenders = |color| of(color, PieceKind::Advisor) + of(color, PieceKind::Elephant);
    let attack = [strength(RED), strength(BLACK)];
    if attack == [0, 0] {
        return 0;
    }
    let stronger = if attack[0] >= attack[1] { RED } else { BLACK };
    let (stronger_attack, weaker_attack) = (attack[0].max(attack[1]), attack[0].min(attack[1]));
    // A lone cannon without an advisor as its screen cannot mate.
    let lone_cannon =
        stronger_attack == 2 && of(stronger, PieceKind::Cannon) == 1 && of(stronger, PieceKind::Advisor) == 0;
    if lone_cannon {
        return 6;
    }
    match stronger_attack - weaker_attack {
        0 if stronger_attack <= 7 => 32,
        1..=2 if stronger_attack <= 2 && defenders(stronger.other()) >= 2 => 12,
        0..=2 if stronger_attack <= 7 && defenders(stronger.other()) >= 3 => 24,
        _ => PhaseAndScale::FULL_SCALE,
    }
}
