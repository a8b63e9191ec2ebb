//! The hand-crafted evaluation of chess.

use yipan_chess::{Color, PieceKind, Position, WHITE, attacks};

use super::attack_maps::AttackMaps;
use super::endgame_scale::endgame_scale;
use super::features::{FEATURE_COUNT, FEATURE_GROUPS, TEMPO};
use super::{king, mobility, pawns, threats};
use crate::hand_crafted::HandCrafted;
use crate::search_game::Evaluation;
use crate::tune::{Sample, Trace, Weights};
use crate::weights::{self, EvalSum, FeatureSink, PhaseAndScale};

static WEIGHTS: [i32; FEATURE_COUNT] = weights::parse_weights(include_str!("../../weights/chess.txt"));

impl Evaluation<Position> for HandCrafted {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let mut sum = EvalSum::new(&WEIGHTS);
        let phase_and_scale = evaluate_features(position, &mut sum);
        let score = phase_and_scale.score(&sum);
        if position.side_to_move() == WHITE { score } else { -score }
    }
}

/// Traces the features of a position for the tuner; `result` is the result of White, from 0 to 1.
#[must_use]
pub fn sample(position: &Position, result: f32) -> Sample {
    let mut trace = Trace::default();
    let phase_and_scale = evaluate_features(position, &mut trace);
    trace.sample(phase_and_scale, result)
}

/// Returns the compiled-in weights as the starting point of the tuner.
#[must_use]
pub fn weights() -> Weights {
    WEIGHTS.iter().map(|&pair| (weights::middlegame(pair) as f32, weights::endgame(pair) as f32)).collect()
}

/// Formats weights as the weight file of this crate.
#[must_use]
pub fn format_weights(weights: &Weights) -> String {
    let rounded: Vec<(i32, i32)> =
        weights.iter().map(|&(middle, end)| (middle.round() as i32, end.round() as i32)).collect();
    weights::format_weights(FEATURE_GROUPS, &rounded)
}

/// Adds every feature of the position to the sink.
fn evaluate_features<T: FeatureSink>(position: &Position, sink: &mut T) -> PhaseAndScale {
    let mut attack_maps = [AttackMaps::default(); 2];
    for color in Color::BOTH {
        let attack_maps = &mut attack_maps[color.index()];
        attack_maps.add(PieceKind::King, attacks::king(position.king(color)));
        let pawns = position.by_color_and_kind(color, PieceKind::Pawn);
        attack_maps.add(PieceKind::Pawn, pawns::attacks_left(color, pawns));
        attack_maps.add(PieceKind::Pawn, pawns::attacks_right(color, pawns));
    }
    for color in Color::BOTH {
        mobility::evaluate_pieces(position, color, &mut attack_maps, sink);
    }
    for color in Color::BOTH {
        pawns::evaluate_pawns(position, color, &attack_maps, sink);
        king::evaluate_king(position, color, &attack_maps, sink);
        threats::evaluate_threats(position, color, &attack_maps, sink);
    }
    sink.add(position.side_to_move(), TEMPO, 1);
    phase_and_scale(position)
}

fn phase_and_scale(position: &Position) -> PhaseAndScale {
    let count = |kind| {
        Color::BOTH.into_iter().map(|color| position.by_color_and_kind(color, kind).len() as i32).sum::<i32>()
    };
    let minor = count(PieceKind::Knight) + count(PieceKind::Bishop);
    let weight = minor + 2 * count(PieceKind::Rook) + 4 * count(PieceKind::Queen);
    PhaseAndScale {
        phase: (weight * PhaseAndScale::FULL_PHASE / 24).min(PhaseAndScale::FULL_PHASE),
        scale: endgame_scale(position),
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
    fn a_queen_ahead_is_worth_much_and_a_lone_knight_nothing() {
        assert!(value("4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1") > 700);
        assert!(value("4k3/8/8/8/8/8/8/3NK3 w - - 0 1").abs() < 100);
    }

    #[test]
    fn the_trace_adds_up_to_the_score() {
        let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
            .parse()
            .expect("a position");
        let traced = crate::tune::score(&sample(&position, 0.5), &weights());
        assert!((traced - value(&position.to_string()) as f32).abs() < 2.0, "{traced}");
    }
}
