//! Import, export and sharing of games.

pub(crate) mod export;
pub(crate) mod exported_game;
pub(crate) mod game_choices;
pub(crate) mod import;
pub(crate) mod import_error;
pub(crate) mod move_times;
#[cfg(test)]
mod self_play_tests;
pub(crate) mod share;
pub(crate) mod tree_file;
#[cfg(test)]
mod tree_file_tests;
pub(crate) mod tree_pgn;
#[cfg(test)]
mod tree_pgn_tests;
