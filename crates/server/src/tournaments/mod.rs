//! Tournaments: their logs, the director that pairs their players, and what clients see of them.
//!
//! A tournament is the fold of its log, as a room is. Any node may append to it: the number of an entry is its key in the
//! store, so that of two nodes that decide at once one is rejected and reads what the other has written. The owner of the
//! slot of a tournament pairs its players; the owner of the slot of a room opens it. A pairing is in the log with the codes
//! of its rooms before any of them exists.

pub(crate) mod config;
pub(crate) mod director;
mod entry;
pub(crate) mod error;
pub(crate) mod export;
mod game_results;
pub(crate) mod hosted;
pub(crate) mod registry;
mod schedule;
pub(crate) mod view;
