//! WebSocket connections.

mod command_id;
mod connection;
pub(crate) mod dismissals;
pub(crate) mod encode_message;
pub(crate) mod origin;
pub(crate) mod outbox;
mod round_trip;
pub(crate) mod send_budget;
pub(crate) mod socket_id;
pub(crate) mod socket_outbox;
mod socket_writer;
pub(crate) mod upgrade;
mod websocket_permit;
