//! Handlers for users: names, accounts, credentials, settings and saved games.

pub(crate) mod account;
pub(crate) mod account_settings;
pub(crate) mod credentials;
pub(crate) mod me;
pub(crate) mod saved_games;
pub(crate) mod session;
