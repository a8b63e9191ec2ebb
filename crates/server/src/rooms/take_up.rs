//! Rooms that come to this node and leave it.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::registry::Rooms;
use super::room_message::RoomMessage;
use crate::cluster::slot::Slot;
use crate::cluster::slot_rooms::{SlotFuture, SlotRooms};
use crate::storage::postgres::ownership::ClaimedSlot;
use crate::storage::store::StoreError;

/// The longest time without an owner that is charged to the player to move.
const MAX_CHARGED_HANDOVER: Duration = Duration::from_millis(250);

/// The longest wait for the tasks of rooms that leave this node.
const END_TIMEOUT: Duration = Duration::from_secs(1);

/// The rooms that can be loaded at the same time. Any two with the same hash wait for each other.
const LOAD_LOCKS: usize = 1024;

/// The state of slots whose rooms are being loaded.
#[derive(Debug)]
pub(crate) struct TakeUps {
    /// The epochs of slots that another node has handed over, and the time when it did.
    handovers: Mutex<HashMap<Slot, (u64, Instant)>>,
    /// Held while a room is loaded, so that it is resumed once.
    load_locks: Vec<tokio::sync::Mutex<()>>,
    hasher: RandomState,
}

impl Default for TakeUps {
    fn default() -> TakeUps {
        TakeUps {
            handovers: Mutex::default(),
            load_locks: (0..LOAD_LOCKS).map(|_| tokio::sync::Mutex::default()).collect(),
            hasher: RandomState::new(),
        }
    }
}

impl TakeUps {
    /// Records that a slot was handed over, and how long ago.
    pub(crate) fn record_handover(&self, slot: Slot, epoch: u64, released_for: Duration) {
        let now = Instant::now();
        let released = now.checked_sub(released_for).unwrap_or(now);
        self.handovers.lock().unwrap_or_else(PoisonError::into_inner).insert(slot, (epoch, released));
    }

    /// Whether a slot was handed over so quickly that its games go on without a pause.
    pub(crate) fn was_quick(&self, slot: Slot, epoch: u64) -> bool {
        let handovers = self.handovers.lock().unwrap_or_else(PoisonError::into_inner);
        handovers
            .get(&slot)
            .is_some_and(|(known, released)| *known == epoch && released.elapsed() <= MAX_CHARGED_HANDOVER)
    }

    /// Whether a slot came from a node that lives, so that the players of its games are about to join here.
    pub(crate) fn was_handed_over(&self, slot: Slot, epoch: u64) -> bool {
        let handovers = self.handovers.lock().unwrap_or_else(PoisonError::into_inner);
        handovers.get(&slot).is_some_and(|(known, _)| *known == epoch)
    }

    /// Waits until no other caller loads the room.
    pub(crate) async fn lock_room(&self, code: &str) -> tokio::sync::MutexGuard<'_, ()> {
        let index = self.hasher.hash_one(code) as usize % LOAD_LOCKS;
        self.load_locks[index].lock().await
    }
}

impl SlotRooms for Rooms {
    fn take_up<'a>(&'a self, claimed: &'a [ClaimedSlot]) -> SlotFuture<'a, Result<(), StoreError>> {
        for claimed in claimed {
            if let Some(released_for) = claimed.released_for {
                self.services.take_ups.record_handover(claimed.slot, claimed.epoch, released_for);
            }
        }
        Box::pin(async move {
            let slots: Vec<Slot> = claimed.iter().map(|claimed| claimed.slot).collect();
            self.resume_rooms(&slots).await
        })
    }

    /// Room tasks finish the command in hand.
    fn wait_for_end<'a>(&'a self, slots: &'a [Slot]) -> SlotFuture<'a, ()> {
        Box::pin(async {
            let ended = async {
                for sender in self.services.senders.in_slots(slots) {
                    sender.closed().await;
                }
            };
            // The store rejects a task that takes longer.
            let _ = tokio::time::timeout(END_TIMEOUT, ended).await;
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
        let _loading = self.services.take_ups.lock_room(code).await;
        if let Some(sender) = self.services.senders.get_in_epoch(code, epoch) {
            return Ok(Some(sender));
        }
        match self.services.load_room(code).await? {
            Some(room) => self.resume_room(room, epoch).await,
            None => Ok(None),
        }
    }
}
