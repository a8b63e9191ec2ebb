//! The bus between nodes: what carries messages.

#[cfg(any(test, feature = "simulation"))]
pub(crate) mod memory;
pub(crate) mod nats;
pub(crate) mod transport;
pub(crate) mod url;
