//! The handlers of pictures of games.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use yipan_core::Language;
use yipan_room::Room;
use yipan_wire::{ApiError, SpectatorPolicy};

use super::cache::etag;
use super::drawing_error::DrawingError;
use super::frame::{Frame, ply_count, room_frames};
use super::gif::{self, AnimationLimits, MAX_GIF_BYTES};
use super::query::{HeightRange, PictureQuery};
use super::raster;
use crate::api_errors;
use crate::app_state::AppState;
use crate::http::accept_language::language;
use crate::http::openapi_responses::{Code, CommonErrors};
use crate::http::rejection::{ApiRejection, check_rate_limit};
use crate::http::requester::{ClientInfo, SharedState, reader_id};
use crate::http::rooms::lookup_rejection;
use crate::net::client_addr::ClientAddr;
use crate::net::rate_limit::RetryAfter;
use crate::net::rate_limiters::LimitedRequest;

/// The heights of the board of a PNG.
pub(super) const PNG_HEIGHTS: HeightRange = HeightRange { min: 100, max: 1200, default: 600 };

/// The heights of the board of a GIF, whose pictures are many.
pub(super) const GIF_HEIGHTS: HeightRange = HeightRange { min: 100, max: 480, default: 360 };

/// The time after which a request that was rejected because of others may be repeated.
const RETRY: Duration = Duration::from_secs(5);

/// The reader of a picture that may be cached for all: without a seat, and not the id of any guest.
const NO_USER: &str = "?";

/// Handles `GET /api/games/{code}/board.png`.
#[utoipa::path(
    get, path = "/api/games/{code}/board.png", tag = "games",
    summary = "Draws a position of a game",
    description = "A running game is drawn as its spectators see it.",
    params(Code, PictureQuery),
    responses(
        (status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
        (status = 304, description = "The picture has not changed"),
        (status = 422, description = "The description of the picture is invalid", body = ApiError),
        (status = 404, description = "No such room, or the game was aborted before it began", body = ApiError),
        (status = 409, description = "The game is not over, and not all of it may be seen", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn board_png(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, ApiRejection> {
    let language = picture_language(&query, &headers);
    let room = readable_room(&app, client, &headers, &code, language).await?;
    let invalid = || {
        ApiRejection::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            api_errors::bad_picture(PNG_HEIGHTS.max, language),
        )
    };
    let style = query.style(room.is_over(), PNG_HEIGHTS, language).ok_or_else(invalid)?;
    let ply = query.ply(ply_count(&room)).ok_or_else(invalid)?;
    let key = format!("png {code} {:?} {ply} {style:?}", room.started_at());
    let is_public = room.can_watch(NO_USER);
    let draw = move || draw_png(&room_frames(&room, &[ply], style));
    respond(&app, &headers, language, Picture { key, is_public, content_type: "image/png" }, draw).await
}

/// Handles `GET /api/games/{code}/game.gif`.
#[utoipa::path(
    get, path = "/api/games/{code}/game.gif", tag = "games",
    summary = "Draws a game as an animation of at most 300 positions and about 6 MiB",
    description = "A running game is drawn as its spectators see it. A longer game leaves out positions.",
    params(Code, PictureQuery),
    responses(
        (status = 200, description = "The picture", body = Vec<u8>, content_type = "image/gif"),
        (status = 304, description = "The picture has not changed"),
        (status = 422, description = "The description of the picture is invalid", body = ApiError),
        (status = 404, description = "No such room, or the game was aborted before it began", body = ApiError),
        (status = 409, description = "The game is not over, and not all of it may be seen", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn game_gif(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, ApiRejection> {
    let language = picture_language(&query, &headers);
    let room = readable_room(&app, client, &headers, &code, language).await?;
    let invalid = || {
        ApiRejection::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            api_errors::bad_picture(GIF_HEIGHTS.max, language),
        )
    };
    let style = query.style(room.is_over(), GIF_HEIGHTS, language).ok_or_else(invalid)?;
    let plies = ply_count(&room);
    let key = format!("gif {code} {:?} {plies} {style:?}", room.started_at());
    let is_public = room.can_watch(NO_USER);
    // The client is given the reason before its request times out.
    let max_time = app.settings.limits.request_timeout / 2;
    let limits = AnimationLimits { max_time, max_bytes: MAX_GIF_BYTES };
    let draw = move || gif::encode(&room_frames(&room, &gif::shown_plies(plies), style), limits);
    respond(&app, &headers, language, Picture { key, is_public, content_type: "image/gif" }, draw).await
}

/// Draws the first of some positions as PNG.
pub(super) fn draw_png(frames: &[Frame]) -> Result<Bytes, DrawingError> {
    let frame = frames.first().ok_or(DrawingError::Invalid)?;
    let (width, height) = frame.size();
    raster::png(&frame.to_svg(), width, height).ok_or(DrawingError::Invalid)
}

pub(super) fn picture_language(query: &PictureQuery, headers: &HeaderMap) -> Language {
    query.lang.as_ref().and_then(|lang| lang.parse().ok()).unwrap_or_else(|| language(headers))
}

/// Finds a game that may be drawn for the requester.
async fn readable_room(
    app: &AppState,
    client: ClientAddr,
    headers: &HeaderMap,
    code: &str,
    language: Language,
) -> Result<Room, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, headers)?;
    let user_id = reader_id(app, headers, client).await?;
    let found = app.rooms.find_stored_room(code, client.rate_limit_key(), &user_id).await;
    let room = found.map_err(|error| lookup_rejection(error, headers))?;
    // Only its players may see a game without spectators. A player may have signed in since the log was written.
    if !room.can_watch(&user_id) && !app.store.is_seated(&user_id, code).await? {
        return Err(ApiRejection::new(StatusCode::NOT_FOUND, api_errors::no_room(language)));
    }
    let config = room.validated_config();
    let is_open =
        room.config().spectators == SpectatorPolicy::Yes && !config.initial_game.has_hidden_information();
    if !room.is_over() && (room.started_at().is_none() || !is_open) {
        return Err(ApiRejection::new(StatusCode::CONFLICT, api_errors::not_finished(language)));
    }
    // The game was aborted before it began.
    if room.started_at().is_none() {
        return Err(ApiRejection::new(StatusCode::NOT_FOUND, api_errors::not_played(language)));
    }
    Ok(room)
}

/// A picture to send.
pub(super) struct Picture {
    /// Everything that decides its pixels.
    pub(super) key: String,
    /// Whether caches between server and browser may keep it.
    pub(super) is_public: bool,
    pub(super) content_type: &'static str,
}

/// Sends a picture, and draws it unless the client or the cache has it.
pub(super) async fn respond(
    app: &Arc<AppState>,
    headers: &HeaderMap,
    language: Language,
    picture: Picture,
    draw: impl FnOnce() -> Result<Bytes, DrawingError> + Send + 'static,
) -> Result<Response, ApiRejection> {
    // Another release may draw it in another way.
    let etag = etag(&format!("{} {}", env!("CARGO_PKG_VERSION"), picture.key));
    let quoted = format!("\"{etag}\"");
    let visibility = if picture.is_public { "public" } else { "private" };
    let picture_headers = [
        (header::CONTENT_TYPE, picture.content_type.to_owned()),
        (header::CACHE_CONTROL, format!("{visibility}, max-age=60")),
        (header::ETAG, quoted.clone()),
        // Another site may show the picture of a game that all may see.
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            if picture.is_public { "cross-origin" } else { "same-origin" }.to_owned(),
        ),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == quoted.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, picture_headers).into_response());
    }
    if let Some(found) = app.pictures.find(&etag) {
        return Ok((picture_headers, found).into_response());
    }
    let busy = || ApiRejection::unavailable(RetryAfter(RETRY), api_errors::pictures_busy(language));
    let permit = app.drawing_permits.acquire().await.ok_or_else(busy)?;
    let work = move || {
        let drawn = draw();
        drop(permit);
        drawn
    };
    let drawn = tokio::task::spawn_blocking(work).await.unwrap_or(Err(DrawingError::Invalid));
    let drawn = drawn.map_err(|error| match error {
        DrawingError::Slow | DrawingError::Invalid => busy(),
        DrawingError::Rejected(error) => ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, *error),
    })?;
    app.pictures.store(etag, drawn.clone());
    Ok((picture_headers, drawn).into_response())
}
