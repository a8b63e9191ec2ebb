//! Handlers for users: accounts, sessions, API tokens and settings.

pub(crate) mod account;
pub(crate) mod account_settings;
pub(crate) mod credentials;
pub(crate) mod session;
