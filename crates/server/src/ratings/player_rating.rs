use yipan_ratings::{Category, Rating};
use yipan_wire::{Player, PlayerRating};

use crate::storage::rating_rows::RatingRow;
use crate::storage::store::{Store, StoreError};

const DAY_MILLIS: f64 = 86_400_000.0;

/// Returns a rating as everyone sees it.
pub(crate) fn shown(rating: &Rating) -> PlayerRating {
    PlayerRating { points: rating.points(), provisional: rating.is_provisional() }
}

/// Returns a stored rating as of now: without games it becomes less certain.
pub(crate) fn current(row: &RatingRow, now: u64) -> Rating {
    after_idle_time(row.rating, row.updated, now)
}

/// Returns a rating of an earlier time as of now.
pub(crate) fn after_idle_time(rating: Rating, updated: u64, now: u64) -> Rating {
    rating.after_idle_days(now.saturating_sub(updated) as f64 / DAY_MILLIS)
}

/// Returns a player with the rating that counts in a room of this category, or without one if they are a guest or a bot.
pub(crate) async fn with_rating(
    store: &dyn Store,
    player: Player,
    category: Category,
    now: u64,
) -> Result<Player, StoreError> {
    let user = store.user(&player.id).await?;
    if user.is_none_or(|user| user.account.is_none() || user.is_bot) {
        return Ok(Player { rating: None, ..player });
    }
    let row = store.rating_of(&player.id, category).await?;
    let rating = row.map_or_else(Rating::default, |row| current(&row, now));
    Ok(Player { rating: Some(shown(&rating)), ..player })
}
