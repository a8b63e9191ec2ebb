//! Chess: what the search needs beyond the rules.

mod attack_maps;
mod endgame_scale;
mod evaluation;
mod evaluator;
mod features;
mod game_history;
mod king;
mod mobility;
mod network;
mod pawns;
mod playable;
mod search_game;
mod threats;

pub use evaluation::{format_weights, sample, weights};
pub use evaluator::ChessEvaluator;
pub use game_history::GameHistory;
pub use network::Network;
