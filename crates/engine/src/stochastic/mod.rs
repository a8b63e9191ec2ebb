//! Search of games with chance: expectimax if the player knows everything. If information is hidden, ISMCTS chooses actions
//! and expectimax over sampled games compares them.
//!
//! Both use the full [`yipan_core::Game`] interface, so sides need not alternate and chance events may occur
//! anywhere.

mod expectimax;
mod heuristic;
mod ismcts;
mod node_budget;
mod ranked_actions;
mod sampled_expectimax;
mod sampled_ranking;
mod value;

pub use expectimax::{expectimax, expectimax_exact};
pub use heuristic::Heuristic;
pub use ismcts::ismcts;
pub use ranked_actions::{RankedActions, ScoredAction};
pub use sampled_expectimax::sampled_expectimax;
pub(crate) use sampled_ranking::{Candidates, SampleSearch, draw_samples, rank_over_samples};
pub(crate) use value::MAX_HEURISTIC;
pub use value::WIN;
