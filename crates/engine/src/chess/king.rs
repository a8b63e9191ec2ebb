//! King safety: pawn shelter and attackers.

use yipan_chess::{Bitboard, Color, PieceKind, Position, Square, WHITE, attacks};

use super::attack_maps::{AttackMaps, file_of};
use super::features::{KING_DANGER, KING_OPEN_FILE, SHELTER_KING_FILE, SHELTER_SIDE_FILE, STORM};
use super::pawns;
use crate::weights::FeatureSink;

pub(super) fn evaluate_king<T: FeatureSink>(
    position: &Position,
    color: Color,
    attack_maps: &[AttackMaps; 2],
    sink: &mut T,
) {
    evaluate_shelter(position, color, sink);
    evaluate_danger(position, color, attack_maps, sink);
}

/// Evaluates the pawns of both sides on the king's file and the adjacent ones.
fn evaluate_shelter<T: FeatureSink>(position: &Position, color: Color, sink: &mut T) {
    let king = position.king(color);
    let (own, theirs) = (
        position.by_color_and_kind(color, PieceKind::Pawn),
        position.by_color_and_kind(color.other(), PieceKind::Pawn),
    );
    let not_behind = pawns::in_front(color, king) | Bitboard(0xff << (8 * king.rank()));
    let middle = king.file().clamp(1, 6);
    for column in middle - 1..=middle + 1 {
        let Some(file_square) = Square::from_coords(column, king.rank()) else { continue };
        let line = file_of(file_square);
        let nearest = |pawns: Bitboard| {
            let pawns = pawns & line & not_behind;
            let nearest =
                if color == WHITE { pawns.0.trailing_zeros() } else { 63 - pawns.0.leading_zeros().min(63) };
            let pawn = if pawns.is_empty() { None } else { Square::new(nearest as u8) };
            pawn.map_or(0, |pawn| usize::from(pawn.rank_for(color)))
        };
        let group = if column == king.file() { SHELTER_KING_FILE } else { SHELTER_SIDE_FILE };
        sink.add(color, group + nearest(own), 1);
        sink.add(color, STORM + nearest(theirs), 1);
    }
    if (own & file_of(king)).is_empty() {
        let half = (theirs & file_of(king)).any();
        sink.add(color, KING_OPEN_FILE + usize::from(half), 1);
    }
}

/// Counts attackers of the king zone, weak squares and safe checks into one index of a weight table.
///
/// The table makes the danger grow faster than the number of its causes.
fn evaluate_danger<T: FeatureSink>(
    position: &Position,
    color: Color,
    attack_maps: &[AttackMaps; 2],
    sink: &mut T,
) {
    let enemy = color.other();
    let (us, them) = (&attack_maps[color.index()], &attack_maps[enemy.index()]);
    let king = position.king(color);
    let king_zone = attacks::king(king);
    let occupied = position.occupied();
    let weak =
        (king_zone & them.all).without(us.attacked_twice).without(us.by_kind[PieceKind::Pawn as usize]);
    // The squares where a checking piece could not be captured safely.
    let safe = !position.by_color(enemy) & (!us.all | (weak & them.attacked_twice));
    let straight = attacks::rook(king, occupied) & safe;
    let diagonal = attacks::bishop(king, occupied) & safe;
    let check = |kind: PieceKind, squares: Bitboard| (them.by_kind[kind as usize] & squares).any();
    let mut danger_units = them.king_zone_attacks / 2 + weak.len();
    if them.king_attackers >= 2 {
        danger_units += 2 * (them.king_attackers - 1);
    }
    danger_units += 4 * u32::from(check(PieceKind::Queen, straight | diagonal));
    danger_units += 4 * u32::from(check(PieceKind::Rook, straight));
    danger_units += 2 * u32::from(check(PieceKind::Bishop, diagonal));
    danger_units += 3 * u32::from(check(PieceKind::Knight, attacks::knight(king) & safe));
    if position.by_color_and_kind(enemy, PieceKind::Queen).is_empty() {
        danger_units /= 2;
    }
    sink.add(color, KING_DANGER + (danger_units as usize).min(39), 1);
}
