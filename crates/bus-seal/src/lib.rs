//! The encryption of the messages between nodes.
//!
//! The ciphers are generic, so they are compiled where they are used. This crate uses them in concrete functions and is
//! optimized in every build: without that, sealing takes most of the time of a message in the builds of tests.

mod seal;

pub use seal::{NONCE_BYTES, OpenError, Seal};
