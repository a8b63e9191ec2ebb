use yipan_chess::Position;

use super::Network;
use crate::ByHand;
use crate::searchable::Evaluation;

/// What positions of chess are judged by: the network, unless the evaluation by hand is asked for.
pub enum Judge {
    /// By what was learnt.
    Network(Network),
    /// By hand.
    ByHand(ByHand),
}

impl Default for Judge {
    fn default() -> Judge {
        Judge::Network(Network::default())
    }
}

impl From<ByHand> for Judge {
    fn from(by_hand: ByHand) -> Judge {
        Judge::ByHand(by_hand)
    }
}

impl Evaluation<Position> for Judge {
    fn evaluate(&mut self, position: &Position) -> i32 {
        match self {
            Judge::Network(network) => network.evaluate(position),
            Judge::ByHand(by_hand) => by_hand.evaluate(position),
        }
    }

    fn enter(&mut self) {
        if let Judge::Network(network) = self {
            network.enter();
        }
    }

    fn leave(&mut self) {
        if let Judge::Network(network) = self {
            network.leave();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_are_seen_alike() {
        for judge in [|| Judge::default(), || Judge::from(ByHand)] {
            let value = |fen: &str| judge().evaluate(&fen.parse().expect(fen));
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
