//! The hall: sockets, rooms, people, storage, and what an operator wants to know.
//!
//! [`open`] starts a hall and gives back its address; [`Open::run`] serves until it is told to stop. What happens at a
//! table is decided in `yipan-room`; this crate writes it down before anybody is told.

mod api_errors;
mod app_state;
mod auth;
mod clock;
mod engine;
mod http;
mod metrics;
mod net;
mod random;
mod rooms;
mod settings;
mod storage;
#[cfg(test)]
mod test_server;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post, put};
use axum::{Router, middleware};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use app_state::AppState;
use auth::cleanup;
use http::middleware::allowed_hosts::{self, AllowedHosts};
use http::middleware::{access_log, response_headers, untrusted_proxy};
use http::users::{account, account_settings, credentials, session};
use http::{api, monitoring, openapi, static_files};
use metrics::Metrics;
use net::listener::Listener;
use net::websocket::socket;
use storage::data_dir::DataDir;
use storage::sqlite;

pub use http::static_files::{StaticFile, StaticFiles};
pub use net::cidr::{Cidr, ParseCidrError};
pub use net::descriptors::raise_descriptor_limit;
pub use settings::{Limits, Rate, Settings};
pub use storage::archive::{ArchiveRow, export, import};
pub use storage::backup::{BackupError, BackupSummary, backup, check_backup, restore};
pub use storage::data_dir::{DataDirError, private_file};
pub use storage::store::{
    AppendEntries, CredentialRow, Store, StoreError, StoreFuture, StoreStatus, UserRow,
};
pub use yipan_room::RoomLimits;

/// Connections that the operator's listener holds at once; scrapers and probes need few.
const MONITORING_CONNECTIONS: usize = 64;

/// A hall that is open and listens.
#[derive(Debug)]
pub struct Server {
    app: Arc<AppState>,
    data_dir: DataDir,
    listener: TcpListener,
    address: SocketAddr,
    /// The operator's own listener.
    metrics_listener: Option<TcpListener>,
    static_files: Option<Arc<dyn StaticFiles>>,
}

/// Opens a hall: its folder, its store, every game that was going on, and its door.
///
/// # Errors
/// The folder cannot be used, or the address is taken.
pub async fn bind(settings: Settings) -> std::io::Result<Server> {
    if settings.metrics_token.as_ref().is_some_and(String::is_empty) {
        return Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, "the metrics token is empty"));
    }
    let data_dir = DataDir::open(&settings.data)?;
    let metrics = Arc::new(Metrics::for_data_dir(&settings.data, &data_dir.create_database()?));
    let store =
        sqlite::Sqlite::open(&settings.data, Arc::clone(&metrics)).await.map_err(std::io::Error::other)?;
    let listener = TcpListener::bind(settings.listen).await?;
    let address = listener.local_addr()?;
    let monitoring = match settings.metrics_listen {
        Some(address) => Some(TcpListener::bind(address).await?),
        None => None,
    };
    let hall = AppState::open(settings, Arc::new(store), metrics).await.map_err(std::io::Error::other)?;
    Ok(Server { app: hall, data_dir, listener, address, metrics_listener: monitoring, static_files: None })
}

impl Server {
    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns where metrics and health are served apart from everything else.
    ///
    /// # Errors
    /// Returns an error if the system does not know the address of its own socket.
    pub fn metrics_address(&self) -> std::io::Result<Option<SocketAddr>> {
        self.metrics_listener.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// The same hall with a page for people.
    #[must_use]
    pub fn with_static_files(self, page: Arc<dyn StaticFiles>) -> Server {
        Server { static_files: Some(page), ..self }
    }

    /// Serves until `stop` is done; then tells the clients, finishes the commits, and leaves.
    ///
    /// # Errors
    /// The store could not be closed in order.
    pub async fn run(
        self,
        shutdown_signal: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let hall = Arc::clone(&self.app);
        let shutting_down = async move {
            shutdown_signal.await;
            tracing::info!("closing: no new guests, commits are finished");
            hall.shutdown.send_replace(true);
        };
        let limits = self.app.settings.limits;
        let allowed_hosts = AllowedHosts::new(&self.app.settings, self.address);
        let public_listener = Listener {
            tcp_listener: self.listener,
            router: router(Arc::clone(&self.app), Arc::new(allowed_hosts), self.static_files.clone()),
            limits,
            trusted_proxies: self.app.settings.trusted_proxies.as_slice().into(),
        };
        // It outlives the public listener, so that an orderly shutdown can be watched.
        let monitoring_shutdown = watch::Sender::new(false);
        let monitoring_task = self.metrics_listener.map(|listener| {
            let limits = Limits {
                max_connections: MONITORING_CONNECTIONS,
                max_connections_per_ip: MONITORING_CONNECTIONS,
                ..limits
            };
            let router = monitoring::router(Arc::clone(&self.app));
            tokio::spawn(
                Listener { tcp_listener: listener, router, limits, trusted_proxies: Arc::default() }
                    .serve(monitoring_shutdown.subscribe()),
            )
        });
        tokio::spawn(cleanup::run(Arc::clone(&self.app)));
        tokio::join!(shutting_down, public_listener.serve(self.app.shutdown.subscribe()));
        // Sockets that take longer are cut off.
        let _ = tokio::time::timeout(limits.shutdown_timeout, self.app.socket_limit.drained()).await;
        let closed = self.app.store.close().await.map_err(std::io::Error::other);
        monitoring_shutdown.send_replace(true);
        if let Some(monitoring) = monitoring_task {
            monitoring.await?;
        }
        // Another server may use the directory from now on.
        drop(self.data_dir);
        closed
    }
}

fn router(hall: Arc<AppState>, hosts: Arc<AllowedHosts>, page: Option<Arc<dyn StaticFiles>>) -> Router {
    let limits = hall.settings.limits;
    let api_routes =
        routes().into_iter().fold(Router::new(), |router, (path, method)| router.route(path, method));
    let has_no_trusted_proxy = hall.settings.trusted_proxies.is_empty();
    let router = api_routes
        .merge(monitoring::probes())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.request_timeout))
        .layer(RequestBodyLimitLayer::new(limits.max_body_bytes))
        .route("/ws", get(socket::upgrade_socket))
        .fallback(move |method: Method, uri: Uri, headers: HeaderMap| async move {
            static_files::serve(page.as_ref(), &method, &uri, &headers)
        })
        .layer(middleware::from_fn(api::translate_store_errors))
        .layer(middleware::from_fn_with_state(hosts, allowed_hosts::check_host))
        .layer(middleware::from_fn(response_headers::add_headers))
        .layer(middleware::from_fn(access_log::log_requests))
        .with_state(hall);
    if has_no_trusted_proxy {
        let warned = Arc::new(untrusted_proxy::Warned::default());
        return router.layer(middleware::from_fn_with_state(warned, untrusted_proxy::warn_once));
    }
    router
}

/// The routes besides the WebSocket's; [`openapi`] describes all of them.
fn routes() -> [(&'static str, MethodRouter<Arc<AppState>>); 17] {
    [
        ("/healthz", get(health)),
        ("/metrics", get(monitoring::metrics_with_token)),
        ("/api/openapi.json", get(openapi::openapi)),
        ("/api/me", get(api::me).put(api::rename)),
        ("/api/me/settings", get(account_settings::get_settings).put(account_settings::put_settings)),
        ("/api/account", post(account::sign_up).delete(account::delete)),
        ("/api/account/password", put(account::change_password)),
        ("/api/session", post(session::sign_in).delete(session::sign_out)),
        ("/api/keys", get(credentials::list).delete(credentials::end_others)),
        ("/api/keys/{id}", delete(credentials::end)),
        ("/api/tokens", post(credentials::create_token)),
        ("/api/rooms", get(api::lobby).post(api::create_room)),
        ("/api/pair", post(api::pair)),
        ("/api/rooms/{code}", get(api::room)),
        ("/api/rooms/{code}/qr.svg", get(api::qr)),
        ("/api/games", get(api::games)),
        ("/api/games/{code}/{form}", get(api::game)),
    ]
}

/// `GET /healthz`: whether moves can be saved.
#[utoipa::path(
    get, path = "/healthz", tag = "operation",
    summary = "Reports whether moves can be saved, by writing to the store",
    responses(
        (status = 200, description = "It works", body = String, content_type = "text/plain"),
        (status = 503, description = "The store cannot be written", body = String, content_type = "text/plain")
    )
)]
async fn health(State(hall): State<Arc<AppState>>) -> Response {
    if hall.health.is_writable(&*hall.store).await {
        "ok\n".into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the store cannot be written\n").into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_described_and_nothing_else() {
        let mut described = openapi::described_paths();
        let mut served: Vec<_> = routes().into_iter().map(|(path, _)| path).chain(["/ws"]).collect();
        described.sort_unstable();
        served.sort_unstable();
        assert_eq!(described, served);
    }
}
