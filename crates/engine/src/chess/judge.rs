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
