//! The handler that returns everything about an account.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use yipan_wire::{
    ApiError, CategoryRating, Challenge, Credential, Notification, PuzzleRating, RatingHistoryEntry,
    Relations, Report, Role, SavedGameEntry, Scope, TournamentSummary,
};

use super::credentials::credentials_of;
use super::exported_games::{ExportedGame, exported_games};
use super::exported_studies::{ExportedStudy, exported_studies};
use crate::app_state::AppState;
use crate::auth::authenticated_user::AuthenticatedUser;
use crate::http::openapi_responses::CommonErrors;
use crate::http::rejection::{ApiRejection, check_rate_limit};
use crate::http::requester::{ClientInfo, SharedState, account_owner, require_scope};
use crate::http::{profiles, puzzles};
use crate::net::rate_limit::RetryAfter;
use crate::net::rate_limiters::LimitedRequest;
use crate::storage::puzzle_rows::PuzzleAttemptRow;
use crate::storage::store::StoreError;
use crate::storage::tournament_rows::TournamentRow;
use crate::tournaments::view;

/// The time after which a request that found the server busy may be repeated.
const BUSY_WAIT: Duration = Duration::from_secs(10);

/// The version of the format.
const VERSION: u32 = 1;

/// Everything about an account, as the OpenAPI description has it. The studies and games are written one by one.
#[derive(Serialize, ToSchema)]
struct AccountExport {
    #[serde(flatten)]
    data: AccountData,
    studies: Vec<ExportedStudy>,
    games: Vec<ExportedGame>,
}

/// Everything about an account but its studies and games.
#[derive(Serialize, ToSchema)]
struct AccountData {
    version: u32,
    exported_at: u64,
    id: String,
    name: String,
    account: Option<String>,
    is_bot: bool,
    created_at: u64,
    role: Option<Role>,
    /// The time until which the account may not write in chats; 0 if it may.
    muted_until: u64,
    credentials: Vec<Credential>,
    #[schema(value_type = Option<Object>)]
    settings: Value,
    saved_games: Vec<SavedGameEntry>,
    ratings: Vec<CategoryRating>,
    /// The rated games of each category, the latest first.
    rating_history: BTreeMap<String, Vec<RatingHistoryEntry>>,
    puzzle_ratings: Vec<PuzzleRating>,
    puzzle_attempts: Vec<PuzzleAttemptRow>,
    relations: Relations,
    challenges: Vec<Challenge>,
    notifications: Vec<Notification>,
    reports: Vec<Report>,
    created_tournaments: Vec<TournamentSummary>,
    /// The tournaments that the account has joined, the latest first.
    entered_tournaments: Vec<TournamentSummary>,
}

/// Handles `GET /api/account/export`. The games are written while they are read, because there may be many.
#[utoipa::path(
    get, path = "/api/account/export", tag = "users",
    summary = "Returns everything about your account: profile, sessions, ratings, relations, reports, studies, games with their events",
    responses(
        (status = 200, description = "The account; the studies and games come last", body = AccountExport),
        (status = 403, description = "You have no account, or the token lacks the scope", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn export(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::NewRoom(client.rate_limit_key())).await, &headers)?;
    let requester = account_owner(&app, &headers, client).await?;
    require_scope(&requester, Scope::Account, &headers)?;
    let busy = || ApiRejection::rate_limited(RetryAfter(BUSY_WAIT), &headers);
    let permit = app.export_permits.acquire().ok_or_else(busy)?;
    let data = account_data(&app, &requester).await?;
    let data = serde_json::to_string(&data).map_err(|error| StoreError::Failed(error.to_string()))?;
    // The studies and the games become the last fields of the object.
    let head = format!("{},\"studies\":[", data.strip_suffix('}').unwrap_or(&data));
    let studies = separated(exported_studies(Arc::clone(&app), requester.user.id.clone()));
    let games = separated(exported_games(app, requester.user.id));
    let part = |text: &str| stream::iter([Ok(text.to_owned())]);
    let text = part(&head).chain(studies).chain(part("],\"games\":[")).chain(games).chain(part("]}"));
    // The permit lives as long as the stream. An error cuts the response off, so that it is not mistaken for a whole one.
    let text = text.map(move |part| {
        if permit.is_over() { Err(StoreError::Failed("the export took too long".to_owned())) } else { part }
    });
    let content = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"yipan-account.json\""),
    ];
    Ok((content, Body::from_stream(text)).into_response())
}

/// Puts commas between the elements of an array.
fn separated(
    elements: impl Stream<Item = Result<String, StoreError>>,
) -> impl Stream<Item = Result<String, StoreError>> {
    let separate = |(index, element): (usize, Result<String, StoreError>)| {
        element.map(|element| if index == 0 { element } else { format!(",{element}") })
    };
    elements.enumerate().map(separate)
}

async fn account_data(app: &AppState, requester: &AuthenticatedUser) -> Result<AccountData, StoreError> {
    let user = &requester.user;
    let settings = app.store.settings_of(&user.id).await?;
    let created = app.store.tournaments_by(&user.id).await?;
    let entered = app.store.tournaments_entered_by(&user.id).await?;
    let creators = created.iter().chain(&entered).map(|row| row.creator.clone());
    let users = app.tournaments.users(creators.collect()).await?;
    let summaries =
        |rows: &[TournamentRow]| rows.iter().filter_map(|row| view::summary(row, &users)).collect();
    Ok(AccountData {
        version: VERSION,
        exported_at: app.clock.millis().0,
        id: user.id.clone(),
        name: user.name.clone(),
        account: user.account.clone(),
        is_bot: user.is_bot,
        created_at: user.created,
        role: app.store.role_of(&user.id).await?,
        muted_until: app.store.sanctions_of(&user.id).await?.muted_until,
        credentials: credentials_of(app, requester).await?,
        settings: settings.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default(),
        saved_games: app.store.saved_games_of(&user.id).await?,
        ratings: profiles::ratings_of(app, &user.id).await?,
        rating_history: profiles::rating_histories(app, &user.id).await?,
        puzzle_ratings: puzzles::ratings_of(app, &user.id).await?,
        puzzle_attempts: app.store.puzzle_attempts_of(&user.id).await?,
        relations: app.relations(&user.id).await?,
        challenges: app.stored_challenges(&user.id).await?,
        notifications: app.notifications(&user.id).await?.notifications,
        reports: app.reports_by(&user.id).await?,
        created_tournaments: summaries(&created),
        entered_tournaments: summaries(&entered),
    })
}
