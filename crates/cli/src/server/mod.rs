//! The commands around the server: `serve`, `health`, `export`, `import`, `backup`, `restore`, `ratings`, `explorer` and `load`.

pub(crate) mod admin;
mod admin_store_options;
pub(crate) mod archive;
pub(crate) mod backup;
pub(crate) mod cluster;
mod config;
pub(crate) mod explorer;
mod explorer_games;
pub(crate) mod health;
pub(crate) mod health_options;
pub(crate) mod load_command;
mod localized_error;
mod moderation;
pub(crate) mod ratings;
mod runtime;
pub(crate) mod serve;
pub(crate) mod serve_options;
mod shutdown_signal;
mod store_location;
