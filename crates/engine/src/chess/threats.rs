//! Attacked pieces, pawn push threats and space.

use yipan_chess::{Bitboard, Color, PieceKind, Position, WHITE};

use super::attack_maps::AttackMaps;
use super::features::{HANGING, PUSH_THREAT, SPACE, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_ROOK};
use super::pawns;
use crate::weights::FeatureSink;

pub(super) fn evaluate_threats<T: FeatureSink>(
    position: &Position,
    color: Color,
    attack_maps: &[AttackMaps; 2],
    sink: &mut T,
) {
    let enemy = color.other();
    let (us, them) = (&attack_maps[color.index()], &attack_maps[enemy.index()]);
    let theirs = position.by_color(enemy).without(position.by_color_and_kind(enemy, PieceKind::King));
    let by_pawn = us.by_kind[PieceKind::Pawn as usize];
    let by_minor = us.by_kind[PieceKind::Knight as usize] | us.by_kind[PieceKind::Bishop as usize];
    let by_rook = us.by_kind[PieceKind::Rook as usize];
    let well_protected =
        them.by_kind[PieceKind::Pawn as usize] | them.attacked_twice.without(us.attacked_twice);
    for kind in [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
        let pieces = position.by_color_and_kind(enemy, kind);
        let index = kind as usize;
        // A less valuable piece counts as threatened only if it is weakly protected.
        let weakly_protected = pieces.without(well_protected);
        let minor_targets =
            if matches!(kind, PieceKind::Rook | PieceKind::Queen) { pieces } else { weakly_protected };
        if kind != PieceKind::Pawn {
            sink.add(color, THREAT_BY_PAWN + index, (pieces & by_pawn).len() as i32);
        }
        sink.add(color, THREAT_BY_MINOR + index, (minor_targets & by_minor).len() as i32);
        let rook_targets = if kind == PieceKind::Queen { pieces } else { weakly_protected };
        sink.add(color, THREAT_BY_ROOK + index, (rook_targets & by_rook).len() as i32);
    }
    let hanging = (theirs & us.all).without(them.all);
    sink.add(color, HANGING, hanging.len() as i32);

    // Pushes to squares that are protected or not attacked.
    let empty = !position.occupied();
    let pawns = position.by_color_and_kind(color, PieceKind::Pawn);
    let third = Bitboard(if color == WHITE { 0xff_0000 } else { 0xff00_0000_0000 });
    let once = pawns::push_squares(color, pawns) & empty;
    let twice = pawns::push_squares(color, once & third) & empty;
    let steps = (once | twice).without(them.by_kind[PieceKind::Pawn as usize]) & (us.all | !them.all);
    let attacked = pawns::attacks_left(color, steps) | pawns::attacks_right(color, steps);
    let targets = theirs.without(position.by_color_and_kind(enemy, PieceKind::Pawn)).without(by_pawn);
    sink.add(color, PUSH_THREAT, (attacked & targets).len() as i32);

    let middle = Bitboard(if color == WHITE { 0x3c3c_3c00 } else { 0x003c_3c3c_0000_0000 });
    let behind = middle.without(pawns).without(them.by_kind[PieceKind::Pawn as usize]);
    let piece_count = position.by_color(color).without(pawns).len() as i32;
    sink.add(color, SPACE, behind.len() as i32 * piece_count / 8);
}
