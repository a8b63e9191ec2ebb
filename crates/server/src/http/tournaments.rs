//! Handlers for tournaments.

use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;
use yipan_wire::{
    ApiError, JoinTournament, NewTournament, Scope, TournamentPage, TournamentState, TournamentSummary,
};

use super::accept_language::language;
use super::json_body::JsonBody;
use super::openapi_responses::{BodyErrors, Code, CommonErrors};
use super::rejection::{ApiRejection, check_rate_limit};
use super::requester::{ClientInfo, SharedState, account_owner, reader_id, require_scope};
use crate::api_errors::tournaments as messages;
use crate::app_state::AppState;
use crate::auth::authenticated_user::AuthenticatedUser;
use crate::auth::password::MAX_PASSWORD_CHARACTERS;
use crate::net::client_addr::ClientAddr;
use crate::net::rate_limiters::{LimitedRequest, PasswordAttempt};
use crate::storage::store::StoreError;
use crate::storage::tournament_rows::{StoredStage, TournamentFilter};
use crate::tournaments::error::TournamentError;
use crate::tournaments::export::TableFormat;
use crate::tournaments::registry::PasswordChange;
use crate::tournaments::view;

/// The tournaments in one part of a list.
const TOURNAMENTS_PER_PAGE: u32 = 20;

/// The longest wait for a change.
const MAX_WAIT: Duration = Duration::from_secs(10);

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// `upcoming`, `running`, `finished` or `cancelled`; running by default.
    #[serde(default)]
    stage: Option<String>,
    /// The value of `next` of the part before.
    #[serde(default)]
    after: Option<String>,
}

/// Handles `GET /api/tournaments`.
#[utoipa::path(
    get, path = "/api/tournaments", tag = "tournaments",
    summary = "Lists tournaments of one stage, at most 20: upcoming ones from the next on, others from the latest on",
    params(ListQuery),
    responses(
        (status = 200, description = "A part of the list", body = TournamentPage),
        (status = 422, description = "A filter has an unknown value", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn list(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let invalid = |text: &str| {
        let error = messages::unknown_filter(text, language(&headers));
        ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    };
    let stage = query.stage.as_deref().unwrap_or("running");
    let filter = TournamentFilter {
        stage: parse_stage(stage).ok_or_else(|| invalid(stage))?,
        after: query.after.map(|text| parse_key(&text).ok_or_else(|| invalid(&text))).transpose()?,
        limit: TOURNAMENTS_PER_PAGE,
    };
    let rows = app.store.tournament_page(filter).await?;
    let last = rows.last().filter(|_| rows.len() == TOURNAMENTS_PER_PAGE as usize);
    let next = last.map(|row| format!("{}-{}", row.starts, row.code));
    let users = app.tournaments.users(rows.iter().map(|row| row.creator.clone()).collect()).await?;
    // A description of a newer server must not hide the others.
    let tournaments: Vec<TournamentSummary> =
        rows.iter().filter_map(|row| view::summary(row, &users)).collect();
    Ok(Json(TournamentPage { tournaments, next }).into_response())
}

fn parse_stage(text: &str) -> Option<StoredStage> {
    Some(match text {
        "upcoming" => StoredStage::Waiting,
        "running" => StoredStage::Running,
        "finished" => StoredStage::Finished,
        "cancelled" => StoredStage::Cancelled,
        _ => return None,
    })
}

/// Parses the time and the code of a tournament.
fn parse_key(text: &str) -> Option<(u64, String)> {
    let (starts, code) = text.split_once('-')?;
    let starts = starts.parse().ok().filter(|starts| *starts <= i64::MAX as u64)?;
    Some((starts, code.to_owned()))
}

/// Handles `POST /api/tournaments`.
#[utoipa::path(
    post, path = "/api/tournaments", tag = "tournaments",
    summary = "Creates a tournament; needs an account",
    request_body = NewTournament,
    responses(
        (status = 201, description = "The tournament", body = TournamentState),
        (status = 403, description = "Only an account may create one", body = ApiError),
        (status = 409, description = "The account has too many that are not over", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn create(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(request): JsonBody<NewTournament>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::NewRoom(client.rate_limit_key())).await, &headers)?;
    let requester = player(&app, &headers, client).await?;
    let hash = hash_password(&app, request.password, &headers).await?;
    let created = app.tournaments.create(&requester.user, request.config, hash).await;
    let code = created.map_err(|error| rejection(error, &headers))?;
    let state = current_state(&app, &code, &requester.user.id, &headers).await?;
    Ok((StatusCode::CREATED, Json(state)).into_response())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StateQuery {
    /// The `version` that the client has seen: the answer waits for another one, up to ten seconds.
    #[serde(default)]
    seen: Option<u64>,
}

/// Handles `GET /api/tournaments/{code}`.
#[utoipa::path(
    get, path = "/api/tournaments/{code}", tag = "tournaments",
    summary = "Returns a tournament with its standings, its games and your own game",
    params(Code, StateQuery),
    responses(
        (status = 200, description = "The tournament", body = TournamentState),
        (status = 404, description = "No such tournament", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn state(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
    Query(query): Query<StateQuery>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let user_id = reader_id(&app, &headers, client).await?;
    let tournament = app.tournaments.open(&code).await?.ok_or_else(|| not_found(&headers))?;
    if let Some(seen) = query.seen {
        let mut length = tournament.length.subscribe();
        let mut shutdown = app.shutdown.subscribe();
        tokio::select! {
            _ = tokio::time::timeout(MAX_WAIT, length.wait_for(|length| *length != seen)) => {}
            _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => {}
        }
        app.tournaments.wait_for_view(&tournament).await;
    }
    Ok(Json(app.tournaments.view(&tournament, &user_id).await?).into_response())
}

/// Handles `PUT /api/tournaments/{code}`.
#[utoipa::path(
    put, path = "/api/tournaments/{code}", tag = "tournaments",
    summary = "Changes a tournament of yours that has not started",
    params(Code),
    request_body = NewTournament,
    responses(
        (status = 200, description = "The tournament", body = TournamentState),
        (status = 403, description = "Another account has created it", body = ApiError),
        (status = 404, description = "No such tournament", body = ApiError),
        (status = 409, description = "It has started", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn change(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
    JsonBody(request): JsonBody<NewTournament>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::NewRoom(client.rate_limit_key())).await, &headers)?;
    let requester = player(&app, &headers, client).await?;
    let password = if request.keep_password {
        PasswordChange::Keep
    } else {
        PasswordChange::Replace(hash_password(&app, request.password, &headers).await?)
    };
    let changed = app.tournaments.change(&code, &requester.user.id, request.config, password).await;
    changed.map_err(|error| rejection(error, &headers))?;
    Ok(Json(current_state(&app, &code, &requester.user.id, &headers).await?).into_response())
}

/// Handles `DELETE /api/tournaments/{code}`.
#[utoipa::path(
    delete, path = "/api/tournaments/{code}", tag = "tournaments",
    summary = "Cancels a tournament of yours that has not started",
    params(Code),
    responses(
        (status = 200, description = "The tournament", body = TournamentState),
        (status = 403, description = "Another account has created it", body = ApiError),
        (status = 404, description = "No such tournament", body = ApiError),
        (status = 409, description = "It has started or is over", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn cancel(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let requester = player(&app, &headers, client).await?;
    let cancelled = app.tournaments.cancel(&code, &requester.user.id).await;
    cancelled.map_err(|error| rejection(error, &headers))?;
    Ok(Json(current_state(&app, &code, &requester.user.id, &headers).await?).into_response())
}

/// Handles `PUT /api/tournaments/{code}/player`.
#[utoipa::path(
    put, path = "/api/tournaments/{code}/player", tag = "tournaments",
    summary = "Joins a tournament, again after a withdrawal; needs an account",
    params(Code),
    request_body = JoinTournament,
    responses(
        (status = 200, description = "The tournament", body = TournamentState),
        (status = 403, description = "Only an account may join, the password is wrong, or bots may not play", body = ApiError),
        (status = 404, description = "No such tournament", body = ApiError),
        (status = 409, description = "You have joined already, it is full, it is over, or a round robin has started", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn join(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
    JsonBody(request): JsonBody<JoinTournament>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let requester = player(&app, &headers, client).await?;
    let user = &requester.user;
    let needed = app.tournaments.password_hash(&code, &user.id).await;
    if let Some(hash) = needed.map_err(|error| rejection(error, &headers))? {
        let attempt = LimitedRequest::PasswordAttempt(PasswordAttempt::User(user.id.clone()));
        check_rate_limit(app.check_limit(attempt).await, &headers)?;
        let password = request.password.unwrap_or_default();
        if !app.auth.passwords.verify(password, Some(hash)).await {
            return Err(rejection(TournamentError::WrongPassword, &headers));
        }
    }
    app.tournaments.join(&code, user).await.map_err(|error| rejection(error, &headers))?;
    Ok(Json(current_state(&app, &code, &user.id, &headers).await?).into_response())
}

/// Handles `DELETE /api/tournaments/{code}/player`.
#[utoipa::path(
    delete, path = "/api/tournaments/{code}/player", tag = "tournaments",
    summary = "Withdraws from a tournament, or pauses: you are no longer paired until you join again",
    params(Code),
    responses(
        (status = 200, description = "The tournament", body = TournamentState),
        (status = 403, description = "Only an account may do this", body = ApiError),
        (status = 404, description = "No such tournament", body = ApiError),
        (status = 409, description = "You do not play in it, or it is over", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn withdraw(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let requester = player(&app, &headers, client).await?;
    let withdrawn = app.tournaments.withdraw(&code, &requester.user.id).await;
    withdrawn.map_err(|error| rejection(error, &headers))?;
    Ok(Json(current_state(&app, &code, &requester.user.id, &headers).await?).into_response())
}

/// Handles `GET /api/tournaments/{code}/{format}`.
#[utoipa::path(
    get, path = "/api/tournaments/{code}/{format}", tag = "tournaments",
    summary = "Returns the results or the games of a tournament as text",
    params(Code, ("format" = String, Path, description = "`trf` (not for an arena), `csv` or `pgn`")),
    responses(
        (status = 200, description = "The text", body = String, content_type = "text/plain"),
        (status = 404, description = "No such tournament or format", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn export(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path((code, format)): Path<(String, String)>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let user_id = reader_id(&app, &headers, client).await?;
    let tournament = app.tournaments.open_current(&code).await?.ok_or_else(|| not_found(&headers))?;
    let unknown = || {
        let error = messages::unknown_format(language(&headers));
        ApiRejection::new(StatusCode::NOT_FOUND, error)
    };
    let text_type = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    let table = match format.as_str() {
        "trf" => TableFormat::Trf,
        "csv" => TableFormat::Csv,
        "pgn" => {
            let games = app.tournaments.export_games(tournament.hosted().await, user_id);
            return Ok((text_type, Body::from_stream(games)).into_response());
        }
        _ => return Err(unknown()),
    };
    let text = app.tournaments.export_table(&tournament, table).await?.ok_or_else(unknown)?;
    Ok((text_type, text).into_response())
}

/// Returns the account that plays.
async fn player(
    app: &AppState,
    headers: &HeaderMap,
    client: ClientAddr,
) -> Result<AuthenticatedUser, ApiRejection> {
    let requester = account_owner(app, headers, client).await?;
    require_scope(&requester, Scope::Play, headers)?;
    Ok(requester)
}

/// Returns the hash of a password; `None` if there is none.
async fn hash_password(
    app: &AppState,
    password: Option<String>,
    headers: &HeaderMap,
) -> Result<Option<String>, ApiRejection> {
    let Some(password) = password.filter(|password| !password.is_empty()) else { return Ok(None) };
    if password.chars().count() > MAX_PASSWORD_CHARACTERS {
        let error = messages::long_password(language(headers));
        return Err(ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, error));
    }
    let failed = || StoreError::Failed("a password was not hashed".to_owned());
    Ok(Some(app.auth.passwords.hash(password).await.ok_or_else(failed)?))
}

/// Returns a tournament as of now, after a change of this user.
async fn current_state(
    app: &AppState,
    code: &str,
    user_id: &str,
    headers: &HeaderMap,
) -> Result<TournamentState, ApiRejection> {
    let tournament = app.tournaments.open(code).await?.ok_or_else(|| not_found(headers))?;
    app.tournaments.forget_view(&tournament).await;
    Ok(app.tournaments.view(&tournament, user_id).await?)
}

fn not_found(headers: &HeaderMap) -> ApiRejection {
    rejection(TournamentError::NotFound, headers)
}

fn rejection(error: TournamentError, headers: &HeaderMap) -> ApiRejection {
    let status = match &error {
        TournamentError::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
        TournamentError::NotFound => StatusCode::NOT_FOUND,
        TournamentError::Config(_) => StatusCode::UNPROCESSABLE_ENTITY,
        TournamentError::NotCreator | TournamentError::WrongPassword | TournamentError::BotsNotAllowed => {
            StatusCode::FORBIDDEN
        }
        TournamentError::TooMany { .. }
        | TournamentError::Started
        | TournamentError::Over
        | TournamentError::Full { .. }
        | TournamentError::AlreadyJoined
        | TournamentError::NotJoined => StatusCode::CONFLICT,
    };
    match messages::tournament(error, language(headers)) {
        Ok(error) => ApiRejection::new(status, error),
        Err(error) => error.into(),
    }
}
