//! The bus between nodes: what carries messages, and the seal that keeps them secret.

#[cfg(test)]
pub(crate) mod memory;
pub(crate) mod nats;
pub(crate) mod seal;
pub(crate) mod transport;
pub(crate) mod url;
