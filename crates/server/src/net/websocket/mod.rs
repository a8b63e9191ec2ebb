//! WebSocket connections.

mod command_id;
mod connection;
mod origin;
pub(crate) mod outbox;
mod round_trip;
pub(crate) mod send_budget;
mod socket_writer;
pub(crate) mod upgrade;
