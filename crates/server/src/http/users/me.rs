//! Handlers for the current user.

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;
use yipan_wire::{CurrentUser, Scope};

use crate::api_errors;
use crate::auth::authentication::NameError;
use crate::http::accept_language::language;
use crate::http::json_body::JsonBody;
use crate::http::openapi_responses::{BodyErrors, CommonErrors};
use crate::http::rejection::{ApiRejection, check_rate_limit};
use crate::http::requester::{ClientInfo, SharedState, require_scope, user_or_guest, with_cookie};
use crate::net::rate_limiters::LimitedRequest;
use crate::storage::rows::UserRow;

/// Handles `GET /api/me`.
#[utoipa::path(
    get, path = "/api/me", tag = "users",
    summary = "Returns the current user; the first request creates a guest and sets the cookie",
    responses((status = 200, description = "The current user", body = CurrentUser), CommonErrors)
)]
pub(crate) async fn me(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    let (requester, cookie) = user_or_guest(&app, &headers, client).await?;
    let UserRow { id, name, account, is_bot, .. } = requester.user;
    let role = if account.is_some() { app.store.role_of(&id).await? } else { None };
    Ok(with_cookie(Json(CurrentUser { id, name, account, role, is_bot }).into_response(), cookie))
}

/// A new display name.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewName {
    name: String,
}

/// Handles `PUT /api/me`.
#[utoipa::path(
    put, path = "/api/me", tag = "users",
    summary = "Changes your name",
    request_body = NewName,
    responses((status = 204, description = "Changed"), CommonErrors, BodyErrors)
)]
pub(crate) async fn rename(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(body): JsonBody<NewName>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Rename(client.rate_limit_key())).await, &headers)?;
    let (requester, cookie) = user_or_guest(&app, &headers, client).await?;
    require_scope(&requester, Scope::Account, &headers)?;
    let name = app.auth.check_name(&body.name, &requester.user).await.map_err(|error| match error {
        NameError::Malformed => {
            ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, api_errors::bad_name(language(&headers)))
        }
        NameError::Taken => {
            ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, api_errors::name_taken(language(&headers)))
        }
        NameError::Store(error) => error.into(),
    })?;
    let user = UserRow { name, ..requester.user };
    app.store.rename(&user.id, &user.name).await?;
    app.auth.connections.update_user(&user.id, &user);
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), cookie))
}
