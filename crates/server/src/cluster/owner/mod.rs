//! Rooms of this node for the sockets of other nodes.

pub(crate) mod peer_sockets;
pub(crate) mod request_handler;
pub(crate) mod socket_counts;
