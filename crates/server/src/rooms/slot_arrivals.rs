use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::cluster::slot::Slot;

/// The longest time without an owner that is charged to the player to move.
const MAX_CHARGED_HANDOVER: Duration = Duration::from_millis(250);

/// The state of slots whose rooms are being loaded.
#[derive(Debug)]
pub(crate) struct SlotArrivals {
    /// The epochs of slots that another node has handed over, and the time when it did.
    handovers: Mutex<HashMap<Slot, (u64, Instant)>>,
    /// One lock for each slot, held while a room of it is loaded, so that the room is resumed once.
    load_locks: Vec<tokio::sync::Mutex<()>>,
}

impl Default for SlotArrivals {
    fn default() -> SlotArrivals {
        SlotArrivals {
            handovers: Mutex::default(),
            load_locks: (0..Slot::COUNT).map(|_| tokio::sync::Mutex::default()).collect(),
        }
    }
}

impl SlotArrivals {
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

    /// Waits until no other caller loads the room, or another one of its slot.
    pub(crate) async fn lock_room(&self, code: &str) -> tokio::sync::MutexGuard<'_, ()> {
        self.load_locks[Slot::of(code).index()].lock().await
    }
}
