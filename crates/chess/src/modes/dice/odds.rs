//! The odds of the dice that are still to be rolled.

use super::roll::WILD_PROBABILITY;
use super::{Dice, RollPool};
use crate::{PieceKind, Position, Square};

impl Dice {
    /// Returns the probability that this piece may move once all dice are rolled.
    ///
    /// Dice of rule A are treated as independent, although the king and the wild face are rolled only once.
    pub(crate) fn move_probability(&self, position: &Position, from: Square) -> f64 {
        if self.can_move_piece(position, from) {
            return 1.0;
        }
        let kind = position.kind_at(from);
        if self.dice_to_roll == 0 || kind == PieceKind::King && self.king_moved {
            return 0.0;
        }
        let rolls = self.dice_to_roll;
        let wild = if self.can_roll_wild() { WILD_PROBABILITY } else { 0.0 };
        match self.pool {
            RollPool::Kinds(kinds) if kinds.contains(kind) => {
                let missed = (1.0 - wild) * (1.0 - 1.0 / f64::from(kinds.len()));
                1.0 - (0..rolls).fold(1.0, |all_missed, _| all_missed * missed)
            }
            RollPool::Pieces(pieces) if pieces.contains(from) => {
                // Each piece is rolled at most once.
                let missed = 1.0 - (f64::from(rolls) / f64::from(pieces.len())).min(1.0);
                1.0 - (0..rolls).fold(missed, |all_missed, _| all_missed * (1.0 - wild))
            }
            RollPool::Kinds(_) | RollPool::Pieces(_) => 0.0,
        }
    }
}
