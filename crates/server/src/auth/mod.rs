//! Users: their credentials, names and connections.

pub(crate) mod account_name;
pub(crate) mod authenticated_user;
pub(crate) mod authentication;
pub(crate) mod cleanup;
pub(crate) mod connections;
pub(crate) mod display_name;
pub(crate) mod password;
pub(crate) mod secret_rotation;
pub(crate) mod session_cookie;
pub(crate) mod sign_in_log;
