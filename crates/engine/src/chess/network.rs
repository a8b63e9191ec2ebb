//! The neural network evaluation of chess (NNUE), trained on self-play by `network/train.py`.
//!
//! The architecture is `(768 -> 128) x 2 -> 1 x 8` with squared clipped ReLU. A move changes few of the inputs, so
//! the hidden layer (the accumulators) is updated incrementally along the search path.

use std::sync::LazyLock;

use yipan_chess::{Bitboard, Color, PieceKind, Position};

use super::endgame_scale;
use crate::search_game::Evaluation;

const HIDDEN_SIZE: usize = 128;
/// Own or enemy, kind, square.
const INPUT_SIZE: usize = 2 * 6 * 64;
/// The output weights are selected by the number of pieces, four to a bucket.
const OUTPUT_BUCKETS: usize = 8;
/// The quantization of accumulators (`QA`) and output weights (`QB`), and the centipawns of an output of one.
const QA: i32 = 255;
const QB: i32 = 64;
const EVAL_SCALE: i32 = 400;

type Accumulator = [i16; HIDDEN_SIZE];

/// The trained parameters, quantized.
struct NetworkParams {
    feature_weights: Vec<Accumulator>,
    feature_bias: Accumulator,
    /// By bucket, for the side to move and for its opponent.
    output_weights: Vec<[Accumulator; 2]>,
    output_biases: Vec<i32>,
}

static NETWORK_PARAMS: LazyLock<NetworkParams> =
    LazyLock::new(|| parse_network(include_bytes!("../../network/chess.net")));

fn parse_network(bytes: &[u8]) -> NetworkParams {
    let (numbers, biases) = bytes.split_at(bytes.len() - 4 * OUTPUT_BUCKETS);
    let mut numbers = numbers.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
    let shape = [numbers.next(), numbers.next()];
    assert_eq!(
        shape,
        [Some(HIDDEN_SIZE as i16), Some(OUTPUT_BUCKETS as i16)],
        "the network file has another architecture"
    );
    let mut layer =
        || -> Accumulator { std::array::from_fn(|_| numbers.next().expect("the network file is complete")) };
    let params = NetworkParams {
        feature_weights: (0..INPUT_SIZE).map(|_| layer()).collect(),
        feature_bias: layer(),
        output_weights: (0..OUTPUT_BUCKETS).map(|_| [layer(), layer()]).collect(),
        output_biases: biases
            .chunks_exact(4)
            .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
            .collect(),
    };
    assert_eq!(numbers.next(), None, "the network file is too long");
    params
}

/// The network evaluation, with the accumulators of the search path.
pub struct Network {
    stack: Vec<AccumulatorPair>,
    ply: usize,
}

/// The accumulators of both perspectives for the pieces in `pieces`.
///
/// They stay consistent with `pieces` even if the position at this ply has changed.
#[derive(Clone)]
struct AccumulatorPair {
    pieces: PieceBitboards,
    by_perspective: [Accumulator; 2],
    /// False if no position was evaluated at this ply since it was entered.
    is_computed: bool,
}

/// The squares of the pieces, by color and kind.
type PieceBitboards = [[Bitboard; 6]; 2];

impl Default for Network {
    fn default() -> Network {
        let empty = AccumulatorPair {
            pieces: [[Bitboard::EMPTY; 6]; 2],
            by_perspective: [NETWORK_PARAMS.feature_bias; 2],
            is_computed: true,
        };
        Network { stack: vec![empty], ply: 0 }
    }
}

impl Evaluation<Position> for Network {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let accumulators = self.refresh_accumulators(position);
        let (us, them) = (position.side_to_move(), position.side_to_move().other());
        let bucket = ((position.occupied().len() as usize).saturating_sub(2) / 4).min(OUTPUT_BUCKETS - 1);
        let params = &*NETWORK_PARAMS;
        let [first, second] = &params.output_weights[bucket];
        let output = screlu_output(&accumulators.by_perspective[us.index()], first)
            + screlu_output(&accumulators.by_perspective[them.index()], second);
        let value = (output / QA + params.output_biases[bucket]) * EVAL_SCALE / (QA * QB);
        value * endgame_scale::endgame_scale(position) / endgame_scale::FULL_SCALE
    }

    fn push_ply(&mut self) {
        self.ply += 1;
        match self.stack.get_mut(self.ply) {
            Some(accumulators) => accumulators.is_computed = false,
            None => {
                let next = AccumulatorPair { is_computed: false, ..self.stack[self.ply - 1].clone() };
                self.stack.push(next);
            }
        }
    }

    fn pop_ply(&mut self) {
        self.ply -= 1;
    }
}

impl Network {
    /// Updates the accumulators of a position from the nearest computed ones on the path.
    fn refresh_accumulators(&mut self, position: &Position) -> &AccumulatorPair {
        let (before, rest) = self.stack.split_at_mut(self.ply);
        let here = &mut rest[0];
        if !here.is_computed
            && let Some(nearest) = before.iter().rfind(|accumulators| accumulators.is_computed)
        {
            here.pieces = nearest.pieces;
            here.by_perspective = nearest.by_perspective;
        }
        here.is_computed = true;
        let params = &*NETWORK_PARAMS;
        for color in Color::BOTH {
            for kind in PieceKind::ALL {
                let old = &mut here.pieces[color.index()][kind as usize];
                let new = position.by_color_and_kind(color, kind);
                for (squares, change) in
                    [(old.without(new), FeatureChange::Removed), (new.without(*old), FeatureChange::Added)]
                {
                    for square in squares {
                        for perspective in Color::BOTH {
                            let terms = &params.feature_weights
                                [feature_index(perspective, color, kind, square.index())];
                            change.apply(&mut here.by_perspective[perspective.index()], terms);
                        }
                    }
                }
                *old = new;
            }
        }
        here
    }
}

#[derive(Clone, Copy)]
enum FeatureChange {
    Removed,
    Added,
}

impl FeatureChange {
    #[inline(always)]
    fn apply(self, accumulators: &mut Accumulator, terms: &Accumulator) {
        for (sum, term) in accumulators.iter_mut().zip(terms) {
            *sum = match self {
                FeatureChange::Removed => sum.wrapping_sub(*term),
                FeatureChange::Added => sum.wrapping_add(*term),
            };
        }
    }
}

/// Returns the input of a piece for one perspective: own pieces first, the board flipped for Black.
#[inline]
fn feature_index(perspective: Color, color: Color, kind: PieceKind, square: usize) -> usize {
    let square = if perspective.index() == 0 { square } else { square ^ 56 };
    usize::from(perspective != color) * 384 + kind as usize * 64 + square
}

/// Returns the output of one perspective, with squared clipped ReLU.
#[inline]
fn screlu_output(accumulators: &Accumulator, weights: &Accumulator) -> i32 {
    let term = |(&sum, &weight): (&i16, &i16)| {
        let clipped = sum.clamp(0, QA as i16);
        // Weights are below 128, so the product fits into 16 bits.
        i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
    };
    accumulators.iter().zip(weights).map(term).sum()
}

#[cfg(test)]
mod tests {
    use yipan_core::{MoveGenerator, splitmix64};

    use super::*;

    fn value(fen: &str) -> i32 {
        Network::default().evaluate(&fen.parse().expect(fen))
    }

    /// The expected values were computed from the network file by another program.
    #[test]
    fn the_network_reproduces_the_values_of_the_reference_implementation() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 46),
            ("r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 9", 46),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", -49),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", -51),
            ("2r2r2/1p4k1/p4p1q/3Bp3/4P3/2P2R1P/1Pn2QPK/8 b - - 3 29", 325),
            ("4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", 1635),
        ] {
            assert_eq!(value(fen), expected, "{fen}");
        }
    }

    #[test]
    fn incremental_accumulators_equal_fresh_ones() {
        let mut incremental = Network::default();
        let mut state = 1;
        let mut random = |below: usize| {
            let number;
            (state, number) = splitmix64(state);
            number as usize % below
        };
        for _ in 0..20 {
            let mut path = vec![Position::start()];
            for _ in 0..300 {
                let here = *path.last().expect("a position");
                let legal = here.legal_moves();
                // Random walk; not every position is evaluated.
                if legal.is_empty() || (path.len() > 1 && random(3) == 0) {
                    path.pop();
                    incremental.pop_ply();
                } else {
                    let mut next = here;
                    next.make(legal[random(legal.len())]);
                    path.push(next);
                    incremental.push_ply();
                }
                if random(2) == 0 {
                    let here = path.last().expect("a position");
                    assert_eq!(incremental.evaluate(here), Network::default().evaluate(here), "{here}");
                }
            }
            path.drain(1..).for_each(|_| incremental.pop_ply());
        }
    }
}
