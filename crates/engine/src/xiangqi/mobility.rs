//! Material, piece-square tables and mobility.

use yipan_xiangqi::{Color, Occupancy, PieceKind, Point, PointSet, Position, attacks};

use super::attack_maps::AttackMaps;
use super::features::{
    CANNON_MOBILITY, HORSE_BLOCKED, HORSE_MOBILITY, HORSE_WITH_CANNON, MATERIAL, PAWN_PAIR, PAWN_PROTECTED,
    PIECE_SQUARE, ROOK_MOBILITY, ROOKS_AGAINST_NONE, TWO_CANNONS, TWO_HORSES,
};
use crate::weights::FeatureSink;

/// Evaluates the pieces of one side and returns the points they attack.
pub(super) fn evaluate_pieces<T: FeatureSink>(position: &Position, color: Color, sink: &mut T) -> AttackMaps {
    let mut attack_maps = AttackMaps::default();
    let occupied = position.occupied();
    let empty = !occupied.points();
    let own = position.by_color(color);
    let palace = PointSet::palace(color.other());
    let pawns = position.by_color_and_kind(color, PieceKind::Pawn);
    for kind in PieceKind::ALL {
        let of_kind = position.by_color_and_kind(color, kind);
        if kind != PieceKind::General {
            sink.add(color, MATERIAL + kind as usize - 1, of_kind.len() as i32);
        }
        for point in of_kind {
            sink.add(color, PIECE_SQUARE + kind as usize * 50 + piece_square_index(point, color), 1);
            let points = attacked_points(kind, point, color, occupied);
            attack_maps.by_kind[kind as usize] |= points;
            attack_maps.all |= points;
            let hits = (points & palace).len();
            if hits > 0 {
                attack_maps.palace_attackers += 1;
                attack_maps.palace_attacks += hits * [0, 0, 0, 3, 3, 3, 2][kind as usize];
            }
            match kind {
                PieceKind::Horse => {
                    sink.add(color, HORSE_MOBILITY + points.without(own).len() as usize, 1);
                    let forward = attacks::pawn(color, point);
                    if (forward & pawns).any() && !point.is_across_river(color) {
                        sink.add(color, HORSE_BLOCKED, 1);
                    }
                }
                PieceKind::Rook => {
                    sink.add(color, ROOK_MOBILITY + (points.without(own).len() as usize).min(17), 1);
                }
                PieceKind::Cannon => {
                    let steps = attacks::rook(point, occupied) & empty;
                    attack_maps.cannon_quiet_moves |= steps;
                    sink.add(color, CANNON_MOBILITY + (steps.len() as usize).min(17), 1);
                }
                _ => {}
            }
        }
    }
    let of = |kind| position.by_color_and_kind(color, kind).len() as i32;
    let (horses, cannons) = (of(PieceKind::Horse), of(PieceKind::Cannon));
    sink.add(color, HORSE_WITH_CANNON, horses.min(cannons).min(1));
    sink.add(color, TWO_HORSES, i32::from(horses == 2 && cannons == 0));
    sink.add(color, TWO_CANNONS, i32::from(cannons == 2 && horses == 0));
    let is_only_side_with_rooks =
        of(PieceKind::Rook) > 0 && position.by_color_and_kind(color.other(), PieceKind::Rook).is_empty();
    sink.add(color, ROOKS_AGAINST_NONE, i32::from(is_only_side_with_rooks));
    for pawn in pawns {
        if pawn.is_across_river(color) {
            let beside = Point::from_coords(pawn.file() + 1, pawn.rank());
            sink.add(color, PAWN_PAIR, i32::from(beside.is_some_and(|point| pawns.contains(point))));
            sink.add(color, PAWN_PROTECTED, i32::from(attack_maps.all.contains(pawn)));
        }
    }
    attack_maps
}

/// Returns the points a piece attacks, including those its own side occupies.
fn attacked_points(kind: PieceKind, point: Point, color: Color, occupied: Occupancy) -> PointSet {
    match kind {
        PieceKind::General => attacks::general(point),
        PieceKind::Advisor => attacks::advisor(point),
        PieceKind::Elephant => attacks::elephant(point, occupied),
        PieceKind::Horse => attacks::horse(point, occupied),
        PieceKind::Rook => attacks::rook(point, occupied),
        PieceKind::Cannon => attacks::cannon(point, occupied),
        PieceKind::Pawn => attacks::pawn(color, point),
    }
}

/// Returns the index of a point in a piece-square table, relative to the side and mirrored to files a to e.
fn piece_square_index(point: Point, color: Color) -> usize {
    let file = point.file().min(8 - point.file());
    usize::from(point.rank_for(color) * 5 + file)
}
