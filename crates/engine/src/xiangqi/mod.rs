//! Xiangqi: what the search needs beyond the rules.

mod attack_maps;
mod endgame_scale;
mod evaluation;
mod features;
mod game_history;
mod general;
mod mobility;
mod network_game;
mod playable;
mod repetition;
mod search_game;
mod threats;

pub use evaluation::{format_weights, sample, weights};
pub use game_history::GameHistory;
