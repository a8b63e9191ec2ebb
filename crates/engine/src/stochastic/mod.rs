//! Search of games with chance: expectimax if the player knows everything, ISMCTS if information is hidden.
//!
//! Both use the full [`yipan_core::Game`] interface, so sides need not alternate and chance events may occur
//! anywhere.

mod expectimax;
mod heuristic;
mod ismcts;
mod node_budget;
mod ranked_actions;
mod value;

pub use expectimax::expectimax;
pub use heuristic::Heuristic;
pub use ismcts::ismcts;
pub use ranked_actions::{RankedActions, ScoredAction};
pub(crate) use value::MAX_HEURISTIC;
pub use value::WIN;
