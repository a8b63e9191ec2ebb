use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan health --address 127.0.0.1:8780\n\
    It requests `/healthz`. Exit code 0 if the server can write to its database, else 1. A server with TLS answers this\n\
    over plain HTTP too.")]
pub(crate) struct HealthOptions {
    /// Address of the server [default: where `yipan serve` listens with the same environment and configuration file]
    #[arg(long, value_name = "ADDRESS")]
    pub(super) address: Option<SocketAddr>,

    /// Configuration file of the server
    #[arg(long, env = "YIPAN_CONFIG", value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
}
