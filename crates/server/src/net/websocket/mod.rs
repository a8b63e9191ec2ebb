//! WebSocket connections.

pub(crate) mod command_id;
pub(crate) mod origin;
pub(crate) mod round_trip;
pub(crate) mod send_budget;
pub(crate) mod socket;
pub(crate) mod socket_writer;
