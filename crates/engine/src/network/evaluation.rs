use std::sync::Arc;

use super::accumulators::AccumulatorPair;
use super::lanes::{QA, screlu_output};
use super::network_game::NetworkGame;
use super::params::{NetworkParams, OUTPUT_BUCKETS};
use crate::score::DECISIVE;
use crate::search_game::{Evaluation, PathEntry};

/// The quantization of output weights, and the centipawns of an output of one.
const QB: i32 = 64;
const EVAL_SCALE: i32 = 400;

/// The network evaluation, with the accumulators of the search path.
pub struct Network<P: NetworkGame> {
    params: Arc<NetworkParams>,
    /// By ply. Those below the current ply may belong to other paths.
    stack: Vec<AccumulatorPair<P>>,
}

impl<P: NetworkGame> Network<P> {
    /// Creates the evaluation by a network other than the one that is compiled in.
    ///
    /// # Panics
    ///
    /// If the network is for another game.
    #[must_use]
    pub fn new(params: Arc<NetworkParams>) -> Network<P> {
        assert_eq!(params.inputs(), P::INPUTS, "the network is for another game");
        let empty = AccumulatorPair::empty_board(&params);
        Network { params, stack: vec![empty] }
    }

    /// Computes the accumulators of a path from the last ply on where they are known.
    #[inline(always)]
    fn update_accumulators(&mut self, path: &[PathEntry<P>]) {
        while self.stack.len() < path.len() {
            self.stack.push(AccumulatorPair::empty_board(&self.params));
        }
        let stack = &mut self.stack[..path.len()];
        let is_known =
            |(here, accumulators): (&PathEntry<P>, &AccumulatorPair<P>)| accumulators.key == Some(here.key);
        let known = path.iter().zip(&*stack).rposition(is_known).unwrap_or_else(|| {
            stack[0].update(&self.params, &path[0]);
            0
        });
        for ply in known + 1..path.len() {
            let (before, here) = stack.split_at_mut(ply);
            here[0].update_from(&before[ply - 1], &self.params, &path[ply]);
        }
    }

    /// Returns the output of the network for the side to move, in centipawns, limited to what is not decisive: the weights
    /// of a file may be of any size.
    #[inline(always)]
    fn output(&self, accumulators: &AccumulatorPair<P>, position: &P) -> i32 {
        let bucket = (position.piece_count().saturating_sub(2) / 4).min(OUTPUT_BUCKETS - 1);
        let us = position.side_to_move();
        let sums = [accumulators.of(us), accumulators.of(us.other())];
        let output = screlu_output(sums, self.params.output_rows(bucket));
        let bias = i64::from(self.params.output_biases[bucket]);
        let centipawns = (output / i64::from(QA) + bias) * i64::from(EVAL_SCALE) / i64::from(QA * QB);
        // The limits fit into 32 bits.
        centipawns.clamp(i64::from(1 - DECISIVE), i64::from(DECISIVE - 1)) as i32
    }
}

impl<P: NetworkGame> Default for Network<P> {
    fn default() -> Network<P> {
        Network::new(Arc::clone(P::embedded_network()))
    }
}

impl<P: NetworkGame> Evaluation<P> for Network<P> {
    fn evaluate(&mut self, position: &P) -> i32 {
        let root =
            PathEntry { position: *position, key: position.key(), mv: None, in_check: position.in_check() };
        self.evaluate_path(&[root])
    }

    fn evaluate_path(&mut self, path: &[PathEntry<P>]) -> i32 {
        let Some(here) = path.last() else { return 0 };
        self.update_accumulators(path);
        here.position.scale_for_endgame(self.output(&self.stack[path.len() - 1], &here.position))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Display;

    use yipan_core::{MoveKind, MoveList, splitmix64};

    use super::*;

    /// Evaluates about half of the positions of random walks forward and back.
    fn check_incremental_accumulators<P: NetworkGame + Display>(start: P) {
        let entry = |position: P| PathEntry {
            position,
            key: position.key(),
            mv: None,
            in_check: position.in_check(),
        };
        let mut incremental = Network::default();
        let mut state = 1;
        let mut random = |below: usize| {
            let number;
            (state, number) = splitmix64(state);
            number as usize % below
        };
        for _ in 0..20 {
            let mut path = vec![entry(start)];
            for _ in 0..300 {
                let mut next = path[path.len() - 1].position;
                let mut legal = MoveList::new();
                next.generate_moves(MoveKind::All, &mut legal);
                if legal.is_empty() || (path.len() > 1 && random(3) == 0) {
                    path.pop();
                } else {
                    next.make(legal[random(legal.len())]);
                    path.push(entry(next));
                }
                if random(2) == 0 {
                    let here = path[path.len() - 1].position;
                    assert_eq!(
                        incremental.evaluate_path(&path),
                        Network::default().evaluate(&here),
                        "{here}"
                    );
                }
            }
        }
    }

    /// Evaluates the start with a network of ones and this output weight and output bias.
    fn evaluation_of(weight: i16, bias: i32) -> i32 {
        type Chess = yipan_chess::Position;
        const HIDDEN: usize = 1_024;
        let words = |value: i16, rows: usize| vec![value; rows * HIDDEN];
        let shape = [HIDDEN as i16, OUTPUT_BUCKETS as i16].to_vec();
        let numbers =
            [shape, words(255, Chess::INPUTS + 1), words(weight, 2 * OUTPUT_BUCKETS)].concat().into_iter();
        let file =
            numbers.flat_map(i16::to_le_bytes).chain([bias; OUTPUT_BUCKETS].map(i32::to_le_bytes).concat());
        let params = NetworkParams::parse(&file.collect::<Vec<u8>>(), Chess::INPUTS).expect("a network");
        Network::new(Arc::new(params)).evaluate(&Chess::start())
    }

    #[test]
    fn an_evaluation_of_any_network_is_no_mate() {
        assert_eq!(evaluation_of(127, i32::MAX), DECISIVE - 1);
        assert_eq!(evaluation_of(-128, i32::MIN), 1 - DECISIVE);
        assert_eq!((evaluation_of(0, 0), evaluation_of(0, QA * QB)), (0, EVAL_SCALE));
    }

    #[test]
    fn incremental_accumulators_equal_fresh_ones() {
        check_incremental_accumulators(yipan_chess::Position::start());
        check_incremental_accumulators(yipan_xiangqi::Position::start());
    }
}
