//! Wrappers of browser APIs.

pub(crate) mod clipboard;
pub(crate) mod engine_worker;
pub(crate) mod favicon;
pub(crate) mod fetch;
pub(crate) mod files;
pub(crate) mod focus;
pub(crate) mod haptics;
pub(crate) mod indexed_db;
pub(crate) mod local_storage;
pub(crate) mod local_time;
pub(crate) mod processors;
pub(crate) mod share;
pub(crate) mod sound;
pub(crate) mod system_notification;
pub(crate) mod timer;
pub(crate) mod title;
