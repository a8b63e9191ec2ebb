//! Health checks and metrics, for load balancers, service managers and Prometheus.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use ctutils::CtEq;

use crate::app_state::AppState;
use crate::metrics::{self, Metrics};

/// Returns the routes of the operator's listener.
pub(crate) fn router(app: Arc<AppState>) -> Router {
    let metrics = |State(app): State<Arc<AppState>>| async move { encoded(&app.metrics) };
    probes().route("/healthz", get(health)).route("/metrics", get(metrics)).with_state(app)
}

/// Returns the probes that both listeners serve.
pub(crate) fn probes() -> Router<Arc<AppState>> {
    Router::new().route("/livez", get(live)).route("/readyz", get(ready))
}

/// Handles `GET /livez`: succeeds while the process responds at all.
async fn live() -> &'static str {
    "ok\n"
}

/// Handles `GET /readyz`: succeeds if the server accepts new clients.
async fn ready(State(app): State<Arc<AppState>>) -> Response {
    let unavailable = |reason: &'static str| (StatusCode::SERVICE_UNAVAILABLE, reason).into_response();
    if *app.shutdown.borrow() {
        return unavailable("the server is shutting down\n");
    }
    if let Some(reason) = node_error(&app) {
        return unavailable(reason);
    }
    match app.store.credential("").await {
        Ok(_) => "ok\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "not ready: the store does not answer");
            unavailable("the store does not answer\n")
        }
    }
}

/// Returns the reason why a node should get no clients; `None` if there is none, or the server is alone.
fn node_error(app: &AppState) -> Option<&'static str> {
    let node = &app.node.get()?.node;
    if node.is_draining() {
        Some("this node is draining\n")
    } else if !node.has_lease() {
        Some("this node has no lease\n")
    } else if !node.bus_ok() {
        Some("the bus does not answer\n")
    } else if node.is_outside() {
        Some("the other nodes do not hear this one\n")
    } else {
        None
    }
}

/// Handles `GET /healthz`: succeeds if a write to the store succeeds and, among several nodes, this one takes part.
#[utoipa::path(
    get, path = "/healthz", tag = "operation",
    summary = "Reports whether moves can be saved, by writing to the store",
    responses(
        (status = 200, description = "The store can be written", body = String, content_type = "text/plain"),
        (status = 503, description = "The store cannot be written", body = String, content_type = "text/plain")
    )
)]
pub(crate) async fn health(State(app): State<Arc<AppState>>) -> Response {
    let unavailable = |reason: &'static str| (StatusCode::SERVICE_UNAVAILABLE, reason).into_response();
    match node_error(&app) {
        Some(reason) => unavailable(reason),
        None if app.health.is_writable(&*app.store).await => "ok\n".into_response(),
        None => unavailable("the store cannot be written\n"),
    }
}

/// Handles `GET /metrics` on the public listener, for requests with the operator's token.
#[utoipa::path(
    get, path = "/metrics", tag = "operation",
    summary = "Returns metrics for Prometheus, if the server has a token for them",
    responses(
        (status = 200, description = "Metrics in the OpenMetrics format", body = String, content_type = "text/plain"),
        (status = 401, description = "The token is not the operator's; without a body"),
        (status = 404, description = "The server has no token for metrics; without a body"),
        (status = 500, description = "The metrics could not be written; without a body")
    )
)]
pub(crate) async fn metrics_with_token(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    match &app.settings.metrics_token {
        None => StatusCode::NOT_FOUND.into_response(),
        Some(token) if has_token(&headers, token) => encoded(&app.metrics),
        Some(_) => (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response(),
    }
}

/// Compares tokens in constant time, so that a client cannot guess the token byte by byte.
fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let sent = authorization.and_then(|value| {
        let (scheme, credentials) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(credentials)
    });
    sent.is_some_and(|sent| sent.as_bytes().ct_eq(token.as_bytes()).to_bool())
}

fn encoded(metrics: &Metrics) -> Response {
    match metrics.encode() {
        Ok(encoded) => ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], encoded).into_response(),
        Err(error) => {
            tracing::error!(%error, "the metrics could not be encoded");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_after_the_scheme_is_accepted() {
        let accepts = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, value.parse().expect("a header"));
            has_token(&headers, "secret")
        };
        assert!(accepts("Bearer secret") && accepts("bearer secret"));
        for wrong in ["secret", "Bearer", "Bearer ", "Bearer secre", "Bearer secrets", "Basic secret"] {
            assert!(!accepts(wrong), "{wrong}");
        }
        assert!(!has_token(&HeaderMap::new(), "secret"));
    }
}
