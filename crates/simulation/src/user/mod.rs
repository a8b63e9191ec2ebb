//! Simulated users: they open rooms and join them, play, chat, lose their connections, and come back.

mod client;
mod decision;
mod room_session;
mod simulated_user;

pub(crate) use simulated_user::SimulatedUser;
