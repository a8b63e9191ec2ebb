//! Simulated users: they open rooms and join them, play, chat, lose their connections, and come back. Others only read.

mod client;
mod decision;
mod reader;
mod room_session;
mod simulated_user;

pub(crate) use reader::Reader;
pub(crate) use simulated_user::SimulatedUser;
