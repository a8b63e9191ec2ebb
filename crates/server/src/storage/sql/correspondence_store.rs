//! Correspondence games in either database.

use yipan_clock::Millis;

use super::correspondence::{self, CorrespondenceWrite};
use super::sql_store::SqlStore;
use super::write::Write;
use crate::storage::correspondence_rows::CorrespondenceGameRow;
use crate::storage::correspondence_store::CorrespondenceStore;
use crate::storage::store::StoreFuture;

impl CorrespondenceStore for SqlStore {
    fn record_alive(&self, now: u64, max_gap: u64) -> StoreFuture<'_, ()> {
        let write = CorrespondenceWrite::RecordAlive { now, max_gap };
        Box::pin(async { self.write(Write::Correspondence(write)).await.map(drop) })
    }

    fn outages_after(&self, after: u64) -> StoreFuture<'_, Vec<(Millis, Millis)>> {
        Box::pin(async move { Ok(correspondence::outages_after(&self.readers, after).await?) })
    }

    fn due_correspondence_games(&self, now: u64, limit: u32) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move { Ok(correspondence::due_games(&self.readers, now, limit).await?) })
    }

    fn is_running_correspondence(&self, room: &str) -> StoreFuture<'_, bool> {
        let room = room.to_owned();
        Box::pin(async move { Ok(correspondence::is_running(&self.readers, &room).await?) })
    }

    fn correspondence_games_of(
        &self,
        user_id: &str,
        limit: u32,
    ) -> StoreFuture<'_, Vec<CorrespondenceGameRow>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(correspondence::games_of(&self.readers, &user_id, limit).await?) })
    }

    fn turns_read_until(&self, user_id: &str) -> StoreFuture<'_, u64> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(correspondence::turns_read_until(&self.readers, &user_id).await?) })
    }

    fn mark_turns_read(&self, user_id: &str, until: u64) -> StoreFuture<'_, ()> {
        let write = CorrespondenceWrite::MarkTurnsRead { user_id: user_id.to_owned(), until };
        Box::pin(async { self.write(Write::Correspondence(write)).await.map(drop) })
    }

    fn waiting_rooms_of(&self, user_id: &str) -> StoreFuture<'_, u64> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(correspondence::waiting_rooms_of(&self.readers, &user_id).await?) })
    }
}
