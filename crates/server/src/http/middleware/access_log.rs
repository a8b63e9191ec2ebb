use axum::extract::{ConnectInfo, Request};
use axum::middleware::Next;
use axum::response::Response;
use tokio::time::Instant;

use crate::net::client_addr::ClientAddr;

/// Logs each request at the level `debug`, without its query, headers and body.
pub(crate) async fn log_requests(
    ConnectInfo(client): ConnectInfo<ClientAddr>,
    request: Request,
    next: Next,
) -> Response {
    if !tracing::enabled!(tracing::Level::DEBUG) {
        return next.run(request).await;
    }
    let began = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    tracing::debug!(
        address = %client.address,
        %method,
        path,
        status = response.status().as_u16(),
        micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX),
        "request"
    );
    response
}
