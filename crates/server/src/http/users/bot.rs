//! The handler that marks an account as a bot.

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use yipan_wire::{ApiError, Scope};

use crate::api_errors;
use crate::app_state::AppState;
use crate::http::accept_language::language;
use crate::http::openapi_responses::CommonErrors;
use crate::http::rejection::{ApiRejection, check_rate_limit};
use crate::http::requester::{ClientInfo, SharedState, account_owner, require_scope, run_to_completion};
use crate::net::rate_limiters::LimitedRequest;
use crate::storage::rows::UserRow;
use crate::storage::store::StoreError;

/// Handles `PUT /api/account/bot`. Only a moderator can remove the mark.
#[utoipa::path(
    put, path = "/api/account/bot", tag = "users",
    summary = "Marks your account as a bot, which plays no rated games; this is final",
    responses(
        (status = 204, description = "The account is a bot"),
        (status = 403, description = "You have no account, or the token lacks the scope", body = ApiError),
        (status = 409, description = "The account has played rated games, or has a seat in a rated room", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn mark(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Rename(client.rate_limit_key())).await, &headers)?;
    let requester = account_owner(&app, &headers, client).await?;
    require_scope(&requester, Scope::Account, &headers)?;
    let is_marked = run_to_completion(async move {
        let user = UserRow { is_bot: true, ..requester.user };
        // Its seats there have a rating, so the game would be rated.
        if has_rated_room(&app, &user.id).await? {
            return Ok(false);
        }
        let is_marked = app.store.mark_bot(&user.id).await?;
        if is_marked {
            app.auth.connections.update_user(&user.id, &user);
        }
        Ok(is_marked)
    });
    if !is_marked.await? {
        let error = api_errors::has_rated_games(language(&headers));
        return Err(ApiRejection::new(StatusCode::CONFLICT, error));
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Whether a user has a seat in a rated room whose game is not over.
async fn has_rated_room(app: &AppState, user_id: &str) -> Result<bool, StoreError> {
    for code in app.store.unfinished_rooms_of(user_id).await? {
        let room = app.rooms.services.load_room(&code).await?;
        if room.is_some_and(|room| room.config().rated) {
            return Ok(true);
        }
    }
    Ok(false)
}
