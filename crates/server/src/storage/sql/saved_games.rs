//! Statements about the games on the devices of an account.

use yipan_wire::{MAX_SAVED_GAMES, SavedGameEntry};

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;

/// Stores a game unless a later state of it is stored, and removes the oldest games beyond the limit.
pub(super) async fn put(
    connection: &mut SqlConnection<'_>,
    user_id: &str,
    entry: &SavedGameEntry,
) -> Result<bool, sqlx::Error> {
    let stored = connection
        .execute(
            Query::new(
                "INSERT INTO saved_games (user_id, id, played_at, game) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id, id) DO UPDATE SET played_at = excluded.played_at, game = excluded.game
         WHERE excluded.played_at >= saved_games.played_at",
            )
            .bind(user_id)
            .bind(&entry.id)
            .bind(entry.played_at)
            .bind(&entry.game),
        )
        .await?;
    connection
        .execute(
            Query::new(
                "DELETE FROM saved_games WHERE user_id = $1 AND id NOT IN
         (SELECT id FROM saved_games WHERE user_id = $1 ORDER BY played_at DESC, id LIMIT $2)",
            )
            .bind(user_id)
            .bind(MAX_SAVED_GAMES as u64),
        )
        .await?;
    Ok(stored > 0)
}

/// Returns the games of an account, the latest first.
pub(super) async fn of_user(readers: &SqlPool, user_id: &str) -> Result<Vec<SavedGameEntry>, sqlx::Error> {
    let rows = readers
        .fetch_all(
            Query::new(
                "SELECT id, played_at, game FROM saved_games WHERE user_id = $1 ORDER BY played_at DESC, id",
            )
            .bind(user_id),
        )
        .await?;
    rows.iter().map(|row| entry(row, 0)).collect()
}

/// Reads an entry whose columns begin at this index.
pub(super) fn entry(row: &SqlRow, first: usize) -> Result<SavedGameEntry, sqlx::Error> {
    Ok(SavedGameEntry { id: row.get(first)?, played_at: row.unsigned(first + 1)?, game: row.get(first + 2)? })
}
