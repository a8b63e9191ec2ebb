//! The ratings of players: the task that rates finished games, and their recomputation.

pub(crate) mod player_rating;
pub(crate) mod rater;
pub(crate) mod rebuild;
