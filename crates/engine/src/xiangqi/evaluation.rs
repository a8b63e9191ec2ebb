//! The hand-crafted evaluation of xiangqi.

use yipan_xiangqi::{BLACK, Color, PieceKind, Position, RED};

use super::endgame_scale::endgame_scale;
use super::features::{FEATURE_COUNT, FEATURE_GROUPS, TEMPO};
use super::{general, mobility, threats};
use crate::hand_crafted::HandCrafted;
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

/// Traces the features of a position for the tuner; `result` is the result of Red, from 0 to 1.
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
    let attack_maps = Color::BOTH.map(|color| mobility::evaluate_pieces(position, color, sink));
    for color in Color::BOTH {
        general::evaluate_general(position, color, &attack_maps, sink);
        threats::evaluate_threats(position, color, &attack_maps, sink);
    }
    sink.add(position.side_to_move(), TEMPO, 1);
    phase_and_scale(position)
}

fn phase_and_scale(position: &Position) -> PhaseAndScale {
    let weight = |color| {
        let of = |kind| position.by_color_and_kind(color, kind).len() as i32;
        2 * of(PieceKind::Rook) + of(PieceKind::Horse) + of(PieceKind::Cannon)
    };
    let phase = (weight(RED) + weight(BLACK)) * PhaseAndScale::FULL_PHASE / 16;
    PhaseAndScale { phase, scale: endgame_scale(position) }
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
