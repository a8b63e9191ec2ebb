//! Wrappers of browser APIs.

pub(crate) mod clipboard;
pub(crate) mod engine_worker;
pub(crate) mod fetch;
pub(crate) mod files;
pub(crate) mod focus;
pub(crate) mod local_storage;
pub(crate) mod sound;
pub(crate) mod timer;
