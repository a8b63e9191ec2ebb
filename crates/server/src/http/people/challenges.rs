//! Handlers for challenges.

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use yipan_wire::{ApiError, Challenge, DeclineChallenge, NewChallenge, Scope};

use super::rejection::rejection;
use crate::http::json_body::JsonBody;
use crate::http::openapi_responses::{BodyErrors, CommonErrors};
use crate::http::rejection::{ApiRejection, check_rate_limit};
use crate::http::requester::{ClientInfo, SharedState, account_with, reading_account};
use crate::net::rate_limiters::LimitedRequest;

/// Handles `POST /api/challenges`.
#[utoipa::path(
    post, path = "/api/challenges", tag = "people",
    summary = "Challenges an account to a game; needs an account",
    request_body = NewChallenge,
    responses(
        (status = 201, description = "The challenge, which expires after five minutes", body = Challenge),
        (status = 403, description = "Only an account may challenge, or the other one blocks yours", body = ApiError),
        (status = 404, description = "No such account", body = ApiError),
        (status = 409, description = "Too many challenges are open, or one to the same account", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn create(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(request): JsonBody<NewChallenge>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::NewRoom(client.rate_limit_key())).await, &headers)?;
    let requester = account_with(&app, &headers, client, Scope::Play).await?;
    let made = app.challenge(&requester.user, &request.user, request.config).await;
    let challenge = made.map_err(|error| rejection(error, &headers))?;
    Ok((StatusCode::CREATED, Json(challenge)).into_response())
}

/// Handles `POST /api/challenges/{id}/accept`.
#[utoipa::path(
    post, path = "/api/challenges/{id}/accept", tag = "people",
    summary = "Accepts a challenge to you: opens its room, whose seats are reserved for both of you",
    params(("id" = String, Path, description = "The id of the challenge")),
    responses(
        (status = 200, description = "The challenge with its room", body = Challenge),
        (status = 403, description = "Only an account may do this", body = ApiError),
        (status = 404, description = "No such challenge to you", body = ApiError),
        (status = 409, description = "It has expired, or was accepted, declined or withdrawn before", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn accept(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::NewRoom(client.rate_limit_key())).await, &headers)?;
    let requester = account_with(&app, &headers, client, Scope::Play).await?;
    let accepted = app.accept_challenge(&requester.user, &id).await;
    Ok(Json(accepted.map_err(|error| rejection(error, &headers))?).into_response())
}

/// Handles `POST /api/challenges/{id}/decline`.
#[utoipa::path(
    post, path = "/api/challenges/{id}/decline", tag = "people",
    summary = "Declines a challenge to you with a reason",
    params(("id" = String, Path, description = "The id of the challenge")),
    request_body = DeclineChallenge,
    responses(
        (status = 200, description = "The challenge", body = Challenge),
        (status = 403, description = "Only an account may do this", body = ApiError),
        (status = 404, description = "No such challenge to you", body = ApiError),
        (status = 409, description = "It has expired, or was accepted, declined or withdrawn before", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn decline(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<DeclineChallenge>,
) -> Result<Response, ApiRejection> {
    let requester = reading_account(&app, &headers, client, Scope::Play).await?;
    let declined = app.decline_challenge(&requester.user, &id, request.reason).await;
    Ok(Json(declined.map_err(|error| rejection(error, &headers))?).into_response())
}

/// Handles `DELETE /api/challenges/{id}`.
#[utoipa::path(
    delete, path = "/api/challenges/{id}", tag = "people",
    summary = "Withdraws a challenge of yours",
    params(("id" = String, Path, description = "The id of the challenge")),
    responses(
        (status = 200, description = "The challenge", body = Challenge),
        (status = 403, description = "Only an account may do this", body = ApiError),
        (status = 404, description = "No such challenge of yours", body = ApiError),
        (status = 409, description = "It has expired, or was accepted, declined or withdrawn before", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn withdraw(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, ApiRejection> {
    let requester = reading_account(&app, &headers, client, Scope::Play).await?;
    let withdrawn = app.withdraw_challenge(&requester.user, &id).await;
    Ok(Json(withdrawn.map_err(|error| rejection(error, &headers))?).into_response())
}
