//! Ratings and profiles in either database.

use yipan_ratings::Category;
use yipan_room::RatedGame;

use super::sql_store::SqlStore;
use super::write::Write;
use super::{game_page, game_results, ratings};
use crate::storage::rating_rows::{
    GameFilter, GameRow, RatedGameRow, RatingHistoryRow, RatingRow, ResultCounts, UserResultsRow,
};
use crate::storage::rating_store::RatingStore;
use crate::storage::rows::UserRow;
use crate::storage::store::StoreFuture;

impl RatingStore for SqlStore {
    fn rate_games(&self, limit: u32) -> StoreFuture<'_, bool> {
        Box::pin(async move { self.write(Write::RateGames { limit }).await })
    }

    fn rating_of(&self, user_id: &str, category: Category) -> StoreFuture<'_, Option<RatingRow>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(ratings::rating_of(&self.readers, &user_id, category).await?) })
    }

    fn ratings_of(&self, user_id: &str) -> StoreFuture<'_, Vec<(RatingRow, ResultCounts)>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(ratings::ratings_of(&self.readers, &user_id).await?) })
    }

    fn rating_history(
        &self,
        user_id: &str,
        category: Category,
        before: u64,
        limit: u32,
    ) -> StoreFuture<'_, Vec<RatingHistoryRow>> {
        let user_id = user_id.to_owned();
        Box::pin(async move {
            Ok(ratings::rating_history(&self.readers, &user_id, category, before, limit).await?)
        })
    }

    fn rated_game(&self, room: &str) -> StoreFuture<'_, Option<RatedGameRow>> {
        let room = room.to_owned();
        Box::pin(async move { Ok(ratings::rated_game(&self.readers, &room).await?) })
    }

    fn finished_rooms(&self, after: &str, limit: u32) -> StoreFuture<'_, Vec<String>> {
        let after = after.to_owned();
        Box::pin(async move { Ok(game_page::finished_rooms(&self.readers, &after, limit).await?) })
    }

    fn replace_rated_games(&self, games: Vec<(String, RatedGame)>) -> StoreFuture<'_, ()> {
        Box::pin(async { self.write(Write::ReplaceRatedGames(games)).await.map(drop) })
    }

    fn game_page(&self, filter: GameFilter) -> StoreFuture<'_, Vec<GameRow>> {
        Box::pin(async move { Ok(game_page::game_page(&self.readers, &filter).await?) })
    }

    fn results_of(&self, user_id: &str, viewer_id: &str) -> StoreFuture<'_, UserResultsRow> {
        let (user_id, viewer_id) = (user_id.to_owned(), viewer_id.to_owned());
        Box::pin(async move { Ok(game_results::results_of(&self.readers, &user_id, &viewer_id).await?) })
    }

    fn find_accounts(&self, prefix: &str, limit: u32) -> StoreFuture<'_, Vec<UserRow>> {
        let prefix = prefix.to_owned();
        Box::pin(async move { Ok(game_page::find_accounts(&self.readers, &prefix, limit).await?) })
    }
}
