//! Plain HTTP on a listener with TLS.

use std::sync::Arc;

use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Router, middleware};
use tower_http::timeout::TimeoutLayer;

use super::base_url::base_url;
use super::middleware::allowed_hosts::{self, AllowedHosts};
use super::middleware::{access_log, response_headers};
use super::monitoring::{health, probes};
use super::requester::ClientInfo;
use crate::app_state::AppState;
use crate::net::client_addr::ClientAddr;

/// Returns the routes for requests without TLS: the probes, which reveal nothing, and a redirect to HTTPS.
pub(crate) fn router(app: Arc<AppState>, allowed_hosts: Arc<AllowedHosts>) -> Router {
    let request_timeout = app.settings.limits.request_timeout;
    probes()
        .route("/healthz", get(health))
        .fallback(redirect_to_https)
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, request_timeout))
        .layer(middleware::from_fn_with_state(allowed_hosts, allowed_hosts::check_host))
        .layer(middleware::from_fn(response_headers::add_headers))
        .layer(middleware::from_fn(access_log::log_requests))
        .with_state(app)
}

/// Redirects to the same address over HTTPS. The redirect is temporary, because an operator may turn TLS off again.
async fn redirect_to_https(ConnectInfo(client): ClientInfo, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    match base_url(ClientAddr { is_secure: true, ..client }, &headers) {
        Some(base) if path.starts_with('/') && path.is_ascii() => {
            Redirect::temporary(&format!("{base}{path}")).into_response()
        }
        _ => (StatusCode::BAD_REQUEST, "this address needs HTTPS\n").into_response(),
    }
}
