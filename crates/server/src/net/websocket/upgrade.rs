use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use yipan_wire::{ApiError, Scope};

use super::connection::run_connection;
use super::origin::is_same_origin;
use super::websocket_permit::WebsocketPermit;
use crate::api_errors;
use crate::http::accept_language::language;
use crate::http::openapi_responses::CommonErrors;
use crate::http::rejection::{ApiRejection, check_rate_limit};
use crate::http::requester::{ClientInfo, SharedState, require_scope, user_or_guest, with_cookie};
use crate::net::connection_limit::ConnectionLimitError;
use crate::net::rate_limit::RetryAfter;
use crate::net::rate_limiters::LimitedRequest;

/// The read buffer of each connection. Messages are short, and there may be many connections.
const READ_BUFFER_BYTES: usize = 4 * 1024;

/// The time after which a client that was refused by a node that is cut off may try again: a load balancer knows by then.
const RETRY_AFTER: RetryAfter = RetryAfter(Duration::from_secs(1));

/// Handles `GET /ws`.
#[utoipa::path(
    get, path = "/ws", tag = "rooms",
    summary = "Opens the WebSocket; docs/protocol.md describes its messages",
    responses(
        (status = 101, description = "A WebSocket: the client sends `ClientMessage`s, the server `ServerMessage`s"),
        (status = 403, description = "The page of another site", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn upgrade_socket(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiRejection> {
    let language = language(&headers);
    if !is_same_origin(&headers, client.is_secure) {
        return Err(ApiRejection::new(StatusCode::FORBIDDEN, api_errors::cross_origin(language)));
    }
    if app.dismissals.is_refusing() {
        return Err(ApiRejection::unavailable(RETRY_AFTER, api_errors::node_cut_off(language)));
    }
    check_rate_limit(app.check_limit(LimitedRequest::NewWebsocket(client.rate_limit_key())).await, &headers)?;
    let permit = WebsocketPermit::acquire(&app, client.rate_limit_key()).await;
    let permit = permit.map_err(|error| match error {
        ConnectionLimitError::Full => {
            ApiRejection::new(StatusCode::SERVICE_UNAVAILABLE, api_errors::server_full(language))
        }
        ConnectionLimitError::AddressFull => {
            ApiRejection::new(StatusCode::TOO_MANY_REQUESTS, api_errors::too_many_connections(language))
        }
    })?;
    let (requester, cookie) = user_or_guest(&app, &headers, client).await?;
    require_scope(&requester, Scope::Play, &headers)?;
    let max_message_bytes = app.settings.limits.max_message_bytes;
    let upgrade = upgrade
        .max_message_size(max_message_bytes)
        .max_frame_size(max_message_bytes)
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0);
    let run = move |socket| async move {
        run_connection(app, socket, requester, client).await;
        drop(permit);
    };
    let response = upgrade.on_upgrade(run).into_response();
    Ok(with_cookie(response, cookie))
}
