//! What an account likes, kept for its other devices.

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Map, Value};
use yipan_wire::{Fault, Scope};

use crate::api::{Calling, Refused, Shared, account_owner, known, language, require_scope};
use crate::body::Body;
use crate::faults;
use crate::openapi::{BodyErrors, CommonErrors};

/// The longest that is kept, in bytes; the page needs a few hundred.
const LONGEST: usize = 2_000;

/// `GET /api/me/settings`: what the account likes; nothing where nothing was kept.
#[utoipa::path(
    get, path = "/api/me/settings", tag = "users",
    summary = "Returns your account's settings",
    responses((status = 200, description = "Your settings, or null if there are none", body = Option<Object>), CommonErrors)
)]
pub(crate) async fn settings(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
) -> Result<Json<Value>, Refused> {
    let kept = match known(&hall, &headers, caller).await? {
        Some(visitor) => {
            require_scope(&visitor, Scope::Read, &headers)?;
            hall.store.settings_of(&visitor.person.id).await?
        }
        None => None,
    };
    // What cannot be read is as if it had never been kept.
    Ok(Json(kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()))
}

/// `PUT /api/me/settings`: the last one to write is right. A guest's stay in the browser.
#[utoipa::path(
    put, path = "/api/me/settings", tag = "users",
    summary = "Stores your account's settings; the last write wins",
    request_body(content = Object, description = "At most 2000 bytes, which the server does not look into"),
    responses(
        (status = 204, description = "Stored"),
        (status = 403, description = "Only an account has settings", body = Fault),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn keep_settings(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Body(asked): Body<Map<String, Value>>,
) -> Result<StatusCode, Refused> {
    let visitor = account_owner(&hall, &headers, caller).await?;
    require_scope(&visitor, Scope::Account, &headers)?;
    let text = Value::Object(asked).to_string();
    if text.len() > LONGEST {
        return Err(Refused::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            faults::settings(LONGEST, language(&headers)),
        ));
    }
    hall.store.keep_settings(&visitor.person.id, &text).await?;
    Ok(StatusCode::NO_CONTENT)
}
