use yipan_clock::Millis;

use super::correspondence_rows::CorrespondenceGameRow;
use super::store_error::StoreFuture;

/// The part of the store that is about correspondence games. [`append`](super::store::Store::append) adds and removes
/// them.
pub trait CorrespondenceStore {
    /// Records that a server is running now. If none was for longer than `max_gap` milliseconds, that was an outage.
    fn record_alive(&self, now: u64, max_gap: u64) -> StoreFuture<'_, ()>;

    /// Returns the beginning and the end of each outage that ended after this time, in order. Those that are part of the
    /// log of every correspondence game are forgotten.
    fn outages_after(&self, after: u64) -> StoreFuture<'_, Vec<(Millis, Millis)>>;

    /// Returns the rooms of games whose deadline has passed by this time, unless an outage has extended it.
    fn due_correspondence_games(&self, now: u64, limit: u32) -> StoreFuture<'_, Vec<String>>;

    /// Returns whether the store knows the game of a room as a running correspondence game.
    fn is_running_correspondence(&self, room: &str) -> StoreFuture<'_, bool>;

    /// Returns the running games of a user, first those where it is their turn, each group by the deadline.
    fn correspondence_games_of(
        &self,
        user_id: &str,
        limit: u32,
    ) -> StoreFuture<'_, Vec<CorrespondenceGameRow>>;

    /// Returns the time until which a user has read that it is their turn, in the server's milliseconds.
    fn turns_read_until(&self, user_id: &str) -> StoreFuture<'_, u64>;

    /// Stores the time until which a user has read that it is their turn, unless a later one is stored.
    fn mark_turns_read(&self, user_id: &str, until: u64) -> StoreFuture<'_, ()>;

    /// Returns the number of rooms in which a user waits for the start of a game.
    fn waiting_rooms_of(&self, user_id: &str) -> StoreFuture<'_, u64>;
}
