//! The result of a match: its score, the Elo difference and the sequential test.

pub(crate) mod rating;
mod summary;

pub use rating::{Elo, ParseSprtError, Pentanomial, Sprt, SprtDecision};
pub use summary::MatchSummary;
