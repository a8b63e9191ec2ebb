use super::explorer_rows::{ExplorerGame, ExplorerMoveRow, ImportedExplorerGame, PositionKey};
use super::rating_rows::GameRow;
use super::store_error::StoreFuture;

/// The part of the store that is about the opening explorer.
pub trait ExplorerStore {
    /// Returns the codes of rooms whose game is over and was not yet looked at, in order, starting after the code `after`.
    fn unexplored_rooms(&self, after: &str, limit: u32) -> StoreFuture<'_, Vec<String>>;

    /// Returns the codes of rooms whose game is counted and was voided since.
    fn voided_explorer_rooms(&self, limit: u32) -> StoreFuture<'_, Vec<String>>;

    /// Counts the game of a room exactly once, unless it was voided. A game that does not count is `None`. With `is_listed`
    /// the room is among the latest of its moves.
    ///
    /// Returns whether the game was counted by this call.
    fn count_explorer_game(
        &self,
        room: &str,
        game: Option<ExplorerGame>,
        is_listed: bool,
    ) -> StoreFuture<'_, bool>;

    /// Takes the game of a room out, if it is counted. If its log can no longer be read, it is `None` and stays in the
    /// results.
    fn remove_explorer_game(&self, room: &str, game: Option<ExplorerGame>) -> StoreFuture<'_, bool>;

    /// Returns the moves that were played in a position.
    fn explorer_moves(&self, position: PositionKey) -> StoreFuture<'_, Vec<ExplorerMoveRow>>;

    /// Returns the summaries of rooms, in no order.
    fn game_rows(&self, rooms: Vec<String>) -> StoreFuture<'_, Vec<GameRow>>;

    /// Returns those of these digests whose games were imported.
    fn imported_digests(&self, digests: Vec<String>) -> StoreFuture<'_, Vec<String>>;

    /// Counts games of another source, those that were not imported before, in one transaction.
    fn import_explorer_games(&self, games: Vec<ImportedExplorerGame>) -> StoreFuture<'_, ()>;

    /// Forgets the games of all rooms, to be counted again. Imported games stay.
    fn reset_explorer(&self) -> StoreFuture<'_, ()>;
}
