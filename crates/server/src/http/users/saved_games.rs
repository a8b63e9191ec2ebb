//! Handlers for the games on the devices of an account.

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use yipan_wire::{ApiError, MAX_SAVED_GAME_BYTES, SavedGameEntry, Scope};

use crate::api_errors;
use crate::http::accept_language::language;
use crate::http::json_body::JsonBody;
use crate::http::openapi_responses::{BodyErrors, CommonErrors};
use crate::http::rejection::ApiRejection;
use crate::http::requester::{ClientInfo, SharedState, account_owner, require_scope};

/// The most characters of an identifier.
const MAX_ID_LENGTH: usize = 32;

/// The latest time that is stored: the largest integer that is exact in a JSON number.
const MAX_TIME: u64 = (1 << 53) - 1;

/// Handles `GET /api/me/saved-games`.
#[utoipa::path(
    get, path = "/api/me/saved-games", tag = "users",
    summary = "Returns the games on your account's devices, the latest first",
    responses(
        (status = 200, description = "The games, and those that were deleted", body = Vec<SavedGameEntry>),
        (status = 403, description = "Only an account stores games", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn get_saved_games(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<Json<Vec<SavedGameEntry>>, ApiRejection> {
    let requester = account_owner(&app, &headers, client).await?;
    require_scope(&requester, Scope::Read, &headers)?;
    Ok(Json(app.store.saved_games_of(&requester.user.id).await?))
}

/// Handles `PUT /api/me/saved-games`. The games of a guest stay in the browser.
#[utoipa::path(
    put, path = "/api/me/saved-games", tag = "users",
    summary = "Stores or deletes a game on your account's devices; the latest change wins",
    request_body = SavedGameEntry,
    responses(
        (status = 204, description = "Stored, or a later change is stored already"),
        (status = 403, description = "Only an account stores games", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn put_saved_game(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(entry): JsonBody<SavedGameEntry>,
) -> Result<StatusCode, ApiRejection> {
    let requester = account_owner(&app, &headers, client).await?;
    require_scope(&requester, Scope::Play, &headers)?;
    let reject = |status: StatusCode, problem: &str| {
        Err(ApiRejection::new(status, api_errors::bad_message(problem, language(&headers))))
    };
    let is_valid_id = (1..=MAX_ID_LENGTH).contains(&entry.id.len())
        && entry.id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_valid_id || entry.played_at > MAX_TIME {
        return reject(StatusCode::UNPROCESSABLE_ENTITY, "id or played_at");
    }
    if entry.game.as_ref().is_some_and(|game| game.len() > MAX_SAVED_GAME_BYTES) {
        return reject(StatusCode::PAYLOAD_TOO_LARGE, "game");
    }
    app.store.put_saved_game(&requester.user.id, entry).await?;
    Ok(StatusCode::NO_CONTENT)
}
