//! The browser and the server of a test.

pub(crate) mod browser;
mod browser_context;
mod browser_process;
mod driver_commands;
pub(crate) mod frames;
pub(crate) mod server;
