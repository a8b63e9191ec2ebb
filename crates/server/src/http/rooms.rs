//! Handlers for rooms and the lobby.

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use yipan_wire::{self as wire, ApiError, CreatedRoom, RoomConfig, Scope, ServerMessage};

use super::accept_language::language;
use super::json_body::JsonBody;
use super::openapi_responses::{BodyErrors, Code, CommonErrors};
use super::rejection::{ApiRejection, check_rate_limit};
use super::requester::{ClientInfo, SharedState, reader_id, require_scope, user_or_guest, with_cookie};
use crate::api_errors;
use crate::app_state::AppState;
use crate::auth::authenticated_user::AuthenticatedUser;
use crate::net::rate_limiters::LimitedRequest;
use crate::rooms::correspondence::{MAX_WAITING_ROOMS, is_correspondence};
use crate::rooms::create_room_error::CreateRoomError;
use crate::rooms::room_lookup::LookupError;

/// Handles `POST /api/rooms`.
#[utoipa::path(
    post, path = "/api/rooms", tag = "rooms",
    summary = "Creates a room",
    request_body = RoomConfig,
    responses(
        (status = 201, description = "The new room", body = CreatedRoom),
        (status = 403, description = "Only an account plays correspondence games", body = ApiError),
        (status = 409, description = "Your account waits for as many opponents as it may", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn create_room(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(config): JsonBody<RoomConfig>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::NewRoom(client.rate_limit_key())).await, &headers)?;
    let (requester, cookie) = user_or_guest(&app, &headers, client).await?;
    require_scope(&requester, Scope::Play, &headers)?;
    check_correspondence(&app, &config, &requester, &headers).await?;
    let created = app.rooms.create_room(config, requester.user.to_player()).await;
    let room = created.map_err(|error| creation_rejection(error, &headers))?;
    let body = Json(CreatedRoom { room, is_new: true });
    Ok(with_cookie((StatusCode::CREATED, body).into_response(), cookie))
}

/// Rejects a correspondence game of a guest, and of an account that waits for many opponents.
async fn check_correspondence(
    app: &AppState,
    config: &RoomConfig,
    requester: &AuthenticatedUser,
    headers: &HeaderMap,
) -> Result<(), ApiRejection> {
    if !is_correspondence(config) {
        return Ok(());
    }
    let language = language(headers);
    if requester.user.account.is_none() {
        return Err(ApiRejection::new(StatusCode::FORBIDDEN, api_errors::needs_account(language)));
    }
    if app.store.waiting_rooms_of(&requester.user.id).await? >= MAX_WAITING_ROOMS {
        let error = api_errors::too_many_waiting_rooms(MAX_WAITING_ROOMS, language);
        return Err(ApiRejection::new(StatusCode::CONFLICT, error));
    }
    Ok(())
}

fn creation_rejection(error: CreateRoomError, headers: &HeaderMap) -> ApiRejection {
    match error {
        CreateRoomError::Config(error) => ApiRejection::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            api_errors::room_config(&error, language(headers)),
        ),
        CreateRoomError::Store(error) => error.into(),
    }
}

/// Handles `POST /api/pair`: quick pairing.
#[utoipa::path(
    post, path = "/api/pair", tag = "rooms",
    summary = "Finds an opponent with the same game, modes, rules and clock, or opens a room to wait in",
    request_body = RoomConfig,
    responses(
        (status = 200, description = "A room whose seat is reserved for ten seconds, or the one where you wait", body = CreatedRoom),
        (status = 201, description = "A new room", body = CreatedRoom),
        (status = 403, description = "Only an account plays correspondence games", body = ApiError),
        (status = 409, description = "Your account waits for as many opponents as it may", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn pair(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(config): JsonBody<RoomConfig>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::NewRoom(client.rate_limit_key())).await, &headers)?;
    let (requester, cookie) = user_or_guest(&app, &headers, client).await?;
    require_scope(&requester, Scope::Play, &headers)?;
    check_correspondence(&app, &config, &requester, &headers).await?;
    let created = app
        .rooms
        .quick_pair(config, requester.user.to_player())
        .await
        .map_err(|error| creation_rejection(error, &headers))?;
    let status = if created.is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok(with_cookie((status, Json(created)).into_response(), cookie))
}

/// Handles `GET /api/rooms`: the lobby.
#[utoipa::path(
    get, path = "/api/rooms", tag = "rooms",
    summary = "Lists open public rooms, games that can be watched, and the pools of quick pairing",
    responses(
        (status = 200, description = "A `lobby` message", body = ServerMessage),
        (status = 500, description = "The list could not be written; without a body")
    )
)]
pub(crate) async fn lobby(State(app): SharedState) -> Response {
    match app.rooms.services.lobby.list() {
        Some(list) => ([(header::CONTENT_TYPE, "application/json")], list.to_string()).into_response(),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Handles `GET /api/rooms/{code}`.
#[utoipa::path(
    get, path = "/api/rooms/{code}", tag = "rooms",
    summary = "Returns a room as you may see it",
    params(Code),
    responses(
        (status = 200, description = "The room", body = wire::RoomState),
        (status = 404, description = "No such room, or it does not allow spectators", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn room(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let user_id = reader_id(&app, &headers, client).await?;
    let missing = || ApiRejection::new(StatusCode::NOT_FOUND, api_errors::no_room(language(&headers)));
    let found = app.rooms.find_room(&code, client.rate_limit_key(), &user_id).await;
    let handle = found.map_err(|error| lookup_rejection(error, &headers))?;
    let state = handle.state(user_id).await;
    state.map(|state| Json(state).into_response()).ok_or_else(missing)
}

pub(crate) fn lookup_rejection(error: LookupError, headers: &HeaderMap) -> ApiRejection {
    match error {
        LookupError::NotFound => {
            ApiRejection::new(StatusCode::NOT_FOUND, api_errors::no_room(language(headers)))
        }
        LookupError::RateLimited(wait) => ApiRejection::rate_limited(wait, headers),
        LookupError::Store(error) => error.into(),
    }
}
