//! The hall: sockets, rooms, people, storage, and what an operator wants to know.
//!
//! [`open`] starts a hall and gives back its address; [`Open::run`] serves until it is told to stop. What happens at a
//! table is decided in `yipan-table`; this crate writes it down before anybody is told.

mod api;
mod budget;
mod export;
mod faults;
mod hall;
mod lobby;
mod now;
mod people;
mod random;
mod rivals;
mod room;
mod settings;
mod socket;
mod sqlite;
mod store;
mod tally;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{delete, get, post};
use hall::Hall;
use tally::Tally;
use tokio::net::TcpListener;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

pub use rivals::{Ask, Rivals};
pub use settings::{Budgeted, Limits, Settings};
pub use store::{Append, KeyRow, Later, PersonRow, Store, StoreError};
pub use yipan_table::Pace;

const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// How long a page may be waited for, and how long a request may be.
const PATIENCE: Duration = Duration::from_secs(20);
const LONGEST_BODY: usize = 16 * 1024;

/// A hall that is open and listens.
#[derive(Debug)]
pub struct Open {
    hall: Arc<Hall>,
    listener: TcpListener,
    address: SocketAddr,
}

/// Opens a hall: its folder, its store, every game that was going on, and its door.
///
/// # Errors
/// The folder cannot be used, or the address is taken.
pub async fn open(settings: Settings, rivals: Option<Arc<dyn Rivals>>) -> std::io::Result<Open> {
    std::fs::create_dir_all(&settings.data)?;
    let tally = Arc::new(Tally::default());
    let store =
        sqlite::Sqlite::open(&settings.data, Arc::clone(&tally)).await.map_err(std::io::Error::other)?;
    let listener = TcpListener::bind(settings.listen).await?;
    let address = listener.local_addr()?;
    let hall = Hall::open(settings, Arc::new(store), tally, rivals).await.map_err(std::io::Error::other)?;
    Ok(Open { hall, listener, address })
}

impl Open {
    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is done; then tells the clients, finishes the commits, and leaves.
    ///
    /// # Errors
    /// The door broke.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let hall = Arc::clone(&self.hall);
        let stopping = async move {
            stop.await;
            tracing::info!("closing: no new guests, commits are finished");
            hall.closing.send_replace(true);
        };
        let served = axum::serve(
            self.listener,
            router(Arc::clone(&self.hall)).into_make_service_with_connect_info::<SocketAddr>(),
        )
        .with_graceful_shutdown(stopping);
        let result = served.await;
        let leave = async {
            while self.hall.tally.sockets.get() > 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let _ = tokio::time::timeout(Duration::from_secs(5), leave).await;
        self.hall.store.close().await.map_err(std::io::Error::other)?;
        result
    }
}

fn router(hall: Arc<Hall>) -> Router {
    let fixed = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    Router::new()
        .route("/", get(|| async { Html(include_str!("page.html")) }))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .route("/api/openapi.json", get(openapi))
        .route("/api/me", get(api::me).put(api::rename))
        .route("/api/account", post(api::account))
        .route("/api/session", post(api::sign_in))
        .route("/api/keys", get(api::keys))
        .route("/api/keys/{id}", delete(api::end_key))
        .route("/api/tokens", post(api::token))
        .route("/api/rooms", get(api::lobby).post(api::open_room))
        .route("/api/rooms/{code}", get(api::room))
        .route("/api/games/{code}/{form}", get(api::game))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, PATIENCE))
        .layer(RequestBodyLimitLayer::new(LONGEST_BODY))
        .route("/ws", get(socket::open))
        .layer(fixed(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(fixed(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(fixed(header::REFERRER_POLICY, "same-origin"))
        .with_state(hall)
}

/// `GET /healthz`: whether the store answers.
async fn health(State(hall): State<Arc<Hall>>) -> Response {
    match hall.store.key("").await {
        Ok(_) => "ok\n".into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n").into_response(),
    }
}

/// `GET /metrics`, for Prometheus.
async fn metrics(State(hall): State<Arc<Hall>>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], hall.tally.text()).into_response()
}

/// `GET /api/openapi.json`
async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("openapi.json")).into_response()
}
