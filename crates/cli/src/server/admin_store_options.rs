use std::path::PathBuf;

use clap::Args;

/// The store whose accounts are administered.
#[derive(Debug, Args)]
pub(super) struct AdminStoreOptions {
    /// Data directory of the server
    #[arg(long, env = "YIPAN_DATA", value_name = "DIRECTORY", default_value = "yipan-data")]
    pub(super) data: PathBuf,

    /// PostgreSQL database of the server, instead of a data directory
    #[arg(long, env = "YIPAN_STORE", value_name = "URL", hide_env_values = true)]
    pub(super) store: Option<String>,
}
