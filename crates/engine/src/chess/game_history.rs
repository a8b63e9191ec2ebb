use yipan_chess::{Chess, Position};
use yipan_core::MoveGenerator;

/// The positions of a game before the root of a search, for the repetition rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameHistory {
    /// The keys since the last capture or pawn move, oldest first, without the root.
    pub keys: Vec<u64>,
}

impl GameHistory {
    /// Creates the history from the positions before the root.
    pub fn from_positions<'a>(positions: impl IntoIterator<Item = &'a Position>) -> GameHistory {
        GameHistory { keys: positions.into_iter().map(MoveGenerator::key).collect() }
    }
}

impl From<&Chess> for GameHistory {
    fn from(game: &Chess) -> GameHistory {
        let (_, before) = game.position_keys().split_last().unwrap_or((&0, &[]));
        GameHistory { keys: before.to_vec() }
    }
}
