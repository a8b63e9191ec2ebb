use std::path::{Path, PathBuf};

use anyhow::Result;

use super::tcp_proxy::TcpProxy;
use crate::server_process::ServerProcess;

/// A node that reaches PostgreSQL and NATS through proxies of its own.
pub(crate) struct Node {
    pub(crate) name: String,
    pub(crate) process: ServerProcess,
    pub(crate) store: TcpProxy,
    /// The way to NATS; a single node has none.
    pub(crate) bus: Option<TcpProxy>,
}

/// The parameters of a node.
pub(crate) struct NodeConfig<'a> {
    pub(crate) name: String,
    pub(crate) program: &'a Path,
    /// The arguments of `serve` without those of the services.
    pub(crate) arguments: Vec<String>,
    /// The seconds by which its system time is shifted.
    pub(crate) clock_offset: Option<i64>,
    /// The address of the database without the proxy, and its port.
    pub(crate) store: (String, u16),
    pub(crate) nats_port: Option<u16>,
    /// The directory of the logs.
    pub(crate) logs: Option<PathBuf>,
}

impl Node {
    /// Starts a node and waits until it listens.
    pub(crate) async fn start(config: NodeConfig<'_>) -> Result<Node> {
        let NodeConfig { name, program, mut arguments, clock_offset, store: (url, port), nats_port, logs } =
            config;
        let store = TcpProxy::start(port).await?;
        arguments.extend(["--store".to_owned(), url.replace(&port.to_string(), &store.port().to_string())]);
        let bus = match nats_port {
            None => None,
            Some(port) => {
                let proxy = TcpProxy::start(port).await?;
                let url = format!("nats://127.0.0.1:{}", proxy.port());
                arguments.extend(["--bus".to_owned(), url, "--node".to_owned(), name.clone()]);
                Some(proxy)
            }
        };
        let log = logs.map(|logs| logs.join(format!("{name}.log")));
        let process = ServerProcess::start_with_log(program, arguments, clock_offset, log).await?;
        Ok(Node { name, process, store, bus })
    }

    /// Cuts the ways to the services, or opens them.
    pub(crate) fn set_cut(&self, store: bool, bus: bool, is_cut: bool) {
        if store {
            self.store.set_cut(is_cut);
        }
        if let Some(proxy) = self.bus.as_ref().filter(|_| bus) {
            proxy.set_cut(is_cut);
        }
    }
}
