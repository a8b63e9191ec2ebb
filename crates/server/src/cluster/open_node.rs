use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::bus::nats::NatsTransport;
use super::bus::transport::{BusError, Transport};
use super::bus::url::BusUrl;
use super::heard_nodes::HeardNodes;
use super::node_bus::{NodeBus, NodeBusParts};
use super::node_id::NodeId;
use super::node_tasks;
use super::peers::Peers;
use super::remote::remote_rooms::RemoteRooms;
use super::slot_table::SlotTable;
use crate::app_state::AppState;
use crate::clock::MonotonicWallClock;
use crate::metrics::Metrics;
use crate::settings::Settings;
use crate::storage::store::{Store, StoreError};

/// The longest time that a node waits for the bus to answer.
const BUS_TIMEOUT: Duration = Duration::from_secs(30);

/// The time between two attempts to reach the bus.
const BUS_RETRY: Duration = Duration::from_secs(1);

/// The connection of a node to the bus, and the nodes that it hears there.
#[derive(Debug)]
pub(crate) struct BusConnection {
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) heard: Arc<HeardNodes>,
}

/// The connection of a node to the others.
#[derive(Debug)]
pub(crate) struct NodeConnection {
    pub(crate) peers: Arc<dyn Peers>,
    /// The bus; `None` in tests of ownership alone.
    pub(crate) bus: Option<BusConnection>,
}

impl From<BusConnection> for NodeConnection {
    fn from(bus: BusConnection) -> NodeConnection {
        let peers: Arc<dyn Peers> = Arc::<HeardNodes>::clone(&bus.heard);
        NodeConnection { peers, bus: Some(bus) }
    }
}

impl BusConnection {
    /// Connects to the servers of a bus, waiting for them if none answers.
    pub(crate) async fn connect(url: &BusUrl) -> Result<BusConnection, BusError> {
        let started = Instant::now();
        loop {
            match NatsTransport::connect(url).await {
                Ok(transport) => {
                    return Ok(BusConnection { transport: Arc::new(transport), heard: Arc::default() });
                }
                Err(error) if started.elapsed() < BUS_TIMEOUT => {
                    tracing::warn!(%error, bus = %url, "waiting for the bus");
                    tokio::time::sleep(BUS_RETRY).await;
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// A node that is about to take part in the service.
#[derive(Debug)]
pub(crate) struct NodeIdentity {
    pub(crate) id: NodeId,
    pub(crate) slots: Arc<SlotTable>,
    pub(crate) clock: MonotonicWallClock,
}

/// The reason why a node cannot take part in the service.
#[derive(Debug)]
pub(crate) enum OpenNodeError {
    Store(StoreError),
    Bus(BusError),
}

impl fmt::Display for OpenNodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenNodeError::Store(error) => error.fmt(f),
            OpenNodeError::Bus(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenNodeError {}

impl From<StoreError> for OpenNodeError {
    fn from(error: StoreError) -> OpenNodeError {
        OpenNodeError::Store(error)
    }
}

/// Creates the state of a node, resumes the games of its slots, and connects it with the other nodes.
pub(crate) async fn open_node(
    settings: Settings,
    store: Arc<dyn Store>,
    metrics: Arc<Metrics>,
    node: NodeIdentity,
    connection: BusConnection,
) -> Result<Arc<AppState>, OpenNodeError> {
    let signing_key = store.signing_key().await?;
    let NodeIdentity { id, slots, clock } = node;
    let BusConnection { transport, heard } = connection;
    let parts = NodeBusParts {
        transport,
        slots: Arc::clone(&slots),
        clock: clock.clone(),
        metrics: Arc::clone(&metrics),
        heard,
        signing_key,
        node: id,
    };
    let (bus, parcels) = NodeBus::new(parts);
    let remote_rooms = RemoteRooms::new(Arc::new(bus));
    let remote = Some(remote_rooms.clone());
    let app = AppState::open_with_clock(settings, store, slots, clock, metrics, remote).await?;
    node_tasks::start(Arc::clone(&app), remote_rooms, parcels).await.map_err(OpenNodeError::Bus)?;
    Ok(app)
}
