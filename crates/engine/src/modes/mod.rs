//! The computer player of chess with modes, which uses only what its side may know.

mod belief;
mod fog_search;
mod heuristic;
mod hindsight;
mod knowledge;
mod level_params;
mod memory;
mod outcome_spread;
mod player;

pub use hindsight::evaluate_in_hindsight;
pub use knowledge::PlayerKnowledge;
pub use memory::PlayerMemory;
pub use outcome_spread::{OutcomeSpread, outcome_spread};
pub use player::{choose_action, evaluate_actions, rank_actions};
