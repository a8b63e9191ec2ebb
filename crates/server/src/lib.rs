//! The hall: sockets, rooms, people, storage, and what an operator wants to know.
//!
//! [`open`] starts a hall and gives back its address; [`Open::run`] serves until it is told to stop. What happens at a
//! table is decided in `yipan-table`; this crate writes it down before anybody is told.

mod accept_language;
mod access_log;
mod account;
mod allowed_hosts;
mod api;
mod append;
mod archive;
mod audience;
mod backup;
mod body;
mod bus;
mod caller;
mod cleanup;
mod code_guard;
mod collectors;
mod command_id;
mod connection_limit;
mod data_dir;
mod descriptors;
mod display_name;
mod door;
mod engine_pool;
mod export;
mod faults;
mod fold_pool;
mod hall;
mod health;
mod keys;
mod likes;
mod lobby;
mod metrics;
mod monitoring;
mod network;
mod now;
mod openapi;
mod opponent;
mod origin;
mod page;
mod password;
mod people;
mod presence;
mod qr;
mod random;
mod rate_limit;
mod replay_cache;
mod response_headers;
mod room;
mod room_clients;
mod room_lookup;
mod room_outage;
mod round_trip;
mod search_queue;
mod send_budget;
mod session;
mod settings;
mod sign_in_log;
mod socket;
mod socket_writer;
mod sqlite;
mod store;
#[cfg(test)]
mod test_server;
mod untrusted_proxy;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use allowed_hosts::AllowedHosts;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post, put};
use axum::{Router, middleware};
use data_dir::DataDir;
use door::Door;
use hall::Hall;
use metrics::Metrics;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

pub use archive::{Kept, export, import};
pub use backup::{BackupError, BackupSummary, backup, check_backup, restore};
pub use data_dir::{DataDirError, private_file};
pub use descriptors::raise_descriptor_limit;
pub use network::{Network, NetworkError};
pub use page::{Page, PageFile};
pub use settings::{Limits, Rate, Settings};
pub use store::{Append, KeyRow, Later, PersonRow, Store, StoreError, StoreStatus};
pub use yipan_table::Pace;

/// Connections that the operator's listener holds at once; scrapers and probes need few.
const MONITORING_CONNECTIONS: usize = 64;

/// A hall that is open and listens.
#[derive(Debug)]
pub struct Open {
    hall: Arc<Hall>,
    data_dir: DataDir,
    listener: TcpListener,
    address: SocketAddr,
    /// The operator's own listener.
    monitoring: Option<TcpListener>,
    page: Option<Arc<dyn Page>>,
}

/// Opens a hall: its folder, its store, every game that was going on, and its door.
///
/// # Errors
/// The folder cannot be used, or the address is taken.
pub async fn open(settings: Settings) -> std::io::Result<Open> {
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
    let hall = Hall::open(settings, Arc::new(store), metrics).await.map_err(std::io::Error::other)?;
    Ok(Open { hall, data_dir, listener, address, monitoring, page: None })
}

impl Open {
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
        self.monitoring.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// The same hall with a page for people.
    #[must_use]
    pub fn with_page(self, page: Arc<dyn Page>) -> Open {
        Open { page: Some(page), ..self }
    }

    /// Serves until `stop` is done; then tells the clients, finishes the commits, and leaves.
    ///
    /// # Errors
    /// The store could not be closed in order.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let hall = Arc::clone(&self.hall);
        let stopping = async move {
            stop.await;
            tracing::info!("closing: no new guests, commits are finished");
            hall.closing.send_replace(true);
        };
        let limits = self.hall.settings.limits;
        let hosts = AllowedHosts::new(&self.hall.settings, self.address);
        let door = Door {
            listener: self.listener,
            router: router(Arc::clone(&self.hall), Arc::new(hosts), self.page.clone()),
            limits,
            trusted: self.hall.settings.trusted_proxies.as_slice().into(),
        };
        // It outlives the public listener, so that an orderly shutdown can be watched.
        let stopped = watch::Sender::new(false);
        let monitoring = self.monitoring.map(|listener| {
            let limits =
                Limits { lines: MONITORING_CONNECTIONS, lines_each: MONITORING_CONNECTIONS, ..limits };
            let router = monitoring::router(Arc::clone(&self.hall));
            tokio::spawn(Door { listener, router, limits, trusted: Arc::default() }.keep(stopped.subscribe()))
        });
        tokio::spawn(cleanup::run(Arc::clone(&self.hall)));
        tokio::join!(stopping, door.keep(self.hall.closing.subscribe()));
        // Sockets that take longer are cut off.
        let _ = tokio::time::timeout(limits.closing, self.hall.sockets.drained()).await;
        let closed = self.hall.store.close().await.map_err(std::io::Error::other);
        stopped.send_replace(true);
        if let Some(monitoring) = monitoring {
            monitoring.await?;
        }
        // Another server may use the directory from now on.
        drop(self.data_dir);
        closed
    }
}

fn router(hall: Arc<Hall>, hosts: Arc<AllowedHosts>, page: Option<Arc<dyn Page>>) -> Router {
    let limits = hall.settings.limits;
    let described =
        routes().into_iter().fold(Router::new(), |router, (path, method)| router.route(path, method));
    let trusts_none = hall.settings.trusted_proxies.is_empty();
    let router = described
        .merge(monitoring::probes())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.request))
        .layer(RequestBodyLimitLayer::new(limits.longest_body))
        .route("/ws", get(socket::open))
        .fallback(move |method: Method, uri: Uri, headers: HeaderMap| async move {
            page::answer(page.as_ref(), &method, &uri, &headers)
        })
        .layer(middleware::from_fn(api::translate_store_errors))
        .layer(middleware::from_fn_with_state(hosts, allowed_hosts::check_host))
        .layer(middleware::from_fn(response_headers::add_headers))
        .layer(middleware::from_fn(access_log::log_requests))
        .with_state(hall);
    if trusts_none {
        let warned = Arc::new(untrusted_proxy::Warned::default());
        return router.layer(middleware::from_fn_with_state(warned, untrusted_proxy::warn_once));
    }
    router
}

/// The routes besides the WebSocket's; [`openapi`] describes all of them.
fn routes() -> [(&'static str, MethodRouter<Arc<Hall>>); 17] {
    [
        ("/healthz", get(health)),
        ("/metrics", get(monitoring::metrics_with_token)),
        ("/api/openapi.json", get(openapi::openapi)),
        ("/api/me", get(api::me).put(api::rename)),
        ("/api/me/settings", get(likes::settings).put(likes::keep_settings)),
        ("/api/account", post(account::sign_up).delete(account::delete)),
        ("/api/account/password", put(account::change_password)),
        ("/api/session", post(session::sign_in).delete(session::sign_out)),
        ("/api/keys", get(keys::list).delete(keys::end_others)),
        ("/api/keys/{id}", delete(keys::end)),
        ("/api/tokens", post(keys::create_token)),
        ("/api/rooms", get(api::lobby).post(api::open_room)),
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
async fn health(State(hall): State<Arc<Hall>>) -> Response {
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
