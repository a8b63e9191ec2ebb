use yipan_chess::{Action, Chess, ChessSetup, ChessView, Color, UciMove};
use yipan_core::splitmix64;

use super::belief::Belief;

/// The memory that a side has of its earlier turns.
#[derive(Clone, Debug, Default)]
pub struct PlayerMemory {
    /// Hashes of the placements of its own pieces, to avoid repetitions.
    placements: Vec<u64>,
    /// The games that explain what it has seen.
    belief: Belief,
}

impl PlayerMemory {
    /// Records what the side sees. Call it once at each turn of the side.
    pub fn record(&mut self, setup: &ChessSetup, view: &ChessView, side: Color) {
        self.placements.push(placement_hash(view, side, None));
        self.belief.update(setup, view, side);
    }

    /// Counts the earlier occurrences of the placement after an action.
    pub(super) fn repetitions(&self, view: &ChessView, side: Color, action: Action) -> i32 {
        let (Action::Move(uci) | Action::MoveByWildDie(uci)) = action else { return 0 };
        let after = placement_hash(view, side, Some(uci));
        self.placements.iter().filter(|&&before| before == after).count() as i32
    }

    /// Returns a game that explains this view and the earlier ones, if the view was recorded last.
    pub(super) fn believed_game(&self, view: &ChessView, random: &mut dyn FnMut() -> u64) -> Option<Chess> {
        self.belief.sample(view, random).cloned()
    }
}

/// Hashes the placement of a side's own pieces after an optional move.
fn placement_hash(view: &ChessView, side: Color, moved: Option<UciMove>) -> u64 {
    let own = view.pieces.iter().filter(|(_, piece)| piece.color == side);
    own.fold(0, |sum, &(square, piece)| {
        let (square, kind) = match moved {
            Some(uci) if uci.from == square => (uci.to, uci.promotion.unwrap_or(piece.kind)),
            _ => (square, piece.kind),
        };
        sum ^ splitmix64((square.index() * 8 + kind as usize) as u64).1
    })
}
