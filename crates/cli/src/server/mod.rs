//! The commands around the server: `serve`, `health`, `export`, `import`, `backup`, `restore`, `ratings` and `load`.

pub(crate) mod archive;
pub(crate) mod backup;
pub(crate) mod cluster;
mod config;
pub(crate) mod health;
pub(crate) mod health_options;
pub(crate) mod load_command;
mod localized_error;
pub(crate) mod ratings;
mod runtime;
pub(crate) mod serve;
pub(crate) mod serve_options;
mod shutdown_signal;
mod store_location;
