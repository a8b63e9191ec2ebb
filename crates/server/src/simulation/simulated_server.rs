use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Router;
use tokio::io::{AsyncRead, AsyncWrite};

use super::simulated_bus::SimulatedBus;
use super::simulated_ownership::{OwnershipConnection, SimulatedOwnershipDatabase};
use crate::app_startup::join_nodes;
use crate::app_state::AppState;
use crate::background_tasks::spawn_background_tasks;
use crate::cluster::open_node::BusConnection;
use crate::cluster::slot_table::SlotTable;
use crate::http::middleware::allowed_hosts::AllowedHosts;
use crate::http::router::router;
use crate::metrics::Metrics;
use crate::net::connection::ConnectionContext;
use crate::server::drain;
use crate::settings::Settings;
use crate::storage::store::{Store, StoreError};

/// A server that is connected to by streams in memory. It is alone with its store, or a node among others.
#[derive(Debug)]
pub struct SimulatedServer {
    app: Arc<AppState>,
    router: Router,
}

/// The resources that a server holds, none of which may grow without bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The open WebSockets.
    pub websockets: i64,
    /// The rooms in memory.
    pub rooms: i64,
    /// The bytes of the replays in memory.
    pub replay_bytes: usize,
}

impl SimulatedServer {
    /// Opens the server on a store, resumes unfinished games, and starts its tasks.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or written.
    pub async fn start(settings: Settings, store: Arc<dyn Store>) -> Result<SimulatedServer, StoreError> {
        let slots = Arc::new(SlotTable::single_node());
        let app = AppState::open(settings, store, slots, Arc::new(Metrics::default())).await?;
        Ok(SimulatedServer::serve(app))
    }

    /// Opens a node on a store that others use as well, and waits until every slot has an owner, for some seconds at most.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or written.
    pub async fn start_node(
        settings: Settings,
        store: Arc<dyn Store>,
        ownership: Arc<dyn OwnershipConnection>,
        bus: &SimulatedBus,
        endpoint: &str,
    ) -> Result<SimulatedServer, StoreError> {
        let connection = BusConnection { transport: bus.endpoint(endpoint), heard: Arc::default() };
        let database = Arc::new(SimulatedOwnershipDatabase(ownership));
        let joined = join_nodes(settings, database, connection.into(), store, Arc::default()).await;
        let app = joined.map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(SimulatedServer::serve(app))
    }

    fn serve(app: Arc<AppState>) -> SimulatedServer {
        let address: SocketAddr = app.settings.listen;
        let allowed_hosts = Arc::new(AllowedHosts::new(&app.settings, address));
        let router = router(Arc::clone(&app), allowed_hosts, None);
        spawn_background_tasks(&app);
        SimulatedServer { app, router }
    }

    /// Serves HTTP and WebSockets over a stream, as the listener does over a socket.
    pub fn accept<S>(&self, stream: S, peer: IpAddr)
    where
        S: AsyncRead + AsyncWrite + Send + 'static,
    {
        let limits = self.app.settings.limits;
        let context = ConnectionContext {
            router: self.router.clone(),
            tls: None,
            idle_timeout: limits.idle_timeout,
            write_timeout: limits.write_timeout,
            request_timeout: limits.request_timeout,
            trusted_proxies: self.app.settings.trusted_proxies.as_slice().into(),
            shutdown: self.app.shutdown.subscribe(),
        };
        tokio::spawn(context.serve_plain(stream, peer));
    }

    /// Returns the resources that the server holds now.
    #[must_use]
    pub fn resources(&self) -> Resources {
        Resources {
            websockets: self.app.metrics.websockets.get(),
            rooms: self.app.metrics.rooms.get(),
            replay_bytes: self.app.rooms.services.replay_bytes.load(Ordering::Relaxed),
        }
    }

    /// Returns the codes of the rooms in memory.
    #[must_use]
    pub fn room_codes(&self) -> Vec<String> {
        self.app.rooms.services.senders.codes()
    }

    /// Hands the rooms of a node over to the others, and sends its clients there.
    pub async fn drain(&self) {
        if let Some(running) = self.app.node.get() {
            drain(&self.app, running).await;
        }
    }

    /// Tells the clients that the server shuts down, and finishes pending writes.
    ///
    /// # Errors
    /// Returns an error if the store cannot be closed.
    pub async fn shut_down(&self) -> Result<(), StoreError> {
        self.app.shutdown.send_replace(true);
        let timeout = self.app.settings.limits.shutdown_timeout;
        // WebSockets that take longer are dropped.
        let _ = tokio::time::timeout(timeout, self.app.websocket_limit.drained()).await;
        self.app.store.close().await
    }
}
