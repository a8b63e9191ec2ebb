use yipan_ratings::Category;
use yipan_room::RatedGame;

use super::rating_rows::{
    GameFilter, GameRow, RatedGameRow, RatingHistoryRow, RatingRow, ResultCounts, UserResultsRow,
};
use super::rows::UserRow;
use super::store_error::StoreFuture;

/// The part of the store that is about ratings and profiles.
pub trait RatingStore {
    /// Rates finished games in the order of their ends, each exactly once, and returns whether there was one.
    ///
    /// Where several servers share a store, one of them rates at a time; for the others there is none.
    fn rate_games(&self, limit: u32) -> StoreFuture<'_, bool>;

    /// Returns the rating of a user in a category; `None` before the first rated game.
    fn rating_of(&self, user_id: &str, category: Category) -> StoreFuture<'_, Option<RatingRow>>;

    /// Returns all ratings of a user with the results they rest on, the category with most games first.
    fn ratings_of(&self, user_id: &str) -> StoreFuture<'_, Vec<(RatingRow, ResultCounts)>>;

    /// Returns the rated games of a user in a category that ended before this time, the latest first.
    fn rating_history(
        &self,
        user_id: &str,
        category: Category,
        before: u64,
        limit: u32,
    ) -> StoreFuture<'_, Vec<RatingHistoryRow>>;

    /// Returns what a rated game has changed; `None` if the game is not rated or not over.
    fn rated_game(&self, room: &str) -> StoreFuture<'_, Option<RatedGameRow>>;

    /// Returns the codes of rooms whose game is over, in order, starting after the code `after`.
    fn finished_rooms(&self, after: &str, limit: u32) -> StoreFuture<'_, Vec<String>>;

    /// Forgets all ratings and replaces the rated games, which are then rated again.
    fn replace_rated_games(&self, games: Vec<(String, RatedGame)>) -> StoreFuture<'_, ()>;

    /// Returns a page of a user's games, the latest first.
    fn game_page(&self, filter: GameFilter) -> StoreFuture<'_, Vec<GameRow>>;

    /// Returns the results of a user in the games that [`RatingStore::game_page`] lists for this viewer.
    ///
    /// Games against computers of the server, aborted games and voided ones do not count.
    fn results_of(&self, user_id: &str, viewer_id: &str) -> StoreFuture<'_, UserResultsRow>;

    /// Returns the accounts whose names begin with this text, regardless of the case of Latin letters, in order.
    fn find_accounts(&self, prefix: &str, limit: u32) -> StoreFuture<'_, Vec<UserRow>>;
}
