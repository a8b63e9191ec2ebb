//! What a position of xiangqi is worth, by hand.

use yipan_xiangqi::{BLACK, Color, Occupancy, PieceKind, Point, PointSet, Position, RED, attacks};

use super::features::{
    CANNON_MOBILITY, FEATURE_COUNT, FEATURE_GROUPS, HORSE_BLOCKED, HORSE_MOBILITY, HORSE_WITH_CANNON,
    MATERIAL, PAWN_PAIR, PAWN_PROTECTED, PIECE_SQUARE, ROOK_MOBILITY, ROOKS_AGAINST_NONE, TEMPO, TWO_CANNONS,
    TWO_HORSES,
};
use super::{general, threats};
use crate::HandCrafted;
use crate::search_game::Evaluation;
use crate::tune::{Sample, Trace, Weights};
use crate::weights::{self, EvalSum, FeatureSink, PhaseAndScale};

static WEIGHTS: [i32; FEATURE_COUNT] = weights::parse_weights(include_str!("../../weights/xiangqi.txt"));

impl Evaluation<Position> for HandCrafted {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let mut sum = EvalSum::new(&WEIGHTS);
        let phase_and_scale = evaluate_features(position, &mut sum);
        let score = phase_and_scale.score(&sum);
        if position.side_to_move() == RED { score } else { -score }
    }
}

/// The position as the tuner sees it; `result` is what Red got.
#[must_use]
pub fn sample(position: &Position, result: f32) -> Sample {
    let mut trace = Trace::default();
    let phase_and_scale = evaluate_features(position, &mut trace);
    trace.sample(phase_and_scale, result)
}

/// The weights in use, for the tuner to begin with.
#[must_use]
pub fn weights() -> Weights {
    WEIGHTS.iter().map(|&pair| (weights::middlegame(pair) as f32, weights::endgame(pair) as f32)).collect()
}

/// Weights as the table of this crate has them.
#[must_use]
pub fn write_weights(weights: &Weights) -> String {
    let rounded: Vec<(i32, i32)> =
        weights.iter().map(|&(middle, end)| (middle.round() as i32, end.round() as i32)).collect();
    weights::format_weights(FEATURE_GROUPS, &rounded)
}

/// What one side attacks, gathered while its men are looked at.
#[derive(Clone, Copy, Default)]
pub(super) struct AttackMaps {
    pub(super) all: PointSet,
    /// By kind. A cannon attacks over its screen.
    pub(super) by_kind: [PointSet; 7],
    /// Where cannons can go without taking.
    pub(super) cannon_quiet_moves: PointSet,
    /// Points of the enemy palace that are attacked, counted for each attacker.
    pub(super) palace_attacks: u32,
    pub(super) palace_attackers: u32,
}

/// Looks at everything there is to see.
fn evaluate_features<T: FeatureSink>(position: &Position, sink: &mut T) -> PhaseAndScale {
    let attack_maps = Color::BOTH.map(|color| evaluate_pieces(position, color, sink));
    for color in Color::BOTH {
        general::evaluate_general(position, color, &attack_maps, sink);
        threats::evaluate_threats(position, color, &attack_maps, sink);
    }
    sink.add(position.side_to_move(), TEMPO, 1);
    phase_and_scale(position)
}

/// Material, places and mobility.
fn evaluate_pieces<T: FeatureSink>(position: &Position, color: Color, sink: &mut T) -> AttackMaps {
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
    let has_only_rooks =
        of(PieceKind::Rook) > 0 && position.by_color_and_kind(color.other(), PieceKind::Rook).is_empty();
    sink.add(color, ROOKS_AGAINST_NONE, i32::from(has_only_rooks));
    for pawn in pawns {
        if pawn.is_across_river(color) {
            let beside = Point::from_coords(pawn.file() + 1, pawn.rank());
            sink.add(color, PAWN_PAIR, i32::from(beside.is_some_and(|point| pawns.contains(point))));
            sink.add(color, PAWN_PROTECTED, i32::from(attack_maps.all.contains(pawn)));
        }
    }
    attack_maps
}

/// What a man attacks, whoever stands there.
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

/// The index of a point among the 50 of one half, as `color` counts its ranks.
fn piece_square_index(point: Point, color: Color) -> usize {
    let file = point.file().min(8 - point.file());
    usize::from(point.rank_for(color) * 5 + file)
}

fn phase_and_scale(position: &Position) -> PhaseAndScale {
    let weight = |color| {
        let of = |kind| position.by_color_and_kind(color, kind).len() as i32;
        2 * of(PieceKind::Rook) + of(PieceKind::Horse) + of(PieceKind::Cannon)
    };
    let phase = (weight(RED) + weight(BLACK)) * PhaseAndScale::FULL_PHASE / 16;
    PhaseAndScale { phase, scale: endgame_scale(position) }
}

/// How much of an advantage in the endgame can be used: who attacks with next to nothing does not win against a
/// palace that is still guarded.
fn endgame_scale(position: &Position) -> i32 {
    let of = |color, kind| position.by_color_and_kind(color, kind).len() as i32;
    let strength = |color| {
        let pawns = position.by_color_and_kind(color, PieceKind::Pawn).into_iter();
        // A pawn on the last rank can only walk sideways.
        let pawns = pawns.filter(|pawn| pawn.rank_for(color) < 9).count() as i32;
        5 * of(color, PieceKind::Rook)
            + 2 * of(color, PieceKind::Horse)
            + 2 * of(color, PieceKind::Cannon)
            + pawns
    };
    let guards = |color| of(color, PieceKind::Advisor) + of(color, PieceKind::Elephant);
    let attack = [strength(RED), strength(BLACK)];
    if attack == [0, 0] {
        return 0;
    }
    let stronger = if attack[0] >= attack[1] { RED } else { BLACK };
    let (stronger_attack, weaker_attack) = (attack[0].max(attack[1]), attack[0].min(attack[1]));
    // A cannon without a screen of its own side cannot mate.
    let lone_cannon =
        stronger_attack == 2 && of(stronger, PieceKind::Cannon) == 1 && of(stronger, PieceKind::Advisor) == 0;
    if lone_cannon {
        return 6;
    }
    match stronger_attack - weaker_attack {
        0 if stronger_attack <= 7 => 32,
        1..=2 if stronger_attack <= 2 && guards(stronger.other()) >= 2 => 12,
        0..=2 if stronger_attack <= 7 && guards(stronger.other()) >= 3 => 24,
        _ => PhaseAndScale::FULL_SCALE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> i32 {
        let position: Position = fen.parse().expect(fen);
        HandCrafted.evaluate(&position)
    }

    #[test]
    fn both_sides_are_evaluated_alike() {
        let sides = [
            (
                "r1bakabr1/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 5",
                "rnbakab1r/9/1c2c1n2/p3p1p1p/2p6/9/P1P1P1P1P/1CN4C1/9/R1BAKABR1 b - - 0 5",
            ),
            ("3k5/4a4/4b4/9/9/5R3/9/9/4K4/9 w - - 0 1", "9/4k4/9/9/5r3/9/9/4B4/4A4/3K5 b - - 0 1"),
        ];
        for (red, black) in sides {
            assert_eq!(value(red), value(black), "{red}");
        }
    }

    #[test]
    fn a_rook_ahead_is_worth_much_and_a_lone_cannon_little() {
        assert!(value("4k4/4a4/4b4/9/9/9/9/4B4/4A4/R3K4 w - - 0 1") > 300);
        assert!(value("4k4/4a4/4b4/9/9/9/9/9/9/C3K4 w - - 0 1") < 150);
    }

    #[test]
    fn the_trace_adds_up_to_the_score() {
        let position: Position = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"
            .parse()
            .expect("a position");
        let traced = crate::tune::score(&sample(&position, 0.5), &weights());
        assert!((traced - value(&position.to_string()) as f32).abs() < 2.0, "{traced}");
    }
}
