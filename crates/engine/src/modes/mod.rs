//! The rival for chess with modes. It is given what its seat may know and nothing else.

mod heuristic;
mod player;

pub use player::{PlacementHistory, PlayerKnowledge, choose_action, rank_actions};
