//! The handlers of pictures of games that the client sends: of a variation, or of a game on one screen.

use axum::extract::{ConnectInfo, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use yipan_core::Language;
use yipan_wire::{ApiError, PictureRequest};

use super::drawing_error::DrawingError;
use super::gif::{self, AnimationLimits, MAX_GIF_BYTES};
use super::query::{HeightRange, PictureQuery};
use super::recorded_line::RecordedLine;
use super::route::{GIF_HEIGHTS, PNG_HEIGHTS, Picture, draw_png, picture_language, respond};
use crate::api_errors;
use crate::http::json_body::JsonBody;
use crate::http::openapi_responses::{BodyErrors, CommonErrors};
use crate::http::rejection::{ApiRejection, check_rate_limit};
use crate::http::requester::{ClientInfo, SharedState};
use crate::net::rate_limiters::LimitedRequest;

/// Handles `POST /api/pictures/board.png`.
#[utoipa::path(
    post, path = "/api/pictures/board.png", tag = "games",
    summary = "Draws a position of a game that you send",
    params(PictureQuery),
    request_body = PictureRequest,
    responses(
        (status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
        BodyErrors, CommonErrors
    )
)]
pub(crate) async fn board_png(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Query(query): Query<PictureQuery>,
    JsonBody(PictureRequest { record }): JsonBody<PictureRequest>,
) -> Result<Response, ApiRejection> {
    let language = picture_language(&query, &headers);
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let key = format!("posted png {query:?} {language} {record}");
    let max_time = app.settings.limits.request_timeout / 2;
    let draw = move || {
        let line = RecordedLine::parse(&record, max_time, language)?;
        let invalid = || bad_picture(PNG_HEIGHTS, language);
        let style = query.style(true, PNG_HEIGHTS, language).ok_or_else(invalid)?;
        let ply = query.ply(line.ply_count()).ok_or_else(invalid)?;
        draw_png(&line.frames(&[ply], style))
    };
    let picture = Picture { key, is_public: false, content_type: "image/png" };
    respond(&app, &headers, language, picture, draw).await
}

/// Handles `POST /api/pictures/game.gif`.
#[utoipa::path(
    post, path = "/api/pictures/game.gif", tag = "games",
    summary = "Draws a game that you send as an animation of at most 300 positions and about 6 MiB",
    params(PictureQuery),
    request_body = PictureRequest,
    responses(
        (status = 200, description = "The picture", body = Vec<u8>, content_type = "image/gif"),
        BodyErrors, CommonErrors
    )
)]
pub(crate) async fn game_gif(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Query(query): Query<PictureQuery>,
    JsonBody(PictureRequest { record }): JsonBody<PictureRequest>,
) -> Result<Response, ApiRejection> {
    let language = picture_language(&query, &headers);
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let key = format!("posted gif {query:?} {language} {record}");
    let max_time = app.settings.limits.request_timeout / 4;
    let draw = move || {
        let line = RecordedLine::parse(&record, max_time, language)?;
        let style =
            query.style(true, GIF_HEIGHTS, language).ok_or_else(|| bad_picture(GIF_HEIGHTS, language))?;
        let limits = AnimationLimits { max_time, max_bytes: MAX_GIF_BYTES };
        gif::encode(&line.frames(&gif::shown_plies(line.ply_count()), style), limits)
    };
    let picture = Picture { key, is_public: false, content_type: "image/gif" };
    respond(&app, &headers, language, picture, draw).await
}

fn bad_picture(heights: HeightRange, language: Language) -> DrawingError {
    let error: ApiError = api_errors::bad_picture(heights.max, language);
    DrawingError::Rejected(Box::new(error))
}
