//! Studies: those on this device, and their export.

pub(crate) mod local_study;
pub(crate) mod study_pgn;
