//! The engine: `uci`, `ucci`, `bench` and `match`.

pub(crate) mod bench;
pub(crate) mod match_command;
pub(crate) mod ucci;
pub(crate) mod uci;

mod protocol_game;
mod search_timer;
mod session;
mod stdio;
