//! Handlers for the settings of the page, shared by the devices of an account.

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Map, Value};
use yipan_wire::{ApiError, Scope};

use crate::api_errors;
use crate::http::accept_language::language;
use crate::http::json_body::JsonBody;
use crate::http::openapi_responses::{BodyErrors, CommonErrors};
use crate::http::rejection::ApiRejection;
use crate::http::requester::{ClientInfo, SharedState, account_owner, authenticated_user, require_scope};

/// The most bytes of settings; the page needs a few hundred.
const MAX_BYTES: usize = 2_000;

/// Handles `GET /api/me/settings`.
#[utoipa::path(
    get, path = "/api/me/settings", tag = "users",
    summary = "Returns your account's settings",
    responses((status = 200, description = "Your settings, or null if there are none", body = Option<Object>), CommonErrors)
)]
pub(crate) async fn get_settings(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<Json<Value>, ApiRejection> {
    let stored = match authenticated_user(&app, &headers, client).await? {
        Some(requester) => {
            require_scope(&requester, Scope::Read, &headers)?;
            app.store.settings_of(&requester.user.id).await?
        }
        None => None,
    };
    // Malformed settings count as none.
    Ok(Json(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()))
}

/// Handles `PUT /api/me/settings`. The settings of a guest stay in the browser.
#[utoipa::path(
    put, path = "/api/me/settings", tag = "users",
    summary = "Stores your account's settings; the last write wins",
    request_body(content = Object, description = "At most 2000 bytes, which the server does not interpret"),
    responses(
        (status = 204, description = "Stored"),
        (status = 403, description = "Only an account has settings", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn put_settings(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(settings): JsonBody<Map<String, Value>>,
) -> Result<StatusCode, ApiRejection> {
    let requester = account_owner(&app, &headers, client).await?;
    require_scope(&requester, Scope::Account, &headers)?;
    let text = Value::Object(settings).to_string();
    if text.len() > MAX_BYTES {
        return Err(ApiRejection::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            api_errors::bad_settings(MAX_BYTES, language(&headers)),
        ));
    }
    app.store.put_settings(&requester.user.id, &text).await?;
    Ok(StatusCode::NO_CONTENT)
}
