//! The safety of the general.

use yipan_xiangqi::{Color, PieceKind, Point, PointSet, Position, attacks};

use super::attack_maps::AttackMaps;
use super::features::{
    ADVISORS_AND_CANNONS, ADVISORS_AND_HORSES, ADVISORS_AND_ROOKS, CANNON_ON_FILE, CANNON_ON_RANK, DEFENSE,
    ELEPHANTS_AND_CANNONS, GENERAL_DANGER, GENERAL_FILE, ROOK_ON_LINE,
};
use crate::weights::FeatureSink;

pub(super) fn evaluate_general<T: FeatureSink>(
    position: &Position,
    color: Color,
    attack_maps: &[AttackMaps; 2],
    sink: &mut T,
) {
    let enemy = color.other();
    let of = |color, kind| position.by_color_and_kind(color, kind).len();
    let advisors = of(color, PieceKind::Advisor) as usize;
    let elephants = of(color, PieceKind::Elephant) as usize;
    sink.add(color, DEFENSE + advisors * 3 + elephants, 1);
    for (group, count, kind) in [
        (ADVISORS_AND_ROOKS, advisors, PieceKind::Rook),
        (ADVISORS_AND_HORSES, advisors, PieceKind::Horse),
        (ADVISORS_AND_CANNONS, advisors, PieceKind::Cannon),
        (ELEPHANTS_AND_CANNONS, elephants, PieceKind::Cannon),
    ] {
        sink.add(color, group + count, of(enemy, kind) as i32);
    }
    evaluate_lines(position, color, sink);
    evaluate_danger(position, color, attack_maps, sink);
}

/// Evaluates cannons, rooks and the general of `color` on the lines of the enemy general.
fn evaluate_lines<T: FeatureSink>(position: &Position, color: Color, sink: &mut T) {
    let target = position.general(color.other());
    let occupied = position.occupied();
    let pieces_between = |from: Point| {
        if from.file() != target.file() && from.rank() != target.rank() {
            return None;
        }
        Some((attacks::between(from, target) & occupied.points()).len() as usize)
    };
    for cannon in position.by_color_and_kind(color, PieceKind::Cannon) {
        if let Some(between) = pieces_between(cannon).filter(|&between| between < 4) {
            let group = if cannon.file() == target.file() { CANNON_ON_FILE } else { CANNON_ON_RANK };
            sink.add(color, group + between, 1);
        }
    }
    for rook in position.by_color_and_kind(color, PieceKind::Rook) {
        if let Some(between) = pieces_between(rook).filter(|&between| between < 3) {
            sink.add(color, ROOK_ON_LINE + between, 1);
        }
    }
    let own = position.general(color);
    if own.file() == target.file() {
        let between = attacks::between(own, target) & occupied.points();
        // The facing general pins enemy pieces on the file. Own pieces there pin themselves.
        let enemies = between & position.by_color(color.other());
        match (between.len(), enemies.len()) {
            (1, 1) => sink.add(color, GENERAL_FILE, 1),
            (2, 1..) => sink.add(color, GENERAL_FILE + 1, 1),
            _ => {}
        }
    }
}

/// Counts attackers of the palace and safe checks into one index of a weight table.
///
/// The table makes the danger grow faster than the number of its causes.
fn evaluate_danger<T: FeatureSink>(
    position: &Position,
    color: Color,
    attack_maps: &[AttackMaps; 2],
    sink: &mut T,
) {
    let (us, them) = (&attack_maps[color.index()], &attack_maps[color.other().index()]);
    let general = position.general(color);
    let occupied = position.occupied();
    let safe = !(us.all | position.by_color(color.other()));
    let straight = attacks::rook(general, occupied);
    let beyond_first_piece = occupied.without(straight);
    let behind_one_piece = attacks::rook(general, beyond_first_piece).without(straight);
    let check = |kind: PieceKind, points: PointSet| (them.by_kind[kind as usize] & points & safe).any();
    let mut danger_units = them.palace_attacks / 2 + 2 * them.palace_attackers.saturating_sub(1);
    danger_units += 5 * u32::from(check(PieceKind::Rook, straight));
    danger_units += 4 * u32::from(check(PieceKind::Horse, attacks::horse_attackers(general, occupied)));
    danger_units += 3 * u32::from((them.cannon_quiet_moves & behind_one_piece & safe).any());
    danger_units += 2 * u32::from(check(PieceKind::Pawn, attacks::pawn_attackers(color.other(), general)));
    // The points the general can safely move to.
    let steps = attacks::general(general).without(position.by_color(color)).without(them.all);
    danger_units += 2 * u32::from(steps.is_empty());
    let home = general.rank_for(color);
    danger_units += u32::from(home) * 2;
    sink.add(color, GENERAL_DANGER + (danger_units as usize).min(39), 1);
}
