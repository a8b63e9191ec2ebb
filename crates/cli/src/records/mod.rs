//! The commands for game files: `pgn`, `replay`, `tree` and `verify`.

pub(crate) mod pgn;
pub(crate) mod replay;
pub(crate) mod tree;
pub(crate) mod verify;
mod written_game;
