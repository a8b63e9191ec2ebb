use yipan_chess::Position;

use super::network::Network;
use crate::hand_crafted::HandCrafted;
use crate::search_game::Evaluation;

/// The evaluation of chess: the network by default, or the hand-crafted one.
pub enum ChessEvaluator {
    /// The trained network.
    Network(Network),
    /// The hand-crafted evaluation.
    HandCrafted(HandCrafted),
}

impl Default for ChessEvaluator {
    fn default() -> ChessEvaluator {
        ChessEvaluator::Network(Network::default())
    }
}

impl From<HandCrafted> for ChessEvaluator {
    fn from(hand_crafted: HandCrafted) -> ChessEvaluator {
        ChessEvaluator::HandCrafted(hand_crafted)
    }
}

impl Evaluation<Position> for ChessEvaluator {
    fn evaluate(&mut self, position: &Position) -> i32 {
        match self {
            ChessEvaluator::Network(network) => network.evaluate(position),
            ChessEvaluator::HandCrafted(hand_crafted) => hand_crafted.evaluate(position),
        }
    }

    fn push_ply(&mut self) {
        if let ChessEvaluator::Network(network) = self {
            network.push_ply();
        }
    }

    fn pop_ply(&mut self) {
        if let ChessEvaluator::Network(network) = self {
            network.pop_ply();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_are_evaluated_alike() {
        for new_evaluator in [|| ChessEvaluator::default(), || ChessEvaluator::from(HandCrafted)] {
            let value = |fen: &str| new_evaluator().evaluate(&fen.parse().expect(fen));
            for (white, black) in [
                (
                    "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9",
                    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
                ),
                ("8/5k2/8/3PP3/8/1p6/5K2/8 w - - 0 1", "8/5k2/1P6/8/3pp3/8/5K2/8 b - - 0 1"),
            ] {
                assert_eq!(value(white), value(black), "{white}");
            }
        }
    }
}
