use crate::hand_crafted::HandCrafted;
use crate::network::{Network, NetworkGame};
use crate::search_game::{Evaluation, PathEntry};

/// The evaluation of a game: a network by default, or the hand-crafted one.
pub enum Evaluator<P: NetworkGame> {
    /// A trained network.
    Network(Network<P>),
    /// The hand-crafted evaluation.
    HandCrafted(HandCrafted),
}

impl<P: NetworkGame> Default for Evaluator<P> {
    fn default() -> Evaluator<P> {
        Evaluator::Network(Network::default())
    }
}

impl<P: NetworkGame> From<HandCrafted> for Evaluator<P> {
    fn from(hand_crafted: HandCrafted) -> Evaluator<P> {
        Evaluator::HandCrafted(hand_crafted)
    }
}

impl<P: NetworkGame> From<Network<P>> for Evaluator<P> {
    fn from(network: Network<P>) -> Evaluator<P> {
        Evaluator::Network(network)
    }
}

impl<P: NetworkGame> Evaluation<P> for Evaluator<P>
where
    HandCrafted: Evaluation<P>,
{
    fn evaluate(&mut self, position: &P) -> i32 {
        match self {
            Evaluator::Network(network) => network.evaluate(position),
            Evaluator::HandCrafted(hand_crafted) => hand_crafted.evaluate(position),
        }
    }

    fn evaluate_path(&mut self, path: &[PathEntry<P>]) -> i32 {
        match self {
            Evaluator::Network(network) => network.evaluate_path(path),
            Evaluator::HandCrafted(hand_crafted) => hand_crafted.evaluate_path(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;

    /// Checks that positions have the same value with the sides exchanged.
    fn check_symmetry<P: NetworkGame + FromStr<Err: std::fmt::Debug>>(positions: [(&str, &str); 2])
    where
        HandCrafted: Evaluation<P>,
    {
        for new_evaluator in [|| Evaluator::<P>::default(), || Evaluator::from(HandCrafted)] {
            let value = |fen: &str| new_evaluator().evaluate(&fen.parse().expect(fen));
            for (first, second) in positions {
                assert_eq!(value(first), value(second), "{first}");
            }
        }
    }

    #[test]
    fn both_sides_are_evaluated_alike() {
        check_symmetry::<yipan_chess::Position>([
            (
                "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9",
                "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
            ),
            ("8/5k2/8/3PP3/8/1p6/5K2/8 w - - 0 1", "8/5k2/1P6/8/3pp3/8/5K2/8 b - - 0 1"),
        ]);
        check_symmetry::<yipan_xiangqi::Position>([
            (
                "r1bakabr1/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 5",
                "rnbakab1r/9/1c2c1n2/p3p1p1p/2p6/9/P1P1P1P1P/1CN4C1/9/R1BAKABR1 b - - 0 5",
            ),
            ("3k5/4a4/4b4/9/9/5R3/9/9/4K4/9 w - - 0 1", "9/4k4/9/9/5r3/9/9/4B4/4A4/3K5 b - - 0 1"),
        ]);
    }
}
