//! The opening explorer in either database.

use super::explorer::{self, ExplorerWrite};
use super::sql_store::SqlStore;
use super::write::Write;
use crate::storage::explorer_rows::{ExplorerGame, ExplorerMoveRow, ImportedExplorerGame, PositionKey};
use crate::storage::explorer_store::ExplorerStore;
use crate::storage::rating_rows::GameRow;
use crate::storage::store::StoreFuture;

impl ExplorerStore for SqlStore {
    fn unexplored_rooms(&self, after: &str, limit: u32) -> StoreFuture<'_, Vec<String>> {
        let after = after.to_owned();
        Box::pin(async move { Ok(explorer::unexplored_rooms(&self.readers, &after, limit).await?) })
    }

    fn voided_explorer_rooms(&self, limit: u32) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move { Ok(explorer::voided_rooms(&self.readers, limit).await?) })
    }

    fn count_explorer_game(
        &self,
        room: &str,
        game: Option<ExplorerGame>,
        is_listed: bool,
    ) -> StoreFuture<'_, bool> {
        let write = ExplorerWrite::Count { room: room.to_owned(), game, is_listed };
        Box::pin(async { self.write(Write::Explorer(write)).await })
    }

    fn remove_explorer_game(&self, room: &str, game: Option<ExplorerGame>) -> StoreFuture<'_, bool> {
        let write = ExplorerWrite::Remove { room: room.to_owned(), game };
        Box::pin(async { self.write(Write::Explorer(write)).await })
    }

    fn explorer_moves(&self, position: PositionKey) -> StoreFuture<'_, Vec<ExplorerMoveRow>> {
        Box::pin(async move { Ok(explorer::moves(&self.readers, position).await?) })
    }

    fn game_rows(&self, rooms: Vec<String>) -> StoreFuture<'_, Vec<GameRow>> {
        Box::pin(async move { Ok(explorer::game_rows(&self.readers, &rooms).await?) })
    }

    fn imported_digests(&self, digests: Vec<String>) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move { Ok(explorer::imported_digests(&self.readers, &digests).await?) })
    }

    fn import_explorer_games(&self, games: Vec<ImportedExplorerGame>) -> StoreFuture<'_, ()> {
        Box::pin(async { self.write(Write::Explorer(ExplorerWrite::Import(games))).await.map(drop) })
    }

    fn reset_explorer(&self) -> StoreFuture<'_, ()> {
        Box::pin(async { self.write(Write::Explorer(ExplorerWrite::Reset)).await.map(drop) })
    }
}
