//! Handlers for users: names, accounts, credentials and settings.

pub(crate) mod account;
pub(crate) mod account_settings;
pub(crate) mod credentials;
pub(crate) mod me;
pub(crate) mod session;
