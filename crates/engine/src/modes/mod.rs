//! The computer player of chess with modes, which uses only what its side may know.

mod heuristic;
mod hindsight;
mod level_params;
mod outcome_spread;
mod player;

pub use hindsight::evaluate_in_hindsight;
pub use outcome_spread::{OutcomeSpread, outcome_spread};
pub use player::{PlacementHistory, PlayerKnowledge, choose_action, evaluate_actions, rank_actions};
