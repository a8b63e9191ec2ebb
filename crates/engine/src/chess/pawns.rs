//! Pawn structure and passed pawns.

use yipan_chess::{Bitboard, Color, PieceKind, Position, Square, WHITE};

use super::attack_maps::{AttackMaps, file_of};
use super::features::{
    BACKWARD, DOUBLED, ISOLATED, PASSED, PASSED_BLOCKED, PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING,
    PASSED_PROTECTED, SUPPORTED,
};
use crate::weights::FeatureSink;

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// Returns the squares that pawns attack toward the a-file.
pub(super) const fn attacks_left(color: Color, pawns: Bitboard) -> Bitboard {
    let pawns = pawns.0 & NOT_A;
    Bitboard(if matches!(color, WHITE) { pawns << 7 } else { pawns >> 9 })
}

/// Returns the squares that pawns attack toward the h-file.
pub(super) const fn attacks_right(color: Color, pawns: Bitboard) -> Bitboard {
    let pawns = pawns.0 & NOT_H;
    Bitboard(if matches!(color, WHITE) { pawns << 9 } else { pawns >> 7 })
}

/// Shifts squares one rank forward.
pub(super) const fn push_squares(color: Color, squares: Bitboard) -> Bitboard {
    Bitboard(if matches!(color, WHITE) { squares.0 << 8 } else { squares.0 >> 8 })
}

/// Returns all squares on the ranks in front of a square.
pub(super) const fn in_front(color: Color, square: Square) -> Bitboard {
    let rank = square.rank() as u32;
    Bitboard(if matches!(color, WHITE) {
        if rank == 7 { 0 } else { !0 << (8 * (rank + 1)) }
    } else {
        (1 << (8 * rank)) - 1
    })
}

fn adjacent_files(square: Square) -> Bitboard {
    let file = file_of(square).0;
    Bitboard((file & NOT_A) >> 1 | (file & NOT_H) << 1)
}

/// Returns the adjacent files in front of a square, from where enemy pawns could attack it.
pub(super) fn adjacent_files_in_front(color: Color, square: Square) -> Bitboard {
    adjacent_files(square) & in_front(color, square)
}

pub(super) fn evaluate_pawns<T: FeatureSink>(
    position: &Position,
    color: Color,
    attack_maps: &[AttackMaps; 2],
    sink: &mut T,
) {
    let enemy = color.other();
    let (own, theirs) = (
        position.by_color_and_kind(color, PieceKind::Pawn),
        position.by_color_and_kind(enemy, PieceKind::Pawn),
    );
    let (us, them) = (&attack_maps[color.index()], &attack_maps[enemy.index()]);
    for square in own {
        let rank = usize::from(square.rank_for(color));
        let (before, line, sides) = (in_front(color, square), file_of(square), adjacent_files(square));
        let opposed = (theirs & line & before).any();
        let is_protected = us.by_kind[PieceKind::Pawn as usize].contains(square);
        let beside = own & sides & Bitboard(0xff << (8 * square.rank()));
        if (own & line & before).any() {
            sink.add(color, DOUBLED, 1);
        }
        if (own & sides).is_empty() {
            sink.add(color, ISOLATED + usize::from(opposed), 1);
        } else if is_protected || beside.any() {
            sink.add(color, SUPPORTED + rank, 1);
        } else if (own & sides).without(before).is_empty() {
            // All neighbors are further advanced, and an enemy pawn attacks the square in front.
            let step = push_squares(color, square.bit());
            if (them.by_kind[PieceKind::Pawn as usize] & step).any() {
                sink.add(color, BACKWARD + usize::from(opposed), 1);
            }
        }
        let is_passed = (theirs & before & (line | sides)).is_empty() && (own & line & before).is_empty();
        if is_passed {
            evaluate_passed(position, color, square, us, them, sink);
        }
    }
}

fn evaluate_passed<T: FeatureSink>(
    position: &Position,
    color: Color,
    square: Square,
    us: &AttackMaps,
    them: &AttackMaps,
    sink: &mut T,
) {
    let rank = usize::from(square.rank_for(color));
    sink.add(color, PASSED + rank, 1);
    let step = push_squares(color, square.bit());
    if (step & position.occupied()).any() {
        sink.add(color, PASSED_BLOCKED + rank, 1);
    } else if step.without(them.all.without(us.all)).any() {
        sink.add(color, PASSED_FREE + rank, 1);
    }
    if us.by_kind[PieceKind::Pawn as usize].contains(square) {
        sink.add(color, PASSED_PROTECTED, 1);
    }
    if rank >= 3
        && let Some(step) = step.first()
    {
        let weight = rank as i32 - 2;
        sink.add(color, PASSED_OWN_KING + king_distance(position.king(color), step), weight);
        sink.add(color, PASSED_ENEMY_KING + king_distance(position.king(color.other()), step), weight);
    }
}

/// Returns the distance in king moves (Chebyshev distance).
fn king_distance(a: Square, b: Square) -> usize {
    usize::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}
