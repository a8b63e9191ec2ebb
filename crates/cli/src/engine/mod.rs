//! The engine as a program that other programs talk to.

pub(crate) mod bench;
pub(crate) mod ucci;
pub(crate) mod uci;

mod protocol_game;
mod search_timer;
mod session;
mod stdio;
