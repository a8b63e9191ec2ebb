use std::fmt;
use std::future::Future;
use std::pin::Pin;

use super::slot::Slot;
use crate::storage::ownership_store::ClaimedSlot;
use crate::storage::store::StoreError;

/// The future returned by [`SlotRooms`].
pub(crate) type SlotFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The rooms of slots that come to this node and leave it. The registry implements it; nodes do not depend on it.
pub(crate) trait SlotRooms: fmt::Debug + Send + Sync {
    /// Resumes the unfinished games of slots that are here now.
    fn take_up<'a>(&'a self, claimed: &'a [ClaimedSlot]) -> SlotFuture<'a, Result<(), StoreError>>;

    /// Waits until the tasks of rooms in slots that are here no longer have ended. Returns whether their logs say everything
    /// about their clocks; otherwise the games must be paused by the next owner.
    fn wait_for_end<'a>(&'a self, slots: &'a [Slot]) -> SlotFuture<'a, bool>;
}
