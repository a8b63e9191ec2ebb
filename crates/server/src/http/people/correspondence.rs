//! The handler for correspondence games.

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use yipan_wire::{ApiError, CorrespondenceGames, Scope};

use crate::http::openapi_responses::CommonErrors;
use crate::http::rejection::ApiRejection;
use crate::http::requester::{ClientInfo, SharedState, reading_account};

/// Handles `GET /api/me/correspondence`.
#[utoipa::path(
    get, path = "/api/me/correspondence", tag = "people",
    summary = "Returns the running correspondence games of your account, first those where it is your turn",
    responses(
        (status = 200, description = "The games", body = CorrespondenceGames),
        (status = 403, description = "Only an account plays correspondence games", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn list(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    let requester = reading_account(&app, &headers, client, Scope::Read).await?;
    Ok(Json(app.correspondence_games(&requester.user.id).await?).into_response())
}
