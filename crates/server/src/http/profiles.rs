//! Handlers for profiles, ratings and the games of any account.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;
use yipan_core::Localize;
use yipan_ratings::{Category, Rating};
use yipan_wire::{
    ApiError, CategoryRating, FoundUser, GamePage, ModeResults, PlayerRating, RatingChange, RatingHistory,
    RatingHistoryEntry, RoomRatings, UserProfile, UserResults,
};

use super::accept_language::language;
use super::openapi_responses::{Code, CommonErrors};
use super::puzzles;
use super::rejection::{ApiRejection, check_rate_limit};
use super::requester::{ClientInfo, SharedState, reader_id};
use super::rooms::lookup_rejection;
use crate::api_errors;
use crate::app_state::AppState;
use crate::net::client_addr::ClientAddr;
use crate::net::rate_limiters::LimitedRequest;
use crate::ratings::player_rating::{current, shown};
use crate::storage::rating_rows::{
    GameFilter, GameResult, ModeResultsRow, RatingChangeRow, RatingHistoryRow,
};
use crate::storage::rows::UserRow;
use crate::storage::store::StoreError;

/// The most accounts that a search finds.
const MAX_FOUND_USERS: u32 = 20;

/// The most characters of a name that is searched.
const MAX_SEARCH_CHARS: usize = 64;

/// The games in one part of a list.
const GAMES_PER_PAGE: u32 = 50;

/// The games in one part of a rating's history.
const HISTORY_PER_PAGE: u32 = 500;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// The beginning of the name.
    #[serde(default)]
    name: String,
}

/// Handles `GET /api/users`.
#[utoipa::path(
    get, path = "/api/users", tag = "users",
    summary = "Finds accounts by the beginning of their names, at most 20",
    params(SearchQuery),
    responses((status = 200, description = "The accounts, by name", body = [FoundUser]), CommonErrors)
)]
pub(crate) async fn search(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Query(query): Query<SearchQuery>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let name = query.name.trim();
    let found = if name.is_empty() || name.chars().count() > MAX_SEARCH_CHARS {
        Vec::new()
    } else {
        app.store.find_accounts(name, MAX_FOUND_USERS).await?
    };
    let found: Vec<FoundUser> = found.iter().map(UserRow::to_found).collect();
    Ok(Json(found).into_response())
}

/// Handles `GET /api/users/{id}`.
#[utoipa::path(
    get, path = "/api/users/{id}", tag = "users",
    summary = "Returns the profile of an account",
    params(("id" = String, Path, description = "The public id of the user")),
    responses(
        (status = 200, description = "The profile", body = UserProfile),
        (status = 404, description = "No such account", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn profile(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, ApiRejection> {
    let user = find_account(&app, client, &headers, &id).await?;
    let ratings = ratings_of(&app, &user.id).await?;
    let puzzles = puzzles::ratings_of(&app, &user.id).await?;
    let UserRow { id, name, created: joined_at, is_bot, .. } = user;
    Ok(Json(UserProfile { id, name, is_bot, joined_at, ratings, puzzles }).into_response())
}

/// Returns the ratings of an account, the category with most games first.
pub(super) async fn ratings_of(app: &AppState, user_id: &str) -> Result<Vec<CategoryRating>, StoreError> {
    let now = app.clock.millis().0;
    let ratings = app.store.ratings_of(user_id).await?.into_iter().map(|(row, counts)| {
        let rating = current(&row, now);
        CategoryRating {
            category: row.category.to_string(),
            rating: shown(&rating),
            deviation: rating.deviation.round() as u32,
            wins: counts.wins,
            draws: counts.draws,
            losses: counts.losses,
        }
    });
    Ok(ratings.collect())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HistoryQuery {
    /// Only games that ended before this time, in the server's milliseconds.
    #[serde(default)]
    before: Option<u64>,
}

/// Handles `GET /api/users/{id}/ratings/{category}`.
#[utoipa::path(
    get, path = "/api/users/{id}/ratings/{category}", tag = "users",
    summary = "Returns the rating of an account after each of its games in a category, the latest first, at most 500",
    params(
        ("id" = String, Path, description = "The public id of the user"),
        ("category" = String, Path, description = "The category, such as `chess960.blitz`"),
        HistoryQuery
    ),
    responses(
        (status = 200, description = "The games", body = RatingHistory),
        (status = 404, description = "No such account", body = ApiError),
        (status = 422, description = "No such category", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn history(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path((id, category)): Path<(String, String)>,
    Query(query): Query<HistoryQuery>,
) -> Result<Response, ApiRejection> {
    let user = find_account(&app, client, &headers, &id).await?;
    let category: Category = category.parse().map_err(|error: yipan_ratings::ParseCategoryError| {
        let message = error.localize(language(&headers));
        ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, api_errors::bad_filter(&message))
    })?;
    let before = query.before.unwrap_or(u64::MAX).min(i64::MAX as u64);
    let rows = app.store.rating_history(&user.id, category, before, HISTORY_PER_PAGE).await?;
    Ok(Json(RatingHistory { games: rows.into_iter().map(history_entry).collect() }).into_response())
}

/// Returns the rated games of an account by category, the latest first.
pub(super) async fn rating_histories(
    app: &AppState,
    user_id: &str,
) -> Result<BTreeMap<String, Vec<RatingHistoryEntry>>, StoreError> {
    let mut histories = BTreeMap::new();
    for (rating, _) in app.store.ratings_of(user_id).await? {
        let (mut games, mut before) = (Vec::new(), i64::MAX as u64);
        loop {
            let rows = app.store.rating_history(user_id, rating.category, before, HISTORY_PER_PAGE).await?;
            let Some(last) = rows.last() else { break };
            before = last.ended;
            games.extend(rows.into_iter().map(history_entry));
        }
        histories.insert(rating.category.to_string(), games);
    }
    Ok(histories)
}

fn history_entry(row: RatingHistoryRow) -> RatingHistoryEntry {
    RatingHistoryEntry {
        room: row.room,
        ended_at: row.ended,
        before: row.before.round() as i32,
        after: row.after.round() as i32,
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesQuery {
    /// Only games of this kind: `chess`, `xiangqi` or `liuzichong`.
    #[serde(default)]
    game: Option<String>,
    /// Only games with this mode, such as `fog`.
    #[serde(default)]
    mode: Option<String>,
    /// Only games that the account has won, drawn or lost: `win`, `draw` or `loss`.
    #[serde(default)]
    result: Option<String>,
    /// Only games against the user with this id.
    #[serde(default)]
    opponent: Option<String>,
    /// The value of `next` of the part before.
    #[serde(default)]
    before: Option<String>,
}

/// Handles `GET /api/users/{id}/games`.
#[utoipa::path(
    get, path = "/api/users/{id}/games", tag = "users",
    summary = "Lists the games of an account that are public, or rated and over, and those that you have played, the latest first",
    params(("id" = String, Path, description = "The public id of the user"), GamesQuery),
    responses(
        (status = 200, description = "A part of the list", body = GamePage),
        (status = 404, description = "No such account", body = ApiError),
        (status = 422, description = "A filter has an unknown value", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn games(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query<GamesQuery>,
) -> Result<Response, ApiRejection> {
    let user = find_account(&app, client, &headers, &id).await?;
    let invalid = |text: &str| {
        let error = api_errors::unknown_filter(text, language(&headers));
        ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    };
    let filter = GameFilter {
        user_id: user.id,
        viewer_id: reader_id(&app, &headers, client).await?,
        game: query.game,
        mode: query.mode,
        result: query.result.map(|text| parse_result(&text).ok_or_else(|| invalid(&text))).transpose()?,
        opponent: query.opponent,
        before: query.before.map(|text| parse_key(&text).ok_or_else(|| invalid(&text))).transpose()?,
        limit: GAMES_PER_PAGE,
    };
    let rows = app.store.game_page(filter).await?;
    let last = rows.last().filter(|_| rows.len() == GAMES_PER_PAGE as usize);
    let next = last.map(|row| format!("{}-{}", row.created, row.room));
    // A malformed summary must not hide the other games.
    let games = rows.iter().filter_map(|row| serde_json::from_str(&row.summary).ok()).collect();
    Ok(Json(GamePage { games, next }).into_response())
}

/// Handles `GET /api/users/{id}/results`.
#[utoipa::path(
    get, path = "/api/users/{id}/results", tag = "users",
    summary = "Counts the wins, draws and losses of an account by game and modes, and its win streaks, in the games that its list shows you",
    params(("id" = String, Path, description = "The public id of the user")),
    responses(
        (status = 200, description = "The results without games against computers, aborted and voided ones", body = UserResults),
        (status = 404, description = "No such account", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn results(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, ApiRejection> {
    let user = find_account(&app, client, &headers, &id).await?;
    let viewer_id = reader_id(&app, &headers, client).await?;
    let row = app.store.results_of(&user.id, &viewer_id).await?;
    let mode_results = |ModeResultsRow { game, modes, counts }| ModeResults {
        game,
        modes,
        wins: counts.wins,
        draws: counts.draws,
        losses: counts.losses,
    };
    let results = UserResults {
        results: row.results.into_iter().map(mode_results).collect(),
        current_win_streak: row.current_win_streak,
        longest_win_streak: row.longest_win_streak,
    };
    Ok(Json(results).into_response())
}

fn parse_result(text: &str) -> Option<GameResult> {
    Some(match text {
        "win" => GameResult::Win,
        "draw" => GameResult::Draw,
        "loss" => GameResult::Loss,
        _ => return None,
    })
}

/// Parses the creation time and the code of a room.
fn parse_key(text: &str) -> Option<(u64, String)> {
    let (created, room) = text.split_once('-')?;
    let created = created.parse().ok().filter(|created| *created <= i64::MAX as u64)?;
    Some((created, room.to_owned()))
}

/// Handles `GET /api/rooms/{code}/ratings`.
#[utoipa::path(
    get, path = "/api/rooms/{code}/ratings", tag = "rooms",
    summary = "Returns what a rated game has changed, a moment after its end",
    params(Code),
    responses(
        (status = 200, description = "The changes", body = RoomRatings),
        (status = 404, description = "No such room, or its game is not over or not rated", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn room_ratings(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let user_id = reader_id(&app, &headers, client).await?;
    let found = app.rooms.find_room(&code, client.rate_limit_key(), &user_id).await;
    found.map_err(|error| lookup_rejection(error, &headers))?;
    let missing = || ApiRejection::new(StatusCode::NOT_FOUND, api_errors::not_rated(language(&headers)));
    let game = app.store.rated_game(&code).await?.ok_or_else(missing)?;
    let changes = game.changes.map(|changes| changes.map(|change| rating_change(&change)));
    Ok(Json(RoomRatings { category: game.category.to_string(), changes }).into_response())
}

fn rating_change(change: &RatingChangeRow) -> RatingChange {
    RatingChange {
        before: change.before.round() as i32,
        after: PlayerRating {
            points: change.after.round() as i32,
            provisional: change.deviation > Rating::PROVISIONAL_DEVIATION,
        },
    }
}

/// Returns the account with this id. Guests and deleted accounts have no profile.
async fn find_account(
    app: &AppState,
    client: ClientAddr,
    headers: &HeaderMap,
    id: &str,
) -> Result<UserRow, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, headers)?;
    let missing = || ApiRejection::new(StatusCode::NOT_FOUND, api_errors::no_user(language(headers)));
    if id.contains('\0') {
        return Err(missing());
    }
    let user = app.store.user(id).await?;
    user.filter(|user| user.account.is_some()).ok_or_else(missing)
}
