//! The hall over HTTP: who one is, opening and reading rooms, finished games.
// tidy: long because every handler carries its description

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::sync::oneshot;
use tracing::Instrument;
use utoipa::{IntoParams, ToSchema};
use yipan_core::Language;
use yipan_wire::{
    self as wire, ApiError, CreatedRoom, CurrentUser, GameSummary, RoomConfig, Scope, ServerMessage,
};

use crate::api_errors;
use crate::app_state::{AppState, CreateRoomError};
use crate::auth::authentication::{AuthError, AuthenticatedUser, NameError};
pub(crate) use crate::http::accept_language::language;
use crate::http::game_export;
use crate::http::json_body::JsonBody;
use crate::http::openapi::{BodyErrors, Code, CommonErrors};
use crate::http::qr;
use crate::net::client_addr::ClientAddr;
use crate::net::rate_limit::RetryAfter;
use crate::rooms::room_lookup::LookupError;
use crate::rooms::room_task::RoomMessage;
use crate::storage::store::{StoreError, UserRow};

/// A refusal as HTTP has it.
#[derive(Debug)]
pub(crate) struct ApiRejection {
    status: StatusCode,
    error: ApiError,
    /// Sent with every 429.
    retry_after: RetryAfter,
    is_store_error: bool,
}

impl ApiRejection {
    pub(crate) fn new(status: StatusCode, fault: ApiError) -> ApiRejection {
        ApiRejection { status, error: fault, retry_after: RetryAfter(Duration::ZERO), is_store_error: false }
    }
}

impl IntoResponse for ApiRejection {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.error)).into_response();
        if self.is_store_error {
            response.extensions_mut().insert(StoreFailure);
        }
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, self.retry_after.seconds().into());
        }
        response
    }
}

impl From<StoreError> for ApiRejection {
    fn from(error: StoreError) -> ApiRejection {
        tracing::error!(%error, "a request could not be answered");
        ApiRejection {
            is_store_error: true,
            ..ApiRejection::new(StatusCode::SERVICE_UNAVAILABLE, api_errors::store_failed(Language::English))
        }
    }
}

/// Marks a response whose words [`translate_store_errors`] replaces: an error of the store does not know the request's language.
#[derive(Clone, Copy, Debug)]
struct StoreFailure;

/// Answers errors of the store in the language of the request.
pub(crate) async fn translate_store_errors(request: Request, next: Next) -> Response {
    let language = language(request.headers());
    let response = next.run(request).await;
    if response.extensions().get::<StoreFailure>().is_none() {
        return response;
    }
    ApiRejection::new(response.status(), api_errors::store_failed(language)).into_response()
}

/// What every handler is given.
pub(crate) type SharedState = State<Arc<AppState>>;
pub(crate) type ClientInfo = ConnectInfo<ClientAddr>;

/// Returns the user who asks, if they have proved who they are.
pub(crate) async fn authenticated_user(
    hall: &AppState,
    headers: &HeaderMap,
    caller: ClientAddr,
) -> Result<Option<AuthenticatedUser>, ApiRejection> {
    hall.authenticate(headers, caller).await.map_err(|error| match error {
        AuthError::InvalidToken => {
            ApiRejection::new(StatusCode::UNAUTHORIZED, api_errors::invalid_token(language(headers)))
        }
        AuthError::Store(error) => error.into(),
    })
}

/// Returns the user who asks, creating a guest if there is none.
pub(crate) async fn user_or_guest(
    hall: &AppState,
    headers: &HeaderMap,
    caller: ClientAddr,
) -> Result<(AuthenticatedUser, Option<String>), ApiRejection> {
    if let Some(visitor) = authenticated_user(hall, headers, caller).await? {
        let cookie = hall.renew_session(&visitor, headers, caller).await;
        return Ok((visitor, cookie));
    }
    check_rate_limit(hall.new_guest_limiter.check(caller.rate_limit_key()), headers)?;
    let (visitor, cookie) = hall.create_guest(caller).await?;
    Ok((visitor, Some(cookie)))
}

/// Returns the user who asks, if they have an account.
pub(crate) async fn account_owner(
    hall: &AppState,
    headers: &HeaderMap,
    caller: ClientAddr,
) -> Result<AuthenticatedUser, ApiRejection> {
    let visitor = authenticated_user(hall, headers, caller).await?;
    let needs_account =
        || ApiRejection::new(StatusCode::FORBIDDEN, api_errors::needs_account(language(headers)));
    visitor.filter(|visitor| visitor.user.account.is_some()).ok_or_else(needs_account)
}

/// Finishes work even if the client does not wait for the answer, so that nothing is left half done.
pub(crate) async fn run_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::spawn(work.in_current_span()).await;
    done.map_err(|error| StoreError::Failed(error.to_string()))?
}

/// Refuses what is over a rate limit, and says when to come back.
pub(crate) fn check_rate_limit(
    checked: Result<(), RetryAfter>,
    headers: &HeaderMap,
) -> Result<(), ApiRejection> {
    checked.map_err(|retry_after| rate_limited(retry_after, headers))
}

fn rate_limited(retry_after: RetryAfter, headers: &HeaderMap) -> ApiRejection {
    let fault = api_errors::rate_limited(language(headers));
    ApiRejection { retry_after, ..ApiRejection::new(StatusCode::TOO_MANY_REQUESTS, fault) }
}

/// Refuses what an API token has no scope for.
pub(crate) fn require_scope(
    visitor: &AuthenticatedUser,
    scope: Scope,
    headers: &HeaderMap,
) -> Result<(), ApiRejection> {
    if visitor.access.allows(scope) {
        return Ok(());
    }
    Err(ApiRejection::new(
        StatusCode::FORBIDDEN,
        api_errors::missing_scope(scope.as_str(), language(headers)),
    ))
}

pub(crate) fn with_cookie(mut response: Response, cookies: impl IntoIterator<Item = String>) -> Response {
    for cookie in cookies.into_iter().filter_map(|cookie| HeaderValue::from_str(&cookie).ok()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// `GET /api/me`
#[utoipa::path(
    get, path = "/api/me", tag = "users",
    summary = "Returns who you are; a first visit creates a guest and sets the cookie",
    responses((status = 200, description = "Who you are", body = CurrentUser), CommonErrors)
)]
pub(crate) async fn me(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    let (visitor, cookie) = user_or_guest(&hall, &headers, caller).await?;
    let UserRow { id, name, account, .. } = visitor.user;
    Ok(with_cookie(Json(CurrentUser { id, name, account }).into_response(), cookie))
}

/// `GET /api/games`: the games of the one who asks, the latest first.
#[utoipa::path(
    get, path = "/api/games", tag = "games",
    summary = "Lists your games, the latest first, at most 200",
    responses((status = 200, description = "Your games", body = [GameSummary]), CommonErrors)
)]
pub(crate) async fn games(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    check_rate_limit(hall.read_limiter.check(caller.rate_limit_key()), &headers)?;
    let games = match authenticated_user(&hall, &headers, caller).await? {
        Some(visitor) => {
            require_scope(&visitor, Scope::Read, &headers)?;
            hall.store.games_of(&visitor.user.id).await?
        }
        None => Vec::new(),
    };
    // A summary that an older hall wrote otherwise is left out rather than all of them.
    let games: Vec<GameSummary> = games.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    Ok(Json(games).into_response())
}

/// A new name.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewName {
    name: String,
}

/// `PUT /api/me`
#[utoipa::path(
    put, path = "/api/me", tag = "users",
    summary = "Changes your name",
    request_body = NewName,
    responses((status = 204, description = "Changed"), CommonErrors, BodyErrors)
)]
pub(crate) async fn rename(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<NewName>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(hall.rename_limiter.check(caller.rate_limit_key()), &headers)?;
    let (visitor, cookie) = user_or_guest(&hall, &headers, caller).await?;
    require_scope(&visitor, Scope::Account, &headers)?;
    let name = hall.check_name(&asked.name, &visitor.user).await.map_err(|error| match error {
        NameError::Malformed => {
            ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, api_errors::bad_name(language(&headers)))
        }
        NameError::Taken => {
            ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, api_errors::name_taken(language(&headers)))
        }
        NameError::Store(error) => error.into(),
    })?;
    let person = UserRow { name, ..visitor.user };
    hall.store.rename(&person.id, &person.name).await?;
    hall.connections.update_user(&person.id, &person);
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), cookie))
}

/// `POST /api/rooms`
#[utoipa::path(
    post, path = "/api/rooms", tag = "rooms",
    summary = "Opens a room",
    request_body = RoomConfig,
    responses((status = 201, description = "The new room", body = CreatedRoom), CommonErrors, BodyErrors)
)]
pub(crate) async fn create_room(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    JsonBody(terms): JsonBody<RoomConfig>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(hall.room_limiter.check(caller.rate_limit_key()), &headers)?;
    let (visitor, cookie) = user_or_guest(&hall, &headers, caller).await?;
    require_scope(&visitor, Scope::Play, &headers)?;
    let created = hall.create_room(terms, visitor.user.to_player()).await;
    let room = created.map_err(|error| creation_rejection(error, &headers))?;
    let body = Json(CreatedRoom { room, is_new: true });
    Ok(with_cookie((StatusCode::CREATED, body).into_response(), cookie))
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

/// `POST /api/pair`: quick pairing.
#[utoipa::path(
    post, path = "/api/pair", tag = "rooms",
    summary = "Finds a public room with the same terms, or opens one",
    request_body = RoomConfig,
    responses(
        (status = 200, description = "A room whose seat is reserved for ten seconds", body = CreatedRoom),
        (status = 201, description = "A new room", body = CreatedRoom),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn pair(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    JsonBody(terms): JsonBody<RoomConfig>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(hall.room_limiter.check(caller.rate_limit_key()), &headers)?;
    let (visitor, cookie) = user_or_guest(&hall, &headers, caller).await?;
    require_scope(&visitor, Scope::Play, &headers)?;
    let created = hall
        .quick_pair(terms, visitor.user.to_player())
        .await
        .map_err(|error| creation_rejection(error, &headers))?;
    let status = if created.is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok(with_cookie((status, Json(created)).into_response(), cookie))
}

/// `GET /api/rooms/{code}/qr.svg`: the link to a room as a picture.
#[utoipa::path(
    get, path = "/api/rooms/{code}/qr.svg", tag = "rooms",
    summary = "Returns the link to a room as a QR code",
    params(Code),
    responses(
        (status = 200, description = "A picture", body = String, content_type = "image/svg+xml"),
        (status = 404, description = "No such room", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn qr(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(hall.read_limiter.check(caller.rate_limit_key()), &headers)?;
    let picture = qr::room_link(caller, &headers, &code).and_then(|link| qr::svg(&link));
    let missing = || ApiRejection::new(StatusCode::NOT_FOUND, api_errors::no_room(language(&headers)));
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture.ok_or_else(missing)?).into_response())
}

/// `GET /api/rooms`: the lobby.
#[utoipa::path(
    get, path = "/api/rooms", tag = "rooms",
    summary = "Lists public rooms that wait for a guest and games that may be watched",
    responses((status = 200, description = "A `lobby` message", body = ServerMessage))
)]
pub(crate) async fn lobby(State(hall): SharedState) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], hall.lobby.list().to_string()).into_response()
}

/// `GET /api/rooms/{code}`: a table as the one who asks may know it.
#[utoipa::path(
    get, path = "/api/rooms/{code}", tag = "rooms",
    summary = "Returns a room as you may know it",
    params(Code),
    responses(
        (status = 200, description = "The room", body = wire::RoomState),
        (status = 404, description = "No such room, or it has no spectators", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn room(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(hall.read_limiter.check(caller.rate_limit_key()), &headers)?;
    let person = reader_id(&hall, &headers, caller).await?;
    let missing = || ApiRejection::new(StatusCode::NOT_FOUND, api_errors::no_room(language(&headers)));
    let found = hall.find_room(&code, caller.rate_limit_key(), &person).await;
    let room_sender = found.map_err(|error| lookup_rejection(error, &headers))?;
    let (reply_sender, reply) = oneshot::channel();
    room_sender
        .send(RoomMessage::GetState { user_id: person, reply: reply_sender })
        .await
        .map_err(|_| missing())?;
    let state = reply.await.map_err(|_| missing())?;
    state.map(|state| Json(state).into_response()).ok_or_else(missing)
}

/// Returns the id of the user who wants to read something; an empty one if that is not known.
async fn reader_id(hall: &AppState, headers: &HeaderMap, caller: ClientAddr) -> Result<String, ApiRejection> {
    let Some(visitor) = authenticated_user(hall, headers, caller).await? else { return Ok(String::new()) };
    require_scope(&visitor, Scope::Read, headers)?;
    Ok(visitor.user.id)
}

fn lookup_rejection(error: LookupError, headers: &HeaderMap) -> ApiRejection {
    match error {
        LookupError::NotFound => {
            ApiRejection::new(StatusCode::NOT_FOUND, api_errors::no_room(language(headers)))
        }
        LookupError::RateLimited(wait) => rate_limited(wait, headers),
        LookupError::Store(error) => error.into(),
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// The language of the text: `en`, `zh-Hans` or `zh-Hant`.
    #[serde(default)]
    lang: Option<String>,
}

/// `GET /api/games/{code}/{form}`: a finished game as `record`, `pgn` or `text`.
#[utoipa::path(
    get, path = "/api/games/{code}/{format}", tag = "games",
    summary = "Returns a finished game as text",
    params(Code, ("format" = String, Path, description = "`record`, `pgn` or `text`"), ExportQuery),
    responses(
        (status = 200, description = "The game", body = String, content_type = "text/plain"),
        (status = 404, description = "No such room or format, or the game was aborted before it began", body = ApiError),
        (status = 409, description = "The game is not over", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn game(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    Path((code, format)): Path<(String, String)>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(hall.read_limiter.check(caller.rate_limit_key()), &headers)?;
    let language = query.lang.and_then(|lang| lang.parse().ok()).unwrap_or_else(|| language(&headers));
    let person = reader_id(&hall, &headers, caller).await?;
    let found = hall.find_game(&code, caller.rate_limit_key(), &person).await;
    let room = found.map_err(|error| lookup_rejection(error, &headers))?;
    // A game without spectators stays its players' when it is over. The log may not know yet that one of them has signed in.
    if !room.can_watch(&person) && !hall.store.is_seated(&person, &code).await? {
        return Err(ApiRejection::new(StatusCode::NOT_FOUND, api_errors::no_room(language)));
    }
    if !room.is_over() {
        return Err(ApiRejection::new(StatusCode::CONFLICT, api_errors::not_finished(language)));
    }
    // It was called off before there was a game.
    if room.started_at().is_none() {
        return Err(ApiRejection::new(StatusCode::NOT_FOUND, api_errors::not_played(language)));
    }
    let missing =
        if format == "pgn" { api_errors::no_pgn(language) } else { api_errors::unknown_format(language) };
    let export = move || match format.as_str() {
        "record" => room.record(),
        "text" => Some(game_export::text(&room, language)),
        "pgn" => game_export::pgn(&room),
        _ => None,
    };
    let text = hall.fold_pool.run(export).await?;
    let text = text.ok_or(ApiRejection::new(StatusCode::NOT_FOUND, missing))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_is_finished_even_if_its_request_is_dropped() {
        let (begin, begun) = oneshot::channel();
        let (release, released) = oneshot::channel::<()>();
        let (finish, finished) = oneshot::channel();
        let request = run_to_completion(async move {
            let _ = begin.send(());
            let _ = released.await;
            let _ = finish.send(());
            Ok(())
        });
        tokio::select! {
            _ = request => panic!("it waits for its release"),
            begun = begun => begun.expect("it begins"),
        }
        release.send(()).expect("it goes on");
        let finished = tokio::time::timeout(Duration::from_secs(30), finished).await;
        finished.expect("in time").expect("it finishes");
    }
}
