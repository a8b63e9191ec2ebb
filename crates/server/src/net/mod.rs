//! Connections: accepting, limiting and attributing them.

pub(crate) mod cidr;
pub(crate) mod client_addr;
pub(crate) mod connection;
pub(crate) mod connection_limit;
pub(crate) mod descriptors;
pub(crate) mod listener;
pub(crate) mod rate_limit;
pub(crate) mod rate_limiters;
mod response_body;
mod running_requests;
pub(crate) mod tls;
pub(crate) mod websocket;
