//! Handlers for notifications.

use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::sync::broadcast;
use utoipa::IntoParams;
use yipan_wire::{ApiError, MarkRead, NotificationList, Scope};

use crate::http::json_body::JsonBody;
use crate::http::openapi_responses::{BodyErrors, CommonErrors};
use crate::http::rejection::ApiRejection;
use crate::http::requester::{ClientInfo, SharedState, reading_account};

/// The longest wait for a change.
const MAX_WAIT: Duration = Duration::from_secs(10);

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SeenQuery {
    /// The `version` that the client has seen: the answer waits for another one, up to ten seconds.
    #[serde(default)]
    seen: Option<u64>,
}

/// Handles `GET /api/me/notifications`.
#[utoipa::path(
    get, path = "/api/me/notifications", tag = "people",
    summary = "Returns the challenges and notifications of your account, and the accounts that it blocks",
    params(SeenQuery),
    responses(
        (status = 200, description = "The list", body = NotificationList),
        (status = 403, description = "Only an account has notifications", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn list(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Query(query): Query<SeenQuery>,
) -> Result<Response, ApiRejection> {
    let requester = reading_account(&app, &headers, client, Scope::Read).await?;
    let user_id = requester.user.id;
    // From before the first read, so that no change is missed.
    let mut notified = app.auth.connections.notified_users();
    let list = app.notifications(&user_id).await?;
    if query.seen != Some(list.version) {
        return Ok(Json(list).into_response());
    }
    let changed = async {
        loop {
            match notified.recv().await {
                Ok(id) if id != user_id => {}
                // A receiver that was too slow may have missed this user.
                Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => return,
                Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
            }
        }
    };
    let mut shutdown = app.shutdown.subscribe();
    tokio::select! {
        _ = tokio::time::timeout(MAX_WAIT, changed) => {}
        _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => {}
    }
    Ok(Json(app.notifications(&user_id).await?).into_response())
}

/// Handles `PUT /api/me/notifications`.
#[utoipa::path(
    put, path = "/api/me/notifications", tag = "people",
    summary = "Marks the notifications of your account until a time as read",
    request_body = MarkRead,
    responses(
        (status = 204, description = "They are read"),
        (status = 403, description = "Only an account has notifications", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn mark_read(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(request): JsonBody<MarkRead>,
) -> Result<Response, ApiRejection> {
    let requester = reading_account(&app, &headers, client, Scope::Account).await?;
    // Later notifications are not read yet.
    let until = request.until.min(app.clock.millis().0);
    app.store.mark_notifications_read(&requester.user.id, until).await?;
    app.store.mark_turns_read(&requester.user.id, until).await?;
    app.auth.connections.notify_user(&requester.user.id);
    Ok(StatusCode::NO_CONTENT.into_response())
}
