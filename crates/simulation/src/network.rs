use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::task::AbortHandle;
use yipan_server::simulation::SimulatedServer;

use crate::rng::Rng;

/// The bytes that a connection holds in each direction.
const BUFFER_BYTES: usize = 64 * 1024;

/// The network between the users and the servers: connections are slow, stall and are cut.
#[derive(Debug, Default)]
pub(crate) struct Network(Mutex<Connections>);

#[derive(Debug, Default)]
struct Connections {
    /// The servers that accept connections, by the number of their node.
    servers: BTreeMap<usize, Arc<SimulatedServer>>,
    /// The open connections, each with the number of its node.
    links: Vec<(usize, Link)>,
}

/// The two directions of a connection.
#[derive(Clone, Debug)]
pub(crate) struct Link([AbortHandle; 2]);

impl Link {
    /// Cuts the connection. Both sides notice it, and what was in transit is lost.
    pub(crate) fn cut(&self) {
        self.0.iter().for_each(AbortHandle::abort);
    }

    fn is_open(&self) -> bool {
        self.0.iter().any(|direction| !direction.is_finished())
    }
}

impl Network {
    fn lock(&self) -> MutexGuard<'_, Connections> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends new connections to the server of a node as well.
    pub(crate) fn add_server(&self, node: usize, server: Arc<SimulatedServer>) {
        self.lock().servers.insert(node, server);
    }

    /// Sends no new connections to a node.
    pub(crate) fn remove_server(&self, node: usize) {
        self.lock().servers.remove(&node);
    }

    /// Connects a user to one of the servers; `None` if there is none.
    pub(crate) fn connect(&self, user: u8, rng: &mut Rng) -> Option<(DuplexStream, Link)> {
        let mut connections = self.lock();
        let nodes: Vec<usize> = connections.servers.keys().copied().collect();
        let node = *rng.choose(&nodes)?;
        let server = Arc::clone(connections.servers.get(&node)?);
        let (client, client_side) = duplex(BUFFER_BYTES);
        let (server_stream, server_side) = duplex(BUFFER_BYTES);
        server.accept(server_stream, IpAddr::V4(Ipv4Addr::new(192, 0, 2, user)));
        let ((from_client, to_client), (from_server, to_server)) = (split(client_side), split(server_side));
        let mut direction = |from, to| {
            let line = Line { lag_millis: rng.between(1, 60), rng: rng.split() };
            tokio::spawn(line.carry(from, to)).abort_handle()
        };
        let link = Link([direction(from_client, to_server), direction(from_server, to_client)]);
        connections.links.retain(|(_, link)| link.is_open());
        connections.links.push((node, link.clone()));
        Some((client, link))
    }

    /// Cuts every connection.
    pub(crate) fn cut_all(&self) {
        self.lock().links.drain(..).for_each(|(_, link)| link.cut());
    }

    /// Cuts every connection to a node.
    pub(crate) fn cut_node(&self, node: usize) {
        self.lock().links.extract_if(.., |(of, _)| *of == node).for_each(|(_, link)| link.cut());
    }
}

/// One direction of a connection.
struct Line {
    lag_millis: u64,
    rng: Rng,
}

impl Line {
    /// Carries bytes in order until one side closes.
    async fn carry(mut self, mut from: ReadHalf<DuplexStream>, mut to: WriteHalf<DuplexStream>) {
        let mut buffer = vec![0; BUFFER_BYTES];
        while let Ok(length) = from.read(&mut buffer).await {
            if length == 0 {
                break;
            }
            tokio::time::sleep(self.delay()).await;
            if to.write_all(&buffer[..length]).await.is_err() {
                break;
            }
        }
        let _ = to.shutdown().await;
    }

    fn delay(&mut self) -> Duration {
        let stall = if self.rng.is_one_in(300) { self.rng.between(500, 9_000) } else { 0 };
        Duration::from_millis(self.lag_millis + self.rng.below(10) + stall)
    }
}
