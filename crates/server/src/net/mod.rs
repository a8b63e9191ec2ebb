//! Connections: accepting, limiting and attributing them.

pub(crate) mod cidr;
pub(crate) mod client_addr;
pub(crate) mod connection_limit;
pub(crate) mod descriptors;
pub(crate) mod listener;
pub(crate) mod rate_limit;
pub(crate) mod rate_limiters;
pub(crate) mod websocket;
