//! Two nodes in place of a server, where `YIPAN_TEST_STORE=nodes` runs the tests on several nodes.

use std::fmt::Debug;
use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::Duration;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use yipan_local_services::NatsServer;
use yipan_server::Settings;

use super::TIMEOUT;

/// Whether servers are two nodes behind a proxy.
pub(crate) fn is_chosen() -> bool {
    std::env::var("YIPAN_TEST_STORE").is_ok_and(|store| store == "nodes")
}

/// Returns the settings of two nodes in place of a server with these settings; `None` for one server.
pub(crate) fn settings_of_nodes(settings: &Settings) -> Option<[Settings; 2]> {
    static BUS: LazyLock<NatsServer> =
        LazyLock::new(|| NatsServer::start_shared("shared").expect("NATS is installed"));
    if !is_chosen() || settings.store.is_none() || settings.bus.is_some() {
        return None;
    }
    let node = |name: &str| Settings {
        bus: Some(BUS.url().parse().expect("an address")),
        node: Some(name.to_owned()),
        // No balancer must notice.
        drain_delay: Duration::ZERO,
        ..settings.clone()
    };
    Some(["one", "two"].map(node))
}

/// Checks what a server answers. Two nodes learn of each other's rooms within a second, so their answers may come to be
/// right; then both must be right, one after the other.
pub(crate) async fn check_answer<T: PartialEq + Debug>(ask: impl AsyncFn() -> T, expected: T) {
    if is_chosen() {
        let both = async { while ask().await != expected || ask().await != expected {} };
        // The assertion below says what is wrong.
        let _ = tokio::time::timeout(TIMEOUT, both).await;
    }
    assert_eq!(ask().await, expected);
}

/// A proxy that passes each new connection to the next node.
pub(crate) struct RoundRobinProxy {
    pub(crate) address: SocketAddr,
    accepting: JoinHandle<()>,
}

impl RoundRobinProxy {
    pub(crate) async fn start(nodes: Vec<SocketAddr>) -> RoundRobinProxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let accepting = tokio::spawn(async move {
            for node in nodes.into_iter().cycle() {
                let Ok((client, _)) = listener.accept().await else { return };
                tokio::spawn(forward(client, node));
            }
        });
        RoundRobinProxy { address, accepting }
    }
}

impl Drop for RoundRobinProxy {
    /// Accepts no more connections. Those that are open end with their node.
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn forward(mut client: TcpStream, node: SocketAddr) {
    // A node that does not accept closes the connection of the client, as without a proxy.
    if let Ok(mut server) = TcpStream::connect(node).await {
        let _ = copy_bidirectional(&mut client, &mut server).await;
    }
}
