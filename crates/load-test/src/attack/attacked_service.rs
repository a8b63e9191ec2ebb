use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Context, Result};

use crate::cluster::{Cluster, ClusterConfig};
use crate::server_process::ServerProcess;

/// The service under attack, with default limits.
pub(super) enum AttackedService {
    Server(ServerProcess),
    Nodes(Cluster),
}

impl AttackedService {
    /// Starts one server with its own database, or so many nodes.
    pub(super) async fn start(program: &Path, nodes: Option<usize>) -> Result<AttackedService> {
        let Some(nodes) = nodes else {
            return Ok(AttackedService::Server(ServerProcess::start(program, Vec::new()).await?));
        };
        let config = ClusterConfig {
            nodes,
            has_two_nats: false,
            program,
            arguments: Vec::new(),
            clock_skew: None,
            logs: None,
        };
        Ok(AttackedService::Nodes(Cluster::start(config).await?))
    }

    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        self.processes().map(ServerProcess::address).collect()
    }

    /// Returns the ids of all processes.
    pub(super) fn process_ids(&self) -> Result<Vec<u32>> {
        self.processes().map(|process| process.id().context("a server has exited")).collect()
    }

    pub(super) fn is_running(&mut self) -> bool {
        self.processes_mut().all(ServerProcess::is_running)
    }

    pub(super) async fn kill(&mut self) -> Result<()> {
        for process in self.processes_mut() {
            process.kill().await?;
        }
        Ok(())
    }

    fn processes(&self) -> Box<dyn Iterator<Item = &ServerProcess> + Send + '_> {
        match self {
            AttackedService::Server(process) => Box::new(std::iter::once(process)),
            AttackedService::Nodes(cluster) => Box::new(cluster.nodes.iter().map(|node| &node.process)),
        }
    }

    fn processes_mut(&mut self) -> Box<dyn Iterator<Item = &mut ServerProcess> + Send + '_> {
        match self {
            AttackedService::Server(process) => Box::new(std::iter::once(process)),
            AttackedService::Nodes(cluster) => {
                Box::new(cluster.nodes.iter_mut().map(|node| &mut node.process))
            }
        }
    }
}
