//! The opening explorer: which moves were played in a position, and with which results.
//!
//! Everything follows from the logs of finished games, so it can be rebuilt, and from games that the operator imports.

mod game_moves;
pub(crate) mod import;
pub(crate) mod indexer;
pub(crate) mod position_key;
pub(crate) mod rebuild;
mod room_game;
