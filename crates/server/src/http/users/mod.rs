//! Handlers for users: names, accounts, credentials, settings and saved games.

pub(crate) mod account;
pub(crate) mod account_export;
pub(crate) mod account_settings;
pub(crate) mod bot;
pub(crate) mod credentials;
pub(crate) mod export_permits;
mod exported_games;
mod exported_studies;
pub(crate) mod me;
pub(crate) mod saved_games;
pub(crate) mod session;
