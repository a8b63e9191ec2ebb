//! Handlers for the accounts that an account follows or blocks.

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use yipan_wire::{ApiError, Relations, Scope};

use super::rejection::rejection;
use crate::app_state::AppState;
use crate::http::openapi_responses::CommonErrors;
use crate::http::rejection::ApiRejection;
use crate::http::requester::{ClientInfo, SharedState, reading_account};
use crate::net::client_addr::ClientAddr;
use crate::storage::people_rows::RelationKind;

/// Handles `GET /api/me/relations`.
#[utoipa::path(
    get, path = "/api/me/relations", tag = "people",
    summary = "Returns the accounts that yours follows and blocks",
    responses(
        (status = 200, description = "The accounts, by name", body = Relations),
        (status = 403, description = "Only an account follows or blocks others", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn list(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    let requester = reading_account(&app, &headers, client, Scope::Read).await?;
    Ok(Json(app.relations(&requester.user.id).await?).into_response())
}

/// Handles `PUT /api/users/{id}/follow`.
#[utoipa::path(
    put, path = "/api/users/{id}/follow", tag = "people",
    summary = "Follows an account; you no longer block it",
    params(("id" = String, Path, description = "The public id of the user")),
    responses(
        (status = 200, description = "The accounts that you follow and block", body = Relations),
        (status = 403, description = "Only an account follows others, or the other one blocks yours", body = ApiError),
        (status = 404, description = "No such account", body = ApiError),
        (status = 409, description = "You follow and block as many as you may", body = ApiError),
        (status = 422, description = "It is your own account", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn follow(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, ApiRejection> {
    put(&app, client, &headers, &id, RelationKind::Follow).await
}

/// Handles `DELETE /api/users/{id}/follow`.
#[utoipa::path(
    delete, path = "/api/users/{id}/follow", tag = "people",
    summary = "No longer follows an account",
    params(("id" = String, Path, description = "The public id of the user")),
    responses(
        (status = 200, description = "The accounts that you follow and block", body = Relations),
        (status = 403, description = "Only an account follows others", body = ApiError),
        (status = 404, description = "No such account", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn unfollow(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, ApiRejection> {
    remove(&app, client, &headers, &id, RelationKind::Follow).await
}

/// Handles `PUT /api/users/{id}/block`.
#[utoipa::path(
    put, path = "/api/users/{id}/block", tag = "people",
    summary = "Blocks an account: it can neither challenge nor follow you",
    params(("id" = String, Path, description = "The public id of the user")),
    responses(
        (status = 200, description = "The accounts that you follow and block", body = Relations),
        (status = 403, description = "Only an account blocks others", body = ApiError),
        (status = 404, description = "No such account", body = ApiError),
        (status = 409, description = "You follow and block as many as you may", body = ApiError),
        (status = 422, description = "It is your own account", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn block(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, ApiRejection> {
    put(&app, client, &headers, &id, RelationKind::Block).await
}

/// Handles `DELETE /api/users/{id}/block`.
#[utoipa::path(
    delete, path = "/api/users/{id}/block", tag = "people",
    summary = "No longer blocks an account",
    params(("id" = String, Path, description = "The public id of the user")),
    responses(
        (status = 200, description = "The accounts that you follow and block", body = Relations),
        (status = 403, description = "Only an account blocks others", body = ApiError),
        (status = 404, description = "No such account", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn unblock(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, ApiRejection> {
    remove(&app, client, &headers, &id, RelationKind::Block).await
}

async fn put(
    app: &AppState,
    client: ClientAddr,
    headers: &HeaderMap,
    id: &str,
    kind: RelationKind,
) -> Result<Response, ApiRejection> {
    let requester = reading_account(app, headers, client, Scope::Account).await?;
    let relations = app.put_relation(&requester.user, id, kind).await;
    Ok(Json(relations.map_err(|error| rejection(error, headers))?).into_response())
}

async fn remove(
    app: &AppState,
    client: ClientAddr,
    headers: &HeaderMap,
    id: &str,
    kind: RelationKind,
) -> Result<Response, ApiRejection> {
    let requester = reading_account(app, headers, client, Scope::Account).await?;
    let relations = app.remove_relation(&requester.user, id, kind).await;
    Ok(Json(relations.map_err(|error| rejection(error, headers))?).into_response())
}
