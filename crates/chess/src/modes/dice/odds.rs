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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use yipan_core::{Game, NullSink, Turn};

    use crate::modes::ModeGame;
    use crate::modes::game::origin_squares;
    use crate::{Chess, Square};

    /// Returns the probability that the dice allow the piece to move, from all their rolls.
    fn enumerated_probability(game: &ModeGame, from: Square) -> f64 {
        if game.turn() != Turn::Chance {
            let dice = game.dice.as_ref().expect("a game with dice");
            return f64::from(u8::from(dice.can_move_piece(&game.board.position, from)));
        }
        let mut outcomes = Vec::new();
        game.chance_outcomes(&mut outcomes);
        let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
        let of_outcome = |&(event, weight)| {
            let mut after = game.clone();
            after.apply_chance(event, &mut NullSink).expect("a listed chance outcome is possible");
            f64::from(weight) / f64::from(total) * enumerated_probability(&after, from)
        };
        outcomes.iter().map(of_outcome).sum()
    }

    #[test]
    fn the_probability_of_a_move_is_that_of_all_rolls() {
        for rule in ["dice-a", "dice-b"] {
            let setup = alloc::format!("startpos modes={rule}").parse().expect(rule);
            let chess = Chess::start(&setup);
            let game = chess.mode_game().expect("a game with modes");
            let movable = origin_squares(&game.known_modes().legal_moves(&game.board));
            assert_eq!(movable.len(), 10);
            for from in movable {
                let expected = enumerated_probability(game, from);
                let probability = chess.move_probability(from);
                assert!((probability - expected).abs() < 1e-9, "{rule} {from}: {probability} {expected}");
                assert!(expected > 0.0 && expected < 1.0, "{rule} {from}: {expected}");
            }
        }
    }
}
