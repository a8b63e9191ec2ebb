//! Handlers for the games of a user and for exports.

use axum::Json;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;
use yipan_wire::{ApiError, GameSummary, Scope};

use super::accept_language::language;
use super::game_export;
use super::openapi_responses::{Code, CommonErrors};
use super::rejection::{ApiRejection, check_rate_limit};
use super::requester::{ClientInfo, SharedState, authenticated_user, reader_id, require_scope};
use super::rooms::lookup_rejection;
use crate::api_errors;
use crate::net::rate_limiters::LimitedRequest;
use crate::planted::planted;

/// Handles `GET /api/games`.
#[utoipa::path(
    get, path = "/api/games", tag = "games",
    summary = "Lists your games, the latest first, at most 200",
    responses((status = 200, description = "Your games", body = [GameSummary]), CommonErrors)
)]
pub(crate) async fn games(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let games = match authenticated_user(&app, &headers, client).await? {
        Some(requester) => {
            require_scope(&requester, Scope::Read, &headers)?;
            app.store.games_of(&requester.user.id).await?
        }
        None => Vec::new(),
    };
    // A malformed summary must not hide the other games.
    let games: Vec<GameSummary> = games.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    Ok(Json(games).into_response())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// The language of the text: `en`, `zh-Hans` or `zh-Hant`.
    #[serde(default)]
    lang: Option<String>,
}

/// Handles `GET /api/games/{code}/{format}`.
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
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path((code, format)): Path<(String, String)>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let language = query.lang.and_then(|lang| lang.parse().ok()).unwrap_or_else(|| language(&headers));
    let user_id = reader_id(&app, &headers, client).await?;
    let found = app.rooms.find_stored_room(&code, client.rate_limit_key(), &user_id).await;
    let room = found.map_err(|error| lookup_rejection(error, &headers))?;
    // Only its players may export a game without spectators. A player may have signed in since the log was written.
    if !room.can_watch(&user_id) && !app.store.is_seated(&user_id, &code).await? {
        return Err(ApiRejection::new(StatusCode::NOT_FOUND, api_errors::no_room(language)));
    }
    if !room.is_over() {
        let mut error = api_errors::not_finished(language);
        if planted!(LeakInResponse) {
            error.message += &room.game().position();
        }
        return Err(ApiRejection::new(StatusCode::CONFLICT, error));
    }
    // The game was aborted before it began.
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
    let text = app.rooms.services.fold_pool.run(export).await?;
    let text = text.ok_or(ApiRejection::new(StatusCode::NOT_FOUND, missing))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
