//! The start of a server: its store, its slots and its rooms.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::app_state::AppState;
use crate::clock::MonotonicWallClock;
use crate::cluster::node::{Node, NodeConfig};
use crate::cluster::open_node::{NodeConnection, NodeIdentity, open_node};
use crate::cluster::single_server::{keep_all_slots, take_all_slots};
use crate::cluster::slot_table::SlotTable;
use crate::metrics::Metrics;
use crate::settings::Settings;
use crate::storage::location::StoreLocation;
use crate::storage::ownership_store::OwnershipDatabase;
use crate::storage::postgres::{PostgresUrl, Sharing};
use crate::storage::store::Store;

/// The longest time that a node waits for its database to answer.
const STORE_TIMEOUT: Duration = Duration::from_secs(30);

/// The time between two attempts to reach the database.
const STORE_RETRY: Duration = Duration::from_secs(1);

/// The longest time that a node waits until every slot has an owner. The slots of a node that has died just before take
/// longer, and need not be here.
const OWNERS_TIMEOUT: Duration = Duration::from_secs(3);

/// The time between two checks whether every slot has an owner.
const OWNERS_INTERVAL: Duration = Duration::from_millis(20);

/// Opens the store and resumes the games of this server. With a connection it is a node among others.
pub(crate) async fn open_app(
    settings: Settings,
    location: &StoreLocation,
    connection: Option<NodeConnection>,
    metrics: Arc<Metrics>,
) -> io::Result<Arc<AppState>> {
    match (location, connection) {
        (StoreLocation::DataDir(_), None) => {
            let store = location.open_with(Sharing::Single, &metrics).await?;
            let slots = Arc::new(SlotTable::single_node());
            AppState::open(settings, store, slots, metrics).await.map_err(io::Error::other)
        }
        (StoreLocation::DataDir(_), Some(_)) => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "several nodes need a PostgreSQL database; set the store, or leave the bus out",
        )),
        (StoreLocation::Postgres(url), None) => {
            let store = location.open_with(Sharing::Single, &metrics).await?;
            open_single(settings, url.clone(), store, metrics).await
        }
        (StoreLocation::Postgres(url), Some(connection)) => {
            let store = open_shared(location, &metrics).await?;
            join_nodes(settings, Arc::new(url.clone()), connection, store, metrics).await
        }
    }
}

/// Opens a database that other nodes use, waiting for it if it does not answer.
async fn open_shared(location: &StoreLocation, metrics: &Arc<Metrics>) -> io::Result<Arc<dyn Store>> {
    let started = Instant::now();
    loop {
        match location.open_with(Sharing::Node, metrics).await {
            Err(error)
                if error.kind() == io::ErrorKind::NotConnected && started.elapsed() < STORE_TIMEOUT =>
            {
                tracing::warn!(%error, "waiting for the database");
                tokio::time::sleep(STORE_RETRY).await;
            }
            opened => return opened,
        }
    }
}

async fn open_single(
    settings: Settings,
    url: PostgresUrl,
    store: Arc<dyn Store>,
    metrics: Arc<Metrics>,
) -> io::Result<Arc<AppState>> {
    let (name, slots) = (node_name(&settings), Arc::new(SlotTable::unowned()));
    take_all_slots(&url, &name, &slots).await.map_err(io::Error::other)?;
    let opened = AppState::open(settings, Arc::clone(&store), Arc::clone(&slots), metrics).await;
    let app = opened.map_err(io::Error::other)?;
    let rooms = Arc::clone(&app.rooms);
    tokio::spawn(keep_all_slots(url, name, store, slots, rooms));
    Ok(app)
}

/// Makes this server a node among others, and waits until every slot has an owner, for some seconds at most.
pub(crate) async fn join_nodes(
    settings: Settings,
    database: Arc<dyn OwnershipDatabase>,
    connection: NodeConnection,
    store: Arc<dyn Store>,
    metrics: Arc<Metrics>,
) -> io::Result<Arc<AppState>> {
    let slots = Arc::new(SlotTable::unowned());
    let config = NodeConfig {
        database,
        name: node_name(&settings),
        peers: connection.peers,
        slots: Arc::clone(&slots),
        metrics: Arc::clone(&metrics),
    };
    let node = Node::join(config).await.map_err(io::Error::other)?;
    let clock = MonotonicWallClock::start_at(node.database_millis());
    let app = match (connection.bus, slots.node()) {
        (Some(bus), Some(id)) => {
            let identity = NodeIdentity { id, slots: Arc::clone(&slots), clock: clock.clone() };
            open_node(settings, store, metrics, identity, bus).await.map_err(io::Error::other)?
        }
        _ => {
            let opened =
                AppState::open_with_clock(settings, store, Arc::clone(&slots), clock.clone(), metrics, None);
            opened.await.map_err(io::Error::other)?
        }
    };
    let rooms = Arc::clone(&app.rooms);
    // It is empty: the state is new.
    let _ = app.node.set(node.run(rooms, clock));
    let owned = async {
        while slots.count_nowhere() > 0 {
            tokio::time::sleep(OWNERS_INTERVAL).await;
        }
    };
    let _ = tokio::time::timeout(OWNERS_TIMEOUT, owned).await;
    Ok(app)
}

/// Returns the name of this server among others: that of the host, unless it has one.
fn node_name(settings: &Settings) -> String {
    let host = || {
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
        name.or_else(|| std::env::var("HOSTNAME").ok())
    };
    let name = settings.node.clone().or_else(host);
    name.as_deref().map(str::trim).filter(|name| !name.is_empty()).unwrap_or("node").to_owned()
}
