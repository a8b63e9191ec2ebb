use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::app_state::AppState;
use crate::clock::MonotonicWallClock;
use crate::cluster::bus::memory::MemoryBus;
use crate::cluster::bus::transport::Transport;
use crate::cluster::node_id::NodeId;
use crate::cluster::open_node::{BusConnection, NodeIdentity, open_node};
use crate::cluster::slot::Slot;
use crate::cluster::slot_rooms::SlotRooms;
use crate::cluster::slot_table::{SlotOwner, SlotTable};
use crate::http::middleware::allowed_hosts::AllowedHosts;
use crate::http::router::router;
use crate::metrics::Metrics;
use crate::net::listener::Listener;
use crate::settings::{Limits, Rate, Settings};
use crate::storage::location::StoreLocation;
use crate::storage::postgres::Sharing;
use crate::storage::store::Store;

/// Longer than anything takes on a busy machine.
pub(super) const TIMEOUT: Duration = Duration::from_secs(30);

/// Waits until a condition holds.
pub(super) async fn eventually(mut is_true: impl FnMut() -> bool) {
    let wait = async {
        while !is_true() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, wait).await.expect("it becomes true in time");
}

/// A node with a listener.
pub(super) struct TestNode {
    pub(super) app: Arc<AppState>,
    pub(super) address: SocketAddr,
    pub(super) id: NodeId,
    slots: Arc<SlotTable>,
}

/// Nodes that own the slots as the test says.
pub(super) struct TestNodes {
    pub(super) nodes: Vec<TestNode>,
    store: Arc<dyn Store>,
    data: PathBuf,
    epoch: u64,
}

impl TestNodes {
    /// Opens two nodes; the first owns all slots.
    pub(super) async fn open(name: &str, bus: &MemoryBus) -> TestNodes {
        let transports = ["one", "two"].map(|name| bus.endpoint(name) as Arc<dyn Transport>);
        TestNodes::open_on(name, transports).await
    }

    /// Opens a node for each connection to the bus; the first owns all slots.
    pub(super) async fn open_on<const N: usize>(name: &str, bus: [Arc<dyn Transport>; N]) -> TestNodes {
        let data = std::env::temp_dir().join(format!("yipan-cluster-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&data);
        std::fs::create_dir_all(&data).expect("a directory");
        let metrics = Arc::new(Metrics::default());
        let store =
            StoreLocation::DataDir(data.clone()).open_with(Sharing::Single, &metrics).await.expect("a store");
        let mut nodes = Vec::new();
        for (number, transport) in bus.into_iter().enumerate() {
            nodes.push(TestNode::open(number, transport, Arc::clone(&store)).await);
        }
        let mut nodes = TestNodes { nodes, store, data, epoch: 0 };
        nodes.set_owner(Slot::all(), Some(0));
        nodes
    }

    pub(super) fn app(&self, node: usize) -> &Arc<AppState> {
        &self.nodes[node].app
    }

    /// Makes a node the owner of slots on all nodes, or none.
    pub(super) fn set_owner(&mut self, slots: impl IntoIterator<Item = Slot>, owner: Option<usize>) {
        self.epoch += 1;
        let slots: Vec<Slot> = slots.into_iter().collect();
        for (number, node) in self.nodes.iter().enumerate() {
            let owner = match owner {
                Some(owner) if owner == number => SlotOwner::Here { epoch: self.epoch },
                Some(owner) => SlotOwner::Elsewhere { node: self.nodes[owner].id.clone(), epoch: self.epoch },
                None => SlotOwner::Unowned,
            };
            node.slots.set(slots.iter().map(|slot| (*slot, owner.clone())));
        }
    }

    /// Moves a room from one node to another, with a time without an owner between.
    pub(super) async fn move_room(&mut self, room: &str, from: usize, to: usize, pause: Duration) {
        self.set_owner([Slot::of(room)], None);
        self.app(from).rooms.wait_for_end(&[Slot::of(room)]).await;
        tokio::time::sleep(pause).await;
        self.set_owner([Slot::of(room)], Some(to));
    }

    /// Moves a room as a node does that hands it over.
    pub(super) async fn hand_over_room(&mut self, room: &str, from: usize, to: usize) {
        let slot = Slot::of(room);
        self.set_owner([slot], None);
        if self.app(from).rooms.wait_for_end(&[slot]).await {
            let arrivals = &self.app(to).rooms.services.slot_arrivals;
            arrivals.record_handover(slot, self.epoch + 1, Duration::ZERO);
        }
        self.set_owner([slot], Some(to));
    }

    pub(super) async fn close(self) {
        for node in &self.nodes {
            node.app.shutdown.send_replace(true);
        }
        self.store.close().await.expect("it closes");
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

impl TestNode {
    async fn open(number: usize, transport: Arc<dyn Transport>, store: Arc<dyn Store>) -> TestNode {
        let many = Rate { burst: 100_000, rate: 100_000 };
        // Tests of limits reach these before they refill.
        let few = Rate { burst: 6, rate: 1 };
        let limits = Limits {
            bad_code_rate: few,
            sign_in_rate_per_account: few,
            max_websockets_per_ip: 8,
            message_rate: many,
            join_rate: many,
            new_websocket_rate: many,
            idle_timeout: Duration::from_secs(300),
            presence_delay: Duration::ZERO,
            ..Limits::default()
        };
        let slots = Arc::new(SlotTable::unowned());
        let id = NodeId::new(&format!("node{number}"));
        slots.join(id.clone());
        slots.set_unlimited_lease();
        let clock = MonotonicWallClock::start(0);
        let node = NodeIdentity { id: id.clone(), slots: Arc::clone(&slots), clock };
        let connection = BusConnection { transport, heard: Arc::default() };
        let settings = Settings { limits, ..Settings::default() };
        let app = open_node(settings, store, Arc::new(Metrics::default()), node, connection).await;
        let app = app.expect("a node");
        let tcp_listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = tcp_listener.local_addr().expect("an address");
        let allowed_hosts = Arc::new(AllowedHosts::new(&app.settings, address));
        let listener = Listener {
            tcp_listener,
            router: router(Arc::clone(&app), allowed_hosts, None),
            tls: None,
            limits,
            trusted_proxies: Arc::default(),
        };
        tokio::spawn(listener.serve(app.shutdown.subscribe()));
        TestNode { app, address, id, slots }
    }
}
