//! The browser and the server of a test.

pub(crate) mod browser;
pub(crate) mod server;
