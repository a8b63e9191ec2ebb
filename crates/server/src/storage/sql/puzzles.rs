//! Statements about puzzles.

use yipan_ratings::{Rating, estimated_rating, new_solver_rating, rate_puzzle};

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use crate::storage::puzzle_rows::{NewPuzzleAttempt, PuzzleAttemptRow, PuzzleRatingKind, PuzzleRatingRow};

const DAY_MILLIS: f64 = 86_400_000.0;

/// The ratings as [`rating_row`] reads them, for the export.
pub(super) const EXPORT_RATINGS: &str = "SELECT puzzle_set, kind, id, rating, deviation, volatility,
    attempts, solved, updated FROM puzzle_ratings ORDER BY kind, id, puzzle_set";

/// The attempts as [`attempt_row`] reads them, for the export.
pub(super) const EXPORT_ATTEMPTS: &str = "SELECT user_id, puzzle_set, puzzle, is_solved, attempted,
    rating_before, rating_after FROM puzzle_attempts ORDER BY user_id, puzzle_set, puzzle";

/// Adds an attempt and rates both. Returns false if the user has attempted the puzzle before.
pub(super) async fn add_attempt(
    connection: &mut SqlConnection<'_>,
    attempt: &NewPuzzleAttempt,
) -> Result<bool, sqlx::Error> {
    // The key rejects a second attempt, also one that another server adds at the same time.
    let row = PuzzleAttemptRow {
        user_id: attempt.user_id.clone(),
        puzzle_set: attempt.puzzle_set.clone(),
        puzzle: attempt.puzzle.clone(),
        is_solved: attempt.is_solved,
        attempted: attempt.attempted,
        before: 0.0,
        after: 0.0,
    };
    if insert_attempt(connection, &row).await? == 0 {
        return Ok(false);
    }
    let initial = [
        new_row(attempt, PuzzleRatingKind::Solver, &attempt.user_id, new_solver_rating(attempt.difficulty)),
        new_row(attempt, PuzzleRatingKind::Puzzle, &attempt.puzzle, estimated_rating(attempt.difficulty)),
    ];
    let mut before = Vec::new();
    for row in &initial {
        insert_rating(connection, row).await?;
        before.push(locked_rating(connection, row).await?);
    }
    let [solver, puzzle] = [&before[0], &before[1]].map(PuzzleRatingRow::rating);
    let idle_days = attempt.attempted.saturating_sub(before[0].updated) as f64 / DAY_MILLIS;
    let after = rate_puzzle(solver.after_idle_days(idle_days), puzzle, attempt.is_solved);
    for (row, rating) in initial.iter().zip(after) {
        let query = Query::new(
            "UPDATE puzzle_ratings SET rating = $4, deviation = $5, volatility = $6,
                 attempts = attempts + 1, solved = solved + $7, updated = $8
             WHERE kind = $1 AND id = $2 AND puzzle_set = $3",
        );
        let query = query.bind(row.kind.as_str()).bind(&row.id).bind(&row.puzzle_set).bind(rating.value);
        let query = query.bind(rating.deviation).bind(rating.volatility).bind(u64::from(attempt.is_solved));
        connection.execute(query.bind(attempt.attempted)).await?;
    }
    let query = Query::new(
        "UPDATE puzzle_attempts SET rating_before = $4, rating_after = $5
         WHERE user_id = $1 AND puzzle_set = $2 AND puzzle = $3",
    );
    let query = query.bind(&attempt.user_id).bind(&attempt.puzzle_set).bind(&attempt.puzzle);
    connection.execute(query.bind(solver.value).bind(after[0].value)).await?;
    Ok(true)
}

fn new_row(attempt: &NewPuzzleAttempt, kind: PuzzleRatingKind, id: &str, rating: Rating) -> PuzzleRatingRow {
    PuzzleRatingRow {
        puzzle_set: attempt.puzzle_set.clone(),
        kind,
        id: id.to_owned(),
        value: rating.value,
        deviation: rating.deviation,
        volatility: rating.volatility,
        attempts: 0,
        solved: 0,
        updated: attempt.attempted,
    }
}

/// Returns a rating that no other transaction changes before this one ends.
async fn locked_rating(
    connection: &mut SqlConnection<'_>,
    row: &PuzzleRatingRow,
) -> Result<PuzzleRatingRow, sqlx::Error> {
    // SQLite has one writer.
    let query = Query::with_dialects(
        "SELECT puzzle_set, kind, id, rating, deviation, volatility, attempts, solved, updated
         FROM puzzle_ratings WHERE kind = $1 AND id = $2 AND puzzle_set = $3",
        "SELECT puzzle_set, kind, id, rating, deviation, volatility, attempts, solved, updated
         FROM puzzle_ratings WHERE kind = $1 AND id = $2 AND puzzle_set = $3 FOR UPDATE",
    );
    let query = query.bind(row.kind.as_str()).bind(&row.id).bind(&row.puzzle_set);
    rating_row(&connection.fetch_optional(query).await?.ok_or(sqlx::Error::RowNotFound)?)
}

/// Inserts an attempt unless there is one. Returns the number of rows.
pub(super) async fn insert_attempt(
    connection: &mut SqlConnection<'_>,
    row: &PuzzleAttemptRow,
) -> Result<u64, sqlx::Error> {
    let query = Query::new(
        "INSERT INTO puzzle_attempts
             (user_id, puzzle_set, puzzle, is_solved, attempted, rating_before, rating_after)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
    );
    let query = query.bind(&row.user_id).bind(&row.puzzle_set).bind(&row.puzzle).bind(row.is_solved);
    connection.execute(query.bind(row.attempted).bind(row.before).bind(row.after)).await
}

/// Inserts a rating unless there is one.
pub(super) async fn insert_rating(
    connection: &mut SqlConnection<'_>,
    row: &PuzzleRatingRow,
) -> Result<(), sqlx::Error> {
    let query = Query::new(
        "INSERT INTO puzzle_ratings
             (puzzle_set, kind, id, rating, deviation, volatility, attempts, solved, updated)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
    );
    let query = query.bind(&row.puzzle_set).bind(row.kind.as_str()).bind(&row.id).bind(row.value);
    let query = query.bind(row.deviation).bind(row.volatility).bind(row.attempts).bind(row.solved);
    connection.execute(query.bind(row.updated)).await.map(drop)
}

/// Removes the attempts and the ratings of an account.
pub(super) async fn remove_solver(
    connection: &mut SqlConnection<'_>,
    user_id: &str,
) -> Result<(), sqlx::Error> {
    connection.execute(Query::new("DELETE FROM puzzle_attempts WHERE user_id = $1").bind(user_id)).await?;
    let query = Query::new("DELETE FROM puzzle_ratings WHERE kind = $1 AND id = $2");
    connection.execute(query.bind(PuzzleRatingKind::Solver.as_str()).bind(user_id)).await.map(drop)
}

pub(super) async fn attempt(
    readers: &SqlPool,
    user_id: &str,
    puzzle_set: &str,
    puzzle: &str,
) -> Result<Option<PuzzleAttemptRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT user_id, puzzle_set, puzzle, is_solved, attempted, rating_before, rating_after
         FROM puzzle_attempts WHERE user_id = $1 AND puzzle_set = $2 AND puzzle = $3",
    );
    let row = readers.fetch_optional(query.bind(user_id).bind(puzzle_set).bind(puzzle)).await?;
    row.as_ref().map(attempt_row).transpose()
}

pub(super) async fn rating(
    readers: &SqlPool,
    puzzle_set: &str,
    kind: PuzzleRatingKind,
    id: &str,
) -> Result<Option<PuzzleRatingRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT puzzle_set, kind, id, rating, deviation, volatility, attempts, solved, updated
         FROM puzzle_ratings WHERE kind = $1 AND id = $2 AND puzzle_set = $3",
    );
    let row = readers.fetch_optional(query.bind(kind.as_str()).bind(id).bind(puzzle_set)).await?;
    row.as_ref().map(rating_row).transpose()
}

pub(super) async fn ratings_of(
    readers: &SqlPool,
    user_id: &str,
) -> Result<Vec<PuzzleRatingRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT puzzle_set, kind, id, rating, deviation, volatility, attempts, solved, updated
         FROM puzzle_ratings WHERE kind = $1 AND id = $2 ORDER BY attempts DESC, puzzle_set",
    );
    let rows = readers.fetch_all(query.bind(PuzzleRatingKind::Solver.as_str()).bind(user_id)).await?;
    rows.iter().map(rating_row).collect()
}

pub(super) async fn attempts_of(
    readers: &SqlPool,
    user_id: &str,
) -> Result<Vec<PuzzleAttemptRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT user_id, puzzle_set, puzzle, is_solved, attempted, rating_before, rating_after
         FROM puzzle_attempts WHERE user_id = $1 ORDER BY attempted DESC, puzzle_set, puzzle",
    );
    readers.fetch_all(query.bind(user_id)).await?.iter().map(attempt_row).collect()
}

/// Reads the columns of [`EXPORT_ATTEMPTS`].
pub(super) fn attempt_row(row: &SqlRow) -> Result<PuzzleAttemptRow, sqlx::Error> {
    Ok(PuzzleAttemptRow {
        user_id: row.get(0)?,
        puzzle_set: row.get(1)?,
        puzzle: row.get(2)?,
        is_solved: row.get(3)?,
        attempted: row.unsigned(4)?,
        before: row.get(5)?,
        after: row.get(6)?,
    })
}

/// Reads the columns of [`EXPORT_RATINGS`].
pub(super) fn rating_row(row: &SqlRow) -> Result<PuzzleRatingRow, sqlx::Error> {
    let key: String = row.get(1)?;
    let kind = PuzzleRatingKind::ALL.into_iter().find(|kind| kind.as_str() == key);
    Ok(PuzzleRatingRow {
        puzzle_set: row.get(0)?,
        kind: kind.ok_or_else(|| sqlx::Error::Decode(format!("unknown kind of rating `{key}`").into()))?,
        id: row.get(2)?,
        value: row.get(3)?,
        deviation: row.get(4)?,
        volatility: row.get(5)?,
        attempts: row.unsigned(6)?,
        solved: row.unsigned(7)?,
        updated: row.unsigned(8)?,
    })
}
