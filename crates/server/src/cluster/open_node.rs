use std::sync::Arc;

use super::bus::transport::{BusError, Transport};
use super::node_bus::{NodeBus, NodeBusParts};
use super::node_id::NodeId;
use super::node_tasks;
use super::remote::remote_rooms::RemoteRooms;
use super::slot_table::SlotTable;
use crate::app_state::AppState;
use crate::clock::MonotonicWallClock;
use crate::metrics::Metrics;
use crate::settings::Settings;
use crate::storage::store::{Store, StoreError};

/// A node that is about to take part in the service.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) id: NodeId,
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) slots: Arc<SlotTable>,
}

/// The reason why a node cannot take part in the service.
#[derive(Debug)]
pub(crate) enum OpenNodeError {
    Store(StoreError),
    Bus(BusError),
}

impl std::fmt::Display for OpenNodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
    node: Node,
) -> Result<Arc<AppState>, OpenNodeError> {
    let clock = MonotonicWallClock::start(store.latest_entry_time().await?);
    let signing_key = store.signing_key().await?;
    let Node { id, transport, slots } = node;
    let parts = NodeBusParts {
        transport,
        slots: Arc::clone(&slots),
        clock,
        metrics: Arc::clone(&metrics),
        heard: Arc::default(),
        signing_key,
        node: id,
    };
    let (bus, parcels) = NodeBus::new(parts);
    let remote_rooms = RemoteRooms::new(Arc::new(bus));
    let app = AppState::open_node(settings, store, slots, metrics, clock, Some(remote_rooms.clone())).await?;
    node_tasks::start(Arc::clone(&app), remote_rooms, parcels).await.map_err(OpenNodeError::Bus)?;
    Ok(app)
}
