//! The computer player of chess with modes, which uses only what its side may know.

mod heuristic;
mod player;

pub use player::{PlacementHistory, PlayerKnowledge, choose_action, rank_actions};
