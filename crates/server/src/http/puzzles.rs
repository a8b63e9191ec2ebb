//! Handlers for puzzles.

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use yipan_core::Localize;
use yipan_puzzles::PuzzleSet;
use yipan_ratings::estimated_rating;
use yipan_wire::{ApiError, PuzzleAttemptRequest, PuzzleAttemptResult, PuzzleRating, Scope};

use super::accept_language::language;
use super::json_body::JsonBody;
use super::openapi_responses::{BodyErrors, CommonErrors};
use super::rejection::ApiRejection;
use super::requester::{ClientInfo, SharedState, reading_account, run_to_completion};
use crate::api_errors;
use crate::app_state::AppState;
use crate::ratings::player_rating::{after_idle_time, shown};
use crate::storage::puzzle_rows::{NewPuzzleAttempt, PuzzleRatingKind, PuzzleRatingRow};
use crate::storage::store::StoreError;

/// Handles `POST /api/puzzles/{set}/{id}/attempts`.
#[utoipa::path(
    post, path = "/api/puzzles/{set}/{id}/attempts", tag = "puzzles",
    summary = "Compares the moves of an account with the solution of a puzzle, and rates the first attempt",
    params(
        ("set" = String, Path, description = "The set: `chess`, `xiangqi`, `liuzichong` or `dice`"),
        ("id" = String, Path, description = "The identifier of the puzzle")
    ),
    request_body = PuzzleAttemptRequest,
    responses(
        (status = 200, description = "The result", body = PuzzleAttemptResult),
        (status = 403, description = "Guests have no ratings", body = ApiError),
        (status = 404, description = "No such puzzle", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn attempt(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path((set, id)): Path<(String, String)>,
    JsonBody(request): JsonBody<PuzzleAttemptRequest>,
) -> Result<Response, ApiRejection> {
    let requester = reading_account(&app, &headers, client, Scope::Play).await?;
    let found = set.parse::<PuzzleSet>().ok().and_then(|set| Some((set, app.puzzles.find(set, &id)?)));
    let no_puzzle = || ApiRejection::new(StatusCode::NOT_FOUND, api_errors::no_puzzle(language(&headers)));
    let (set, puzzle) = found.ok_or_else(no_puzzle)?;
    let solved = puzzle.is_solved_by(set, &request.moves).map_err(|error| {
        let error = api_errors::illegal_action(&error.localize(language(&headers)));
        ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    })?;
    let attempt = NewPuzzleAttempt {
        user_id: requester.user.id,
        puzzle_set: set.name().to_owned(),
        puzzle: id,
        difficulty: puzzle.difficulty,
        is_solved: solved,
        attempted: app.clock.millis().0,
    };
    let task = {
        let app = app.clone();
        async move { rate(&app, attempt, solved).await }
    };
    Ok(Json(run_to_completion(task).await?).into_response())
}

/// Stores an attempt and returns what it has changed.
async fn rate(
    app: &AppState,
    attempt: NewPuzzleAttempt,
    solved: bool,
) -> Result<PuzzleAttemptResult, StoreError> {
    let counted = app.store.add_puzzle_attempt(attempt.clone()).await?;
    let NewPuzzleAttempt { user_id, puzzle_set: set, puzzle, difficulty, attempted, .. } = attempt;
    let first = app.store.puzzle_attempt(&user_id, &set, &puzzle).await?;
    let solver = app.store.puzzle_rating(&set, PuzzleRatingKind::Solver, &user_id).await?;
    let rated = app.store.puzzle_rating(&set, PuzzleRatingKind::Puzzle, &puzzle).await?;
    let rating = solver.map_or_else(Default::default, |row| today(&row, attempted));
    let puzzle_rating = rated.map_or_else(|| estimated_rating(difficulty), |row| row.rating());
    Ok(PuzzleAttemptResult {
        solved,
        counted,
        rating: shown(&rating),
        change: first.map_or(0, |first| first.after.round() as i32 - first.before.round() as i32),
        puzzle_rating: puzzle_rating.points(),
    })
}

/// Returns the rating of a solver as of now.
fn today(row: &PuzzleRatingRow, now: u64) -> yipan_ratings::Rating {
    after_idle_time(row.rating(), row.updated, now)
}

/// Returns the ratings of a user for puzzles, as a profile shows them.
pub(crate) async fn ratings_of(app: &AppState, user_id: &str) -> Result<Vec<PuzzleRating>, StoreError> {
    let now = app.clock.millis().0;
    let rating = |row: PuzzleRatingRow| PuzzleRating {
        rating: shown(&today(&row, now)),
        set: row.puzzle_set,
        attempts: row.attempts,
        solved: row.solved,
    };
    Ok(app.store.puzzle_ratings_of(user_id).await?.into_iter().map(rating).collect())
}
