//! Statements about ratings.

use yipan_core::Side;
use yipan_ratings::{Category, Rating, Standing, rate_game};
use yipan_room::RatedGame;

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use crate::storage::rating_rows::{
    RatedGameRow, RatingChangeRow, RatingHistoryRow, RatingRow, ResultCounts, winner_key,
};
use crate::storage::rows::ArchiveRow;

/// The advisory lock of the server that rates. It ends with the transaction.
const RATER_LOCK: u64 = u64::from_be_bytes(*b"yipan-rt") >> 1;

/// The games, or ratings, that are reset in one transaction. SQLite writes moves in the same one.
const RESET_BATCH: u32 = 200;

const DAY_MILLIS: u64 = 86_400_000;

/// Adds a game that has ended, to be rated later.
pub(in crate::storage) async fn add_rated_game(
    connection: &mut SqlConnection<'_>,
    room: &str,
    game: &RatedGame,
) -> Result<(), sqlx::Error> {
    let [first, second] = &game.users;
    let category = game.category.to_string();
    let query = Query::new(
        "INSERT INTO rated_games (room, category, first_user, second_user, winner, ended)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
    )
    .bind(room)
    .bind(&category)
    .bind(first)
    .bind(second)
    .bind(winner_key(game.winner))
    .bind(game.ended_at.0);
    connection.execute(query).await.map(drop)
}

/// A game that has ended and is not rated yet. The category remains text, so that one of a newer server is rated too.
struct PendingGame {
    room: String,
    category: String,
    users: [String; 2],
    winner: Option<Side>,
    ended: u64,
}

/// Rates the games that ended first, after those of a voided game's category were reset. Returns whether there was one.
///
/// All of it is one transaction, so that a game is either rated and counted or still waits.
pub(super) async fn rate_games(connection: &mut SqlConnection<'_>, limit: u32) -> Result<bool, sqlx::Error> {
    // SQLite has one writer. With PostgreSQL, two servers could read the same rating.
    let turn =
        Query::with_dialects("SELECT 1 WHERE $1 IS NOT NULL", "SELECT 1 WHERE pg_try_advisory_xact_lock($1)");
    if connection.fetch_optional(turn.bind(RATER_LOCK)).await?.is_none() {
        return Ok(false);
    }
    if reset_stale_category(connection).await? {
        return Ok(true);
    }
    let query = Query::new(
        "SELECT room, category, first_user, second_user, winner, ended FROM rated_games
         WHERE NOT is_rated ORDER BY ended, room LIMIT $1",
    );
    let rows = connection.fetch_all(query.bind(limit)).await?;
    for row in &rows {
        let game = PendingGame {
            room: row.get(0)?,
            category: row.get(1)?,
            users: [row.get(2)?, row.get(3)?],
            winner: winner(row, 4)?,
            ended: row.unsigned(5)?,
        };
        rate(connection, &game).await?;
    }
    Ok(!rows.is_empty())
}

async fn rate(connection: &mut SqlConnection<'_>, game: &PendingGame) -> Result<(), sqlx::Error> {
    let [first, second] = &game.users;
    let before =
        [standing(connection, game, first, second).await?, standing(connection, game, second, first).await?];
    let after = rate_game(before, game.winner);
    for (user, rating) in game.users.iter().zip(&after) {
        let query = Query::new(
            "INSERT INTO ratings (user_id, category, rating, deviation, volatility, games, updated)
             VALUES ($1, $2, $3, $4, $5, 1, $6)
             ON CONFLICT (user_id, category) DO UPDATE SET rating = excluded.rating,
                 deviation = excluded.deviation, volatility = excluded.volatility,
                 games = ratings.games + 1, updated = excluded.updated",
        );
        let query = query.bind(user).bind(&game.category).bind(rating.value);
        connection.execute(query.bind(rating.deviation).bind(rating.volatility).bind(game.ended)).await?;
    }
    let query = Query::new(
        "UPDATE rated_games SET is_rated = TRUE, first_before = $2, first_after = $3, first_deviation = $4,
             second_before = $5, second_after = $6, second_deviation = $7
         WHERE room = $1 AND NOT is_rated",
    );
    let [first, second] = before.map(|standing| standing.rating.value);
    let query = query.bind(&game.room).bind(first).bind(after[0].value).bind(after[0].deviation);
    connection.execute(query.bind(second).bind(after[1].value).bind(after[1].deviation)).await.map(drop)
}

/// Returns a player's rating before a game, and what earlier games of that day (UTC) against the opponent brought.
async fn standing(
    connection: &mut SqlConnection<'_>,
    game: &PendingGame,
    user: &str,
    opponent: &str,
) -> Result<Standing, sqlx::Error> {
    let query = Query::new(
        "SELECT rating, deviation, volatility, updated FROM ratings WHERE user_id = $1 AND category = $2",
    );
    let Some(row) = connection.fetch_optional(query.bind(user).bind(&game.category)).await? else {
        return Ok(Standing { rating: Rating::default(), idle_days: 0.0, gained_today: 0.0 });
    };
    let idle_millis = game.ended.saturating_sub(row.unsigned(3)?);
    let query = Query::new(
        "SELECT COALESCE(SUM(CASE WHEN first_user = $1 THEN first_after - first_before
             ELSE second_after - second_before END), 0.0)
         FROM rated_games WHERE is_rated AND category = $3 AND ended >= $4
             AND ((first_user = $1 AND second_user = $2) OR (first_user = $2 AND second_user = $1))",
    );
    let query =
        query.bind(user).bind(opponent).bind(&game.category).bind(game.ended / DAY_MILLIS * DAY_MILLIS);
    let gained = connection.fetch_optional(query).await?.ok_or(sqlx::Error::RowNotFound)?;
    Ok(Standing {
        rating: rating(&row, 0)?,
        idle_days: idle_millis as f64 / DAY_MILLIS as f64,
        gained_today: gained.get(0)?,
    })
}

/// Replaces all rated games, none of which is rated afterwards.
pub(super) async fn replace_rated_games(
    connection: &mut SqlConnection<'_>,
    games: &[(String, RatedGame)],
) -> Result<(), sqlx::Error> {
    connection.execute(Query::new("DELETE FROM ratings")).await?;
    connection.execute(Query::new("DELETE FROM rated_games")).await?;
    connection.execute(Query::new("DELETE FROM stale_categories")).await?;
    for (room, game) in games {
        add_rated_game(connection, room, game).await?;
    }
    let voided = Query::new("DELETE FROM rated_games WHERE room IN (SELECT room FROM voided_games)");
    connection.execute(voided).await.map(drop)
}

/// Removes a game for ever, and lets the rater rate the others of its category again. Returns false if it is not rated.
///
/// There may be many of them, so the rater resets them in small transactions. If it rates this game meanwhile, that is
/// reset too.
pub(super) async fn void_game(connection: &mut SqlConnection<'_>, room: &str) -> Result<bool, sqlx::Error> {
    let query = Query::new("SELECT category FROM rated_games WHERE room = $1");
    let Some(row) = connection.fetch_optional(query.bind(room)).await? else { return Ok(false) };
    let category: String = row.get(0)?;
    let query = Query::new("INSERT INTO voided_games (room) VALUES ($1) ON CONFLICT DO NOTHING");
    connection.execute(query.bind(room)).await?;
    connection.execute(Query::new("DELETE FROM rated_games WHERE room = $1").bind(room)).await?;
    let query = Query::new("INSERT INTO stale_categories (category) VALUES ($1) ON CONFLICT DO NOTHING");
    connection.execute(query.bind(&category)).await?;
    Ok(true)
}

/// Resets some games or ratings of a category that must be rated again. Returns false if there is no such category.
async fn reset_stale_category(connection: &mut SqlConnection<'_>) -> Result<bool, sqlx::Error> {
    let query = Query::new("SELECT category FROM stale_categories ORDER BY category LIMIT 1");
    let Some(row) = connection.fetch_optional(query).await? else { return Ok(false) };
    let category: String = row.get(0)?;
    let query = Query::new(
        "UPDATE rated_games SET is_rated = FALSE WHERE room IN
             (SELECT room FROM rated_games WHERE category = $1 AND is_rated LIMIT $2)",
    );
    if connection.execute(query.bind(&category).bind(RESET_BATCH)).await? > 0 {
        return Ok(true);
    }
    let query = Query::new(
        "DELETE FROM ratings WHERE category = $1 AND user_id IN
             (SELECT user_id FROM ratings WHERE category = $1 LIMIT $2)",
    );
    if connection.execute(query.bind(&category).bind(RESET_BATCH)).await? > 0 {
        return Ok(true);
    }
    connection
        .execute(Query::new("DELETE FROM stale_categories WHERE category = $1").bind(&category))
        .await?;
    Ok(true)
}

pub(super) async fn rating_of(
    readers: &SqlPool,
    user_id: &str,
    category: Category,
) -> Result<Option<RatingRow>, sqlx::Error> {
    let name = category.to_string();
    let query = Query::new(
        "SELECT rating, deviation, volatility, games, updated FROM ratings
         WHERE user_id = $1 AND category = $2",
    );
    let row = readers.fetch_optional(query.bind(user_id).bind(&name)).await?;
    row.map(|row| rating_row(&row, 0, category)).transpose()
}

pub(super) async fn ratings_of(
    readers: &SqlPool,
    user_id: &str,
) -> Result<Vec<(RatingRow, ResultCounts)>, sqlx::Error> {
    let query = Query::new(
        "SELECT category, rating, deviation, volatility, games, updated FROM ratings
         WHERE user_id = $1 ORDER BY games DESC, category",
    );
    let rows = readers.fetch_all(query.bind(user_id)).await?;
    let query = Query::new(
        "SELECT category, side, winner, COUNT(*) FROM (
             SELECT category, 'first' AS side, winner FROM rated_games WHERE first_user = $1 AND is_rated
             UNION ALL
             SELECT category, 'second', winner FROM rated_games WHERE second_user = $1 AND is_rated
         ) AS games GROUP BY category, side, winner",
    );
    let results = readers.fetch_all(query.bind(user_id)).await?;
    let mut ratings = Vec::new();
    for row in &rows {
        let name: String = row.get(0)?;
        // A newer server may have added categories.
        let Ok(category) = name.parse() else { continue };
        let mut counts = ResultCounts::default();
        for result in &results {
            if result.get::<String>(0)? == name {
                count_result(&mut counts, result)?;
            }
        }
        ratings.push((rating_row(row, 1, category)?, counts));
    }
    Ok(ratings)
}

/// Adds a row of `side, winner, count`, which begin at the second column.
fn count_result(counts: &mut ResultCounts, row: &SqlRow) -> Result<(), sqlx::Error> {
    let (side, winner): (String, Option<String>) = (row.get(1)?, row.get(2)?);
    let number = u32::try_from(row.unsigned(3)?).unwrap_or(u32::MAX);
    let count = match winner {
        None => &mut counts.draws,
        Some(winner) if winner == side => &mut counts.wins,
        Some(_) => &mut counts.losses,
    };
    *count = count.saturating_add(number);
    Ok(())
}

pub(super) async fn rating_history(
    readers: &SqlPool,
    user_id: &str,
    category: Category,
    before: u64,
    limit: u32,
) -> Result<Vec<RatingHistoryRow>, sqlx::Error> {
    let name = category.to_string();
    let query = Query::new(
        "SELECT room, ended, first_before, first_after FROM rated_games
             WHERE first_user = $1 AND category = $2 AND ended < $3 AND is_rated
         UNION ALL
         SELECT room, ended, second_before, second_after FROM rated_games
             WHERE second_user = $1 AND category = $2 AND ended < $3 AND is_rated
         ORDER BY 2 DESC, 1 DESC LIMIT $4",
    );
    let rows = readers.fetch_all(query.bind(user_id).bind(&name).bind(before).bind(limit)).await?;
    let entry = |row: &SqlRow| {
        Ok(RatingHistoryRow {
            room: row.get(0)?,
            ended: row.unsigned(1)?,
            before: row.get(2)?,
            after: row.get(3)?,
        })
    };
    rows.iter().map(entry).collect()
}

pub(super) async fn rated_game(readers: &SqlPool, room: &str) -> Result<Option<RatedGameRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT category, is_rated, first_before, first_after, first_deviation,
             second_before, second_after, second_deviation, first_user, second_user
         FROM rated_games WHERE room = $1",
    );
    let Some(row) = readers.fetch_optional(query.bind(room)).await? else { return Ok(None) };
    let Ok(category) = row.get::<String>(0)?.parse() else { return Ok(None) };
    let change = |first: usize| {
        Ok::<_, sqlx::Error>(RatingChangeRow {
            before: row.get(first)?,
            after: row.get(first + 1)?,
            deviation: row.get(first + 2)?,
        })
    };
    let changes = if row.get(1)? { Some([change(2)?, change(5)?]) } else { None };
    Ok(Some(RatedGameRow { category, users: [row.get(8)?, row.get(9)?], changes }))
}

/// Reads the columns `room, category, first_user, second_user, winner, ended`.
pub(super) fn archive_row(row: &SqlRow) -> Result<ArchiveRow, sqlx::Error> {
    Ok(ArchiveRow::RatedGame {
        room: row.get(0)?,
        category: row.get(1)?,
        users: [row.get(2)?, row.get(3)?],
        winner: winner(row, 4)?,
        ended: row.unsigned(5)?,
    })
}

/// Reads the columns `rating, deviation, volatility, games, updated` from this index on.
fn rating_row(row: &SqlRow, first: usize, category: Category) -> Result<RatingRow, sqlx::Error> {
    let (games, updated) = (row.unsigned(first + 3)?, row.unsigned(first + 4)?);
    Ok(RatingRow { category, rating: rating(row, first)?, games, updated })
}

/// Reads the columns `rating, deviation, volatility` from this index on.
fn rating(row: &SqlRow, first: usize) -> Result<Rating, sqlx::Error> {
    Ok(Rating { value: row.get(first)?, deviation: row.get(first + 1)?, volatility: row.get(first + 2)? })
}

fn winner(row: &SqlRow, column: usize) -> Result<Option<Side>, sqlx::Error> {
    let Some(key) = row.get::<Option<String>>(column)? else { return Ok(None) };
    let side = Side::BOTH.into_iter().find(|side| winner_key(Some(*side)) == Some(&key));
    side.map(Some).ok_or_else(|| sqlx::Error::Decode(format!("unknown winner `{key}`").into()))
}
