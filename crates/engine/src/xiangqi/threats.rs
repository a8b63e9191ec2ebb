//! Attacked and protected pieces.

use yipan_xiangqi::{Color, PieceKind, PointSet, Position};

use super::attack_maps::AttackMaps;
use super::features::{HANGING, PROTECTED, THREAT};
use crate::weights::FeatureSink;

/// The less valuable kinds that threaten each kind even if it is protected.
const CHEAPER_ATTACKERS: [&[PieceKind]; 7] = [
    &[],
    &[PieceKind::Pawn],
    &[PieceKind::Pawn],
    &[PieceKind::Pawn, PieceKind::Advisor, PieceKind::Elephant],
    &[PieceKind::Pawn, PieceKind::Advisor, PieceKind::Elephant, PieceKind::Horse, PieceKind::Cannon],
    &[PieceKind::Pawn, PieceKind::Advisor, PieceKind::Elephant],
    &[],
];

/// Evaluates the threats of `color` and its protected pieces.
pub(super) fn evaluate_threats<T: FeatureSink>(
    position: &Position,
    color: Color,
    attack_maps: &[AttackMaps; 2],
    sink: &mut T,
) {
    let (us, them) = (&attack_maps[color.index()], &attack_maps[color.other().index()]);
    for kind in [
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Horse,
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Pawn,
    ] {
        let index = kind as usize;
        let theirs = position.by_color_and_kind(color.other(), kind);
        let attacked = theirs & us.all;
        if attacked.any() {
            let by = CHEAPER_ATTACKERS[index]
                .iter()
                .fold(PointSet::EMPTY, |set, &by| set | us.by_kind[by as usize]);
            let attacked_by_cheaper = attacked & by;
            sink.add(color, THREAT + index, attacked_by_cheaper.len() as i32);
            sink.add(
                color,
                HANGING + index,
                attacked.without(attacked_by_cheaper).without(them.all).len() as i32,
            );
        }
        sink.add(color, PROTECTED + index, (position.by_color_and_kind(color, kind) & us.all).len() as i32);
    }
}
