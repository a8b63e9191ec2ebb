use std::collections::HashMap;

use yipan_wire::FoundUser;

use super::store_error::StoreFuture;
use super::tournament_rows::{TournamentAppend, TournamentFilter, TournamentRow};

/// The part of the store that is about tournaments.
pub trait TournamentStore {
    /// Adds a tournament with an empty log. Returns false if the code is taken.
    fn add_tournament(&self, tournament: TournamentRow) -> StoreFuture<'_, bool>;

    /// Returns the tournament with this code.
    fn tournament(&self, code: &str) -> StoreFuture<'_, Option<TournamentRow>>;

    /// Changes the description, the password and the start of a tournament. Returns false, and changes nothing, unless it
    /// waits for its start and has this number of players.
    fn change_tournament(&self, tournament: TournamentRow) -> StoreFuture<'_, bool>;

    /// Appends entries to the log of a tournament, all of them or none.
    ///
    /// Returns false if the log has an entry with the first number, or lacks the one before: another server was faster.
    fn append_tournament(&self, append: TournamentAppend) -> StoreFuture<'_, bool>;

    /// Returns the log of a tournament from a sequence number on, as JSON lines.
    fn tournament_log(&self, code: &str, from: u64) -> StoreFuture<'_, Vec<String>>;

    /// Returns a page of tournaments. Those that wait begin with the next one, the others with the latest.
    fn tournament_page(&self, filter: TournamentFilter) -> StoreFuture<'_, Vec<TournamentRow>>;

    /// Returns the codes of tournaments that are played, or wait and could start at this time.
    fn due_tournaments(&self, now: u64) -> StoreFuture<'_, Vec<String>>;

    /// Returns the tournaments that an account has created, the latest first.
    fn tournaments_by(&self, creator: &str) -> StoreFuture<'_, Vec<TournamentRow>>;

    /// Returns the tournaments that a user has joined, also those from which they have withdrawn, the latest first. It reads
    /// the logs of all tournaments.
    fn tournaments_entered_by(&self, user_id: &str) -> StoreFuture<'_, Vec<TournamentRow>>;

    /// Returns the number of tournaments of a creator that are not over.
    fn count_active_tournaments(&self, creator: &str) -> StoreFuture<'_, u64>;

    /// Returns those of these rooms whose game is over.
    fn over_rooms(&self, codes: Vec<String>) -> StoreFuture<'_, Vec<String>>;

    /// Returns the ids and the names of those of these users who exist.
    fn found_users(&self, ids: Vec<String>) -> StoreFuture<'_, HashMap<String, FoundUser>>;
}
