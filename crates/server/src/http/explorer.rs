//! The handler of the opening explorer.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use axum::extract::{ConnectInfo, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;
use yipan_core::Localize;
use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_liuzichong::Position;
use yipan_liuzichong::tablebase::{ProbeResult, Tablebase, Wdl};
use yipan_room::RoomConfigError;
use yipan_wire::{ApiError, ExactValue, ExplorerGame, ExplorerMove, ExplorerPosition, GameSummary};

use super::accept_language::language;
use super::openapi_responses::CommonErrors;
use super::pictures::etag;
use super::rejection::{ApiRejection, check_rate_limit};
use super::requester::{ClientInfo, SharedState};
use crate::api_errors;
use crate::app_state::AppState;
use crate::explorer::position_key::position_key;
use crate::net::rate_limiters::LimitedRequest;
use crate::storage::explorer_rows::ExplorerMoveRow;
use crate::storage::store::StoreError;

/// The most games of a position that are listed.
const MAX_RECENT_GAMES: usize = 8;

/// The longest text of a position. The longest FEN has less than a hundred characters.
const MAX_POSITION_BYTES: usize = 256;

/// A position to look up.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExplorerQuery {
    /// The game: `chess`, `xiangqi` or `liuzichong`.
    game: String,
    /// The position as FEN; without it, the standard one. Move counters do not matter.
    #[serde(default)]
    position: Option<String>,
}

/// Handles `GET /api/explorer`.
#[utoipa::path(
    get, path = "/api/explorer", tag = "games",
    summary = "Returns the moves that were played in a position, with their results and the latest games",
    params(ExplorerQuery),
    responses(
        (status = 200, description = "The moves", body = ExplorerPosition),
        (status = 304, description = "Nothing has changed"),
        (status = 422, description = "The game is unknown, or the position is invalid", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn explorer(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Query(query): Query<ExplorerQuery>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let game = parse_position(query).map_err(|error| {
        let error = api_errors::bad_position(&error.localize(language(&headers)));
        ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    })?;
    let position = look_up(&app, &game).await?;
    let body = serde_json::to_string(&position).map_err(|error| StoreError::Failed(error.to_string()))?;
    let tag = format!("\"{}\"", etag(&body));
    let answer_headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        // The answer is the same for everyone.
        (header::CACHE_CONTROL, "public, max-age=60".to_owned()),
        (header::ETAG, tag.clone()),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, answer_headers).into_response());
    }
    Ok((answer_headers, body).into_response())
}

fn parse_position(query: ExplorerQuery) -> Result<AnyGame, RoomConfigError> {
    let unknown = |_| RoomConfigError::UnknownGame { text: query.game.chars().take(40).collect() };
    let kind: GameKind = query.game.parse().map_err(unknown)?;
    let mut position = query.position;
    if let Some(text) = position.as_mut().filter(|text| text.len() > MAX_POSITION_BYTES) {
        // The parser rejects the rest with a message that repeats it.
        let end = text.floor_char_boundary(MAX_POSITION_BYTES);
        text.truncate(end);
    }
    let options = GameOptions { position, ..GameOptions::default() };
    AnyGame::start(kind, &options).map_err(|error| RoomConfigError::InvalidOptions(Box::new(error)))
}

async fn look_up(app: &AppState, game: &AnyGame) -> Result<ExplorerPosition, StoreError> {
    let mut rows = app.store.explorer_moves(position_key(game)).await?;
    let recent_games = recent_games(app, &rows).await?;
    let values = match game {
        AnyGame::Liuzichong(game) => exact_values(game.position()),
        AnyGame::Chess(_) | AnyGame::Xiangqi(_) => BTreeMap::new(),
    };
    for action in values.keys() {
        if rows.iter().all(|row| row.action != *action) {
            rows.push(ExplorerMoveRow { action: action.clone(), ..ExplorerMoveRow::default() });
        }
    }
    rows.sort_by(|a, b| (Reverse(a.games()), &a.action).cmp(&(Reverse(b.games()), &b.action)));
    let to_move = |row: ExplorerMoveRow| ExplorerMove {
        average_rating: (row.rating_sum + row.rated_games / 2).checked_div(row.rated_games),
        value: values.get(&row.action).copied(),
        action: row.action,
        first_wins: row.first_wins,
        draws: row.draws,
        second_wins: row.second_wins,
    };
    Ok(ExplorerPosition { moves: rows.into_iter().map(to_move).collect(), recent_games })
}

/// Returns every legal move with its exact value.
fn exact_values(position: &Position) -> BTreeMap<String, ExactValue> {
    let mover = position.side_to_move();
    let value = |result: ProbeResult| ExactValue {
        winner: match result.wdl {
            Wdl::Win => Some(mover),
            Wdl::Draw => None,
            Wdl::Loss => Some(mover.other()),
        },
        plies: result.plies,
    };
    let moves = Tablebase::embedded().probe_moves(position);
    moves.into_iter().map(|(mv, result)| (mv.to_string(), value(result))).collect()
}

/// Returns the latest games of all moves of a position.
async fn recent_games(app: &AppState, rows: &[ExplorerMoveRow]) -> Result<Vec<ExplorerGame>, StoreError> {
    let actions: BTreeMap<&str, &str> = rows
        .iter()
        .flat_map(|row| row.recent_rooms.iter().map(|room| (room.as_str(), row.action.as_str())))
        .collect();
    if actions.is_empty() {
        return Ok(Vec::new());
    }
    let rooms = actions.keys().map(|room| (*room).to_owned()).collect();
    let found = app.store.game_rows(rooms).await?;
    let to_game = |summary: GameSummary| {
        let action = (*actions.get(summary.room.as_str())?).to_owned();
        let GameSummary { room, players, winner, started_at, .. } = summary;
        Some(ExplorerGame { room, action, players, winner, started_at })
    };
    // A malformed summary must not hide the other games.
    let summaries = found.iter().filter_map(|row| serde_json::from_str(&row.summary).ok());
    let mut games: Vec<ExplorerGame> = summaries.filter_map(to_game).collect();
    games.sort_by(|a, b| (Reverse(a.started_at), &a.room).cmp(&(Reverse(b.started_at), &b.room)));
    games.truncate(MAX_RECENT_GAMES);
    Ok(games)
}
