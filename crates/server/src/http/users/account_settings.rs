//! What an account likes, kept for its other devices.

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Map, Value};
use yipan_wire::{ApiError, Scope};

use crate::api_errors;
use crate::http::api::{
    ApiRejection, ClientInfo, SharedState, account_owner, authenticated_user, language, require_scope,
};
use crate::http::json_body::JsonBody;
use crate::http::openapi::{BodyErrors, CommonErrors};

/// The longest that is kept, in bytes; the page needs a few hundred.
const MAX_BYTES: usize = 2_000;

/// `GET /api/me/settings`: what the account likes; nothing where nothing was kept.
#[utoipa::path(
    get, path = "/api/me/settings", tag = "users",
    summary = "Returns your account's settings",
    responses((status = 200, description = "Your settings, or null if there are none", body = Option<Object>), CommonErrors)
)]
pub(crate) async fn get_settings(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
) -> Result<Json<Value>, ApiRejection> {
    let stored = match authenticated_user(&hall, &headers, caller).await? {
        Some(visitor) => {
            require_scope(&visitor, Scope::Read, &headers)?;
            hall.store.settings_of(&visitor.user.id).await?
        }
        None => None,
    };
    // What cannot be read is as if it had never been kept.
    Ok(Json(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()))
}

/// `PUT /api/me/settings`: the last one to write is right. A guest's stay in the browser.
#[utoipa::path(
    put, path = "/api/me/settings", tag = "users",
    summary = "Stores your account's settings; the last write wins",
    request_body(content = Object, description = "At most 2000 bytes, which the server does not look into"),
    responses(
        (status = 204, description = "Stored"),
        (status = 403, description = "Only an account has settings", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn put_settings(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<Map<String, Value>>,
) -> Result<StatusCode, ApiRejection> {
    let visitor = account_owner(&hall, &headers, caller).await?;
    require_scope(&visitor, Scope::Account, &headers)?;
    let text = Value::Object(asked).to_string();
    if text.len() > MAX_BYTES {
        return Err(ApiRejection::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            api_errors::bad_settings(MAX_BYTES, language(&headers)),
        ));
    }
    hall.store.put_settings(&visitor.user.id, &text).await?;
    Ok(StatusCode::NO_CONTENT)
}
