use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::app_startup::open_app;
use crate::app_state::AppState;
use crate::background_tasks::spawn_background_tasks;
use crate::cluster::node::RunningNode;
use crate::cluster::open_node::{BusConnection, NodeConnection};
use crate::cluster::single_server;
use crate::http::middleware::allowed_hosts::AllowedHosts;
use crate::http::monitoring;
use crate::http::plain_http;
use crate::http::router::router;
use crate::http::static_files::StaticFiles;
use crate::metrics::Metrics;
use crate::net::connection::TlsContext;
use crate::net::listener::Listener;
use crate::net::tls::acceptor::Acceptor;
use crate::settings::{Limits, Settings};
use crate::storage::data_dir::DataDir;
use crate::storage::location::StoreLocation;

/// The most connections to the operator's listener. Scrapers and probes need few.
const MONITORING_CONNECTIONS: usize = 64;

/// The time over which the clients of a node that ends are sent to others, so that they do not come all at once.
const DISMISSAL_SPREAD: Duration = Duration::from_secs(5);

/// The time between two checks whether all clients are gone.
const DISMISSAL_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// A bound server.
#[derive(Debug)]
pub struct Server {
    app: Arc<AppState>,
    /// The locked data directory, unless the database is elsewhere.
    data_dir: Option<DataDir>,
    listener: TcpListener,
    address: SocketAddr,
    /// The operator's listener.
    metrics_listener: Option<TcpListener>,
    tls_acceptor: Option<Acceptor>,
    static_files: Option<Arc<dyn StaticFiles>>,
}

impl Server {
    /// Opens the store, resumes unfinished games, and binds the listeners.
    ///
    /// # Errors
    /// Returns an error if the certificate, the data directory, the database or the bus cannot be used, the metrics token is empty,
    /// or an address is in use.
    pub async fn bind(settings: Settings) -> io::Result<Server> {
        if settings.metrics_token.as_ref().is_some_and(String::is_empty) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the metrics token is empty"));
        }
        if settings.bus.is_some() && settings.store.is_none() {
            let reason = "several nodes need a PostgreSQL database; set the store, or leave the bus out";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        let tls_acceptor = settings.tls.clone().map(Acceptor::open).transpose()?;
        let (data_dir, metrics, location) = match settings.store.clone() {
            Some(url) => (None, Metrics::default(), StoreLocation::Postgres(url)),
            None => {
                let data_dir = DataDir::open(&settings.data)?;
                let metrics = Metrics::for_data_dir(&settings.data, &data_dir.create_database()?);
                (Some(data_dir), metrics, StoreLocation::DataDir(settings.data.clone()))
            }
        };
        let listener = TcpListener::bind(settings.listen).await?;
        let address = listener.local_addr()?;
        let metrics_listener = match settings.metrics_listen {
            Some(address) => Some(TcpListener::bind(address).await?),
            None => None,
        };
        let connection = match &settings.bus {
            Some(url) => {
                Some(NodeConnection::from(BusConnection::connect(url).await.map_err(io::Error::other)?))
            }
            None => None,
        };
        let app = open_app(settings, &location, connection, Arc::new(metrics)).await?;
        Ok(Server { app, data_dir, listener, address, metrics_listener, tls_acceptor, static_files: None })
    }

    /// Returns the address of the public listener.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address of the operator's listener, if there is one.
    ///
    /// # Errors
    /// Returns an error if the system does not know the address of the listener.
    pub fn metrics_address(&self) -> io::Result<Option<SocketAddr>> {
        self.metrics_listener.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// Serves these files as the page.
    #[must_use]
    pub fn with_static_files(self, static_files: Arc<dyn StaticFiles>) -> Server {
        Server { static_files: Some(static_files), ..self }
    }

    /// Serves until `shutdown_signal` completes, then notifies the clients and finishes pending commits.
    ///
    /// # Errors
    /// Returns an error if the store cannot be closed.
    pub async fn run(self, shutdown_signal: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let app = Arc::clone(&self.app);
        let shutting_down = async move {
            shutdown_signal.await;
            if let Some(running) = app.node.get() {
                drain(&app, running).await;
            }
            tracing::info!("shutting down: no new connections, pending commits are finished");
            app.shutdown.send_replace(true);
        };
        let limits = self.app.settings.limits;
        let allowed_hosts = Arc::new(AllowedHosts::new(&self.app.settings, self.address));
        if let Some(acceptor) = &self.tls_acceptor {
            tokio::spawn(acceptor.certificate_watcher().run(self.app.shutdown.subscribe()));
        }
        let tls = self.tls_acceptor.map(|acceptor| TlsContext {
            acceptor,
            plain_router: plain_http::router(Arc::clone(&self.app), Arc::clone(&allowed_hosts)),
        });
        let public_listener = Listener {
            tcp_listener: self.listener,
            router: router(Arc::clone(&self.app), allowed_hosts, self.static_files),
            tls,
            limits,
            trusted_proxies: self.app.settings.trusted_proxies.as_slice().into(),
        };
        // It outlives the public listener, so that the operator can observe the shutdown.
        let monitoring_shutdown = watch::Sender::new(false);
        let monitoring_task = self.metrics_listener.map(|listener| {
            let limits = Limits {
                max_connections: MONITORING_CONNECTIONS,
                max_connections_per_ip: MONITORING_CONNECTIONS,
                ..limits
            };
            let router = monitoring::router(Arc::clone(&self.app));
            tokio::spawn(
                Listener {
                    tcp_listener: listener,
                    router,
                    tls: None,
                    limits,
                    trusted_proxies: Arc::default(),
                }
                .serve(monitoring_shutdown.subscribe()),
            )
        });
        spawn_background_tasks(&self.app);
        tokio::join!(shutting_down, public_listener.serve(self.app.shutdown.subscribe()));
        // WebSockets that take longer are dropped.
        let _ = tokio::time::timeout(limits.shutdown_timeout, self.app.websocket_limit.drained()).await;
        if let (Some(url), None) = (&self.app.settings.store, self.app.node.get()) {
            // Without it the next server starts as after a crash.
            let _ = single_server::leave(url, &self.app.rooms.services.slots).await;
        }
        let closed = self.app.store.close().await.map_err(io::Error::other);
        monitoring_shutdown.send_replace(true);
        if let Some(monitoring) = monitoring_task {
            monitoring.await?;
        }
        // Releases the lock of the directory.
        drop(self.data_dir);
        closed
    }
}

/// Hands the rooms of a node over to the others, once load balancers send it no more clients. Then sends its clients there.
pub(crate) async fn drain(app: &AppState, running: &RunningNode) {
    tracing::info!("draining: health checks fail, then the rooms are handed over");
    running.node.begin_drain();
    tokio::time::sleep(app.settings.drain_delay).await;
    if let Err(error) = running.hand_over().await {
        tracing::warn!(%error, "the rooms could not be handed over; the other nodes take them in a few seconds");
    }
    app.dismissals.dismiss(DISMISSAL_SPREAD);
    let gone = async {
        while app.metrics.websockets.get() > 0 {
            tokio::time::sleep(DISMISSAL_CHECK_INTERVAL).await;
        }
    };
    // The shutdown reaches the clients that have connected since.
    let _ = tokio::time::timeout(DISMISSAL_SPREAD, gone).await;
    if let Err(error) = running.leave().await {
        tracing::warn!(%error, "the end of this node could not be recorded; the others notice it in a few seconds");
    }
}
