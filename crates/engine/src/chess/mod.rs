//! Chess: what the search needs beyond the rules.

mod attack_maps;
mod endgame_scale;
mod evaluation;
mod features;
mod game_history;
mod king;
mod mobility;
mod network_game;
mod pawns;
mod playable;
mod search_game;
mod threats;

pub use evaluation::{format_weights, sample, weights};
pub use game_history::GameHistory;
