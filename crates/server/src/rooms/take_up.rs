//! Rooms that come to this node and leave it.

use std::time::Duration;

use tokio::sync::mpsc;

use super::registry::Rooms;
use super::room_message::RoomMessage;
use crate::cluster::slot::Slot;
use crate::cluster::slot_rooms::{SlotFuture, SlotRooms};
use crate::storage::ownership_store::ClaimedSlot;
use crate::storage::store::StoreError;

/// The longest wait for the tasks of rooms that leave this node.
const END_TIMEOUT: Duration = Duration::from_secs(1);

impl SlotRooms for Rooms {
    fn take_up<'a>(&'a self, claimed: &'a [ClaimedSlot]) -> SlotFuture<'a, Result<(), StoreError>> {
        for claimed in claimed {
            if let Some(released_for) = claimed.released_for {
                self.services.slot_arrivals.record_handover(claimed.slot, claimed.epoch, released_for);
            }
        }
        Box::pin(async move {
            // The rooms of these slots had no owner for some seconds.
            self.services.store.record_alive(self.services.clock.millis().0, 0).await?;
            let slots: Vec<Slot> = claimed.iter().map(|claimed| claimed.slot).collect();
            self.resume_rooms(&slots).await
        })
    }

    /// Room tasks finish the command in hand.
    fn wait_for_end<'a>(&'a self, slots: &'a [Slot]) -> SlotFuture<'a, bool> {
        Box::pin(async {
            let ended = async {
                for sender in self.services.senders.in_slots(slots) {
                    sender.closed().await;
                }
            };
            // The store rejects a task that takes longer.
            let have_ended = tokio::time::timeout(END_TIMEOUT, ended).await.is_ok();
            let was_suspended = self.services.slot_departures.take_suspended(slots);
            have_ended && !was_suspended
        })
    }
}

impl Rooms {
    /// Returns the sender of a room that is here, loading it if necessary. A game that was being played is paused, because
    /// it was not in memory; one that was handed over quickly is not.
    pub(super) async fn load_here(
        &self,
        code: &str,
    ) -> Result<Option<mpsc::Sender<RoomMessage>>, StoreError> {
        let slot = Slot::of(code);
        let epoch = self.services.epoch_here(slot)?;
        if let Some(sender) = self.services.senders.get_in_epoch(code, epoch) {
            return Ok(Some(sender));
        }
        let _loading = self.services.slot_arrivals.lock_room(code).await;
        if let Some(sender) = self.services.senders.get_in_epoch(code, epoch) {
            return Ok(Some(sender));
        }
        match self.services.load_room(code).await? {
            Some(room) => self.resume_room(room, epoch).await,
            None => Ok(None),
        }
    }
}
