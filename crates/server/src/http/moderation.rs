//! Handlers for reports and moderation.

use axum::Json;
use axum::extract::{ConnectInfo, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;
use yipan_wire::{ApiError, AuditEntry, Moderate, NewReport, Report, Role, Scope};

use super::accept_language::language;
use super::json_body::JsonBody;
use super::openapi_responses::{BodyErrors, CommonErrors};
use super::rejection::{ApiRejection, check_rate_limit};
use super::requester::{ClientInfo, SharedState, account_owner, authenticated_user, require_scope};
use crate::api_errors::{self, moderation as messages};
use crate::app_state::AppState;
use crate::moderation::audit_log;
use crate::moderation::error::ModerationError;
use crate::net::client_addr::ClientAddr;
use crate::net::rate_limiters::LimitedRequest;
use crate::storage::rows::UserRow;

/// The entries in one part of the audit log.
const ENTRIES_PER_PAGE: u32 = 100;

/// Handles `POST /api/reports`.
#[utoipa::path(
    post, path = "/api/reports", tag = "moderation",
    summary = "Reports a player to the moderators; needs an account",
    request_body = NewReport,
    responses(
        (status = 204, description = "The moderators see it"),
        (status = 403, description = "Only an account may report", body = ApiError),
        (status = 404, description = "No such user, or no such room in which you had a seat", body = ApiError),
        (status = 409, description = "You have reported as often as you may in a day", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn report(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(request): JsonBody<NewReport>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::NewRoom(client.rate_limit_key())).await, &headers)?;
    let requester = account_owner(&app, &headers, client).await?;
    require_scope(&requester, Scope::Play, &headers)?;
    app.report(&requester.user, request).await.map_err(|error| rejection(error, &headers))?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Handles `GET /api/moderation/reports`.
#[utoipa::path(
    get, path = "/api/moderation/reports", tag = "moderation",
    summary = "Returns the reports that wait for a moderator, the oldest first, at most 100; for moderators",
    responses(
        (status = 200, description = "The reports", body = [Report]),
        (status = 403, description = "Your account is no moderator", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn reports(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    moderator(&app, &headers, client).await?;
    Ok(Json(app.open_reports().await?).into_response())
}

/// Handles `POST /api/moderation/actions`.
#[utoipa::path(
    post, path = "/api/moderation/actions", tag = "moderation",
    summary = "Warns, mutes or closes an account, voids a game, resolves a report, changes a role or announces a restart; for moderators",
    request_body = Moderate,
    responses(
        (status = 204, description = "It is done, and in the audit log"),
        (status = 403, description = "Your account is no moderator, or only an operator may do this", body = ApiError),
        (status = 404, description = "No such user, report or rated game", body = ApiError),
        (status = 409, description = "It was done before", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn act(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(request): JsonBody<Moderate>,
) -> Result<Response, ApiRejection> {
    let (user, role) = moderator(&app, &headers, client).await?;
    app.moderate(&user, role, request).await.map_err(|error| rejection(error, &headers))?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogQuery {
    /// Only entries with smaller numbers.
    #[serde(default)]
    before: Option<u64>,
}

/// Handles `GET /api/moderation/log`.
#[utoipa::path(
    get, path = "/api/moderation/log", tag = "moderation",
    summary = "Returns the audit log, the latest entry first, at most 100; for moderators",
    params(LogQuery),
    responses(
        (status = 200, description = "The entries", body = [AuditEntry]),
        (status = 403, description = "Your account is no moderator", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn log(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Query(query): Query<LogQuery>,
) -> Result<Response, ApiRejection> {
    moderator(&app, &headers, client).await?;
    let before = query.before.unwrap_or(u64::MAX);
    Ok(Json(audit_log::entries(&*app.store, before, ENTRIES_PER_PAGE).await?).into_response())
}

/// Returns the moderator of a request: 401 without an account, 403 without a role.
async fn moderator(
    app: &AppState,
    headers: &HeaderMap,
    client: ClientAddr,
) -> Result<(UserRow, Role), ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, headers)?;
    let language = language(headers);
    let unknown = || ApiRejection::new(StatusCode::UNAUTHORIZED, api_errors::needs_account(language));
    let requester = authenticated_user(app, headers, client).await?;
    let requester = requester.filter(|requester| requester.user.account.is_some()).ok_or_else(unknown)?;
    require_scope(&requester, Scope::Account, headers)?;
    let role = app.store.role_of(&requester.user.id).await?;
    let forbidden = || ApiRejection::new(StatusCode::FORBIDDEN, messages::not_moderator(language));
    Ok((requester.user, role.ok_or_else(forbidden)?))
}

fn rejection(error: ModerationError, headers: &HeaderMap) -> ApiRejection {
    let status = match &error {
        ModerationError::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
        ModerationError::UserNotFound
        | ModerationError::RoomNotFound
        | ModerationError::ReportNotFound
        | ModerationError::NotRated => StatusCode::NOT_FOUND,
        ModerationError::OwnAccount
        | ModerationError::BadText { .. }
        | ModerationError::BadDuration { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        ModerationError::OperatorRequired => StatusCode::FORBIDDEN,
        ModerationError::TooManyReports { .. } | ModerationError::NothingToChange => StatusCode::CONFLICT,
    };
    match messages::moderation(error, language(headers)) {
        Ok(error) => ApiRejection::new(status, error),
        Err(error) => error.into(),
    }
}
