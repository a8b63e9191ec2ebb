use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use futures_util::future::{join_all, try_join_all};
use tokio::task::block_in_place;
use yipan_local_services::{NatsServer, PostgresServer};
use yipan_server::StoreLocation;

use super::node::{Node, NodeConfig};
use super::tcp_proxy::TcpProxy;

/// The name of the database.
const DATABASE: &str = "yipan";

/// The time in which a node must shut down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(60);

/// Nodes with their PostgreSQL and NATS servers.
pub(crate) struct Cluster {
    pub(crate) nodes: Vec<Node>,
    pub(crate) nats: Vec<NatsServer>,
    /// The way between two NATS servers.
    pub(crate) route: Option<TcpProxy>,
    /// Dropped last, because the nodes write to it.
    pub(crate) postgres: PostgresServer,
}

/// The parameters of a cluster.
pub(crate) struct ClusterConfig<'a> {
    pub(crate) nodes: usize,
    /// Whether two NATS servers form the bus.
    pub(crate) has_two_nats: bool,
    pub(crate) program: &'a Path,
    pub(crate) arguments: Vec<String>,
    /// The time by which the system times of two nodes are before and after that of the third.
    pub(crate) clock_skew: Option<Duration>,
    pub(crate) logs: Option<PathBuf>,
}

impl Cluster {
    /// Starts the services, then all nodes at once. A single node has no bus.
    pub(crate) async fn start(config: ClusterConfig<'_>) -> Result<Cluster> {
        if let Some(logs) = &config.logs {
            std::fs::create_dir_all(logs).with_context(|| format!("cannot create {}", logs.display()))?;
        }
        let postgres = block_in_place(|| PostgresServer::start("load"))?;
        let url = block_in_place(|| postgres.create_database(DATABASE))?;
        let (nats, route) = start_nats(config.nodes, config.has_two_nats).await?;
        let node = |index: usize| {
            Node::start(NodeConfig {
                name: format!("n{}", index + 1),
                program: config.program,
                arguments: config.arguments.clone(),
                clock_offset: config.clock_skew.map(|skew| clock_offset(index, skew)),
                store: (url.clone(), postgres.port()),
                nats_port: nats.get(index % nats.len().max(1)).map(NatsServer::port),
                logs: config.logs.clone(),
            })
        };
        let nodes = try_join_all((0..config.nodes).map(node)).await?;
        Ok(Cluster { nodes, nats, route, postgres })
    }

    pub(crate) fn store(&self) -> Result<StoreLocation> {
        Ok(StoreLocation::Postgres(self.postgres.url(DATABASE).parse()?))
    }

    /// Returns the unfinished rooms of a node, or all unfinished rooms.
    pub(crate) fn rooms(&self, node: Option<usize>) -> Result<HashSet<String>> {
        let of_node = node.filter(|_| self.nodes.len() > 1).map(|node| {
            let name = &self.nodes[node].name;
            format!(
                "AND slot IN (SELECT slots.id FROM slots JOIN nodes ON nodes.id = slots.owner \
                 WHERE nodes.name = '{name}')"
            )
        });
        let sql = format!("SELECT code FROM rooms WHERE NOT is_over {}", of_node.unwrap_or_default());
        let rooms = block_in_place(|| self.postgres.query(DATABASE, &sql))?;
        Ok(rooms.into_iter().collect())
    }

    /// Returns the ids of the nodes that others have declared dead.
    pub(crate) fn fenced_nodes(&self) -> Result<HashSet<String>> {
        let sql = "SELECT id FROM nodes WHERE state = 'fenced'";
        Ok(block_in_place(|| self.postgres.query(DATABASE, sql))?.into_iter().collect())
    }

    /// Returns the names of the nodes that own slots, with an empty one if a slot has no living owner.
    pub(crate) fn slot_owners(&self) -> Result<Vec<String>> {
        let sql = "SELECT DISTINCT coalesce((SELECT name FROM nodes \
                   WHERE nodes.id = slots.owner AND state IN ('live', 'draining')), '') FROM slots";
        Ok(block_in_place(|| self.postgres.query(DATABASE, sql))?)
    }

    /// Returns the names of the nodes of each NATS server.
    pub(crate) fn nats_groups(&self) -> Vec<Vec<&str>> {
        let group = |server: usize| {
            let names = self.nodes.iter().map(|node| node.name.as_str());
            names.skip(server).step_by(self.nats.len()).collect()
        };
        (0..self.nats.len()).map(group).collect()
    }

    /// Shuts all nodes down at once and returns what went wrong.
    pub(crate) async fn shut_down(&mut self) -> Vec<String> {
        join_all(self.nodes.iter_mut().map(shut_down)).await.into_iter().flatten().collect()
    }
}

/// Returns the seconds by which the system time of a node is shifted.
const fn clock_offset(node: usize, skew: Duration) -> i64 {
    let seconds = skew.as_secs().cast_signed();
    match node % 3 {
        0 => seconds,
        1 => -seconds,
        _ => 0,
    }
}

/// Shuts a node down and returns what went wrong.
async fn shut_down(node: &mut Node) -> Option<String> {
    match tokio::time::timeout(SHUTDOWN_TIMEOUT, node.process.terminate()).await {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(format!("{}: {error:#}", node.name)),
        Err(_) => Some(format!("{} did not shut down in time", node.name)),
    }
}

/// Starts the NATS servers, with a proxy between two of them.
async fn start_nats(nodes: usize, has_two: bool) -> Result<(Vec<NatsServer>, Option<TcpProxy>)> {
    if nodes < 2 {
        return Ok((Vec::new(), None));
    }
    let first = block_in_place(|| NatsServer::start("load-1"))?;
    if !has_two {
        return Ok((vec![first], None));
    }
    let route = TcpProxy::start(first.route_port()).await?;
    let second = block_in_place(|| NatsServer::start_with_route("load-2", Some(route.port())))?;
    Ok((vec![first, second], Some(route)))
}
