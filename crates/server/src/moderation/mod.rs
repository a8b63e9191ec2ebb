//! Reports of players, and what moderators do about them.
//!
//! Every action is appended to the audit log in the transaction that makes its change, and the database rejects changes
//! of the log.

pub(crate) mod actions;
pub(crate) mod admin;
pub(crate) mod admin_error;
pub(crate) mod audit_log;
pub(crate) mod command_line;
pub(crate) mod command_line_sync;
pub(crate) mod error;
pub(crate) mod mutes;
pub(crate) mod reports;
pub(crate) mod restart_notice;
pub(crate) mod restart_sync;
