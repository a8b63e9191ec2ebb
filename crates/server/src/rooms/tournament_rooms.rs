//! The rooms of tournaments, whose codes are decided before they are opened.

use std::iter;

use yipan_room::LogEntry;

use super::create_room_error::CreateRoomError;
use super::registry::Rooms;
use crate::storage::store::StoreError;

impl Rooms {
    /// Returns codes in slots of this node that no room has.
    ///
    /// # Errors
    /// Returns [`StoreError`] if there are too few, or the store cannot be read.
    pub(crate) async fn free_codes(&self, count: usize) -> Result<Vec<String>, StoreError> {
        let mut codes: Vec<String> = Vec::with_capacity(count);
        let mut candidates = iter::repeat_with(|| self.random_codes()).take(2 * count).flatten();
        while codes.len() < count {
            let missing = || StoreError::Unavailable("this node has no slots for the rooms".to_owned());
            let code = candidates.next().ok_or_else(missing)?;
            if !codes.contains(&code) && self.services.store.log(&code, 0).await?.is_empty() {
                codes.push(code);
            }
        }
        Ok(codes)
    }

    /// Opens a room with this code, which is in a slot of this node, unless it exists.
    pub(crate) async fn open_room_once(
        &self,
        code: &str,
        first_entry: impl Fn() -> Result<LogEntry, CreateRoomError>,
    ) -> Result<(), CreateRoomError> {
        if !self.services.store.log(code, 0).await?.is_empty() {
            return Ok(());
        }
        let entry = first_entry()?;
        self.create_room_with(iter::once(code.to_owned()), |_| Ok(vec![entry.clone()])).await.map(drop)
    }
}
