use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::cluster::slot::Slot;

/// The slots that a game has left during an outage whose end is not in its log, so that its next owner must pause it: the
/// log does not say for how long the clock stood.
#[derive(Debug, Default)]
pub(crate) struct SlotDepartures(Mutex<BTreeSet<Slot>>);

impl SlotDepartures {
    /// Records that a suspended game leaves this node.
    pub(crate) fn record_suspended(&self, slot: Slot) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(slot);
    }

    /// Whether a suspended game has left one of these slots since they were asked for last.
    pub(crate) fn take_suspended(&self, slots: &[Slot]) -> bool {
        let mut suspended = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slots.iter().filter(|slot| suspended.remove(slot)).count() > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suspended_game_is_reported_once() {
        let departures = SlotDepartures::default();
        let slots: Vec<Slot> = Slot::all().take(3).collect();
        departures.record_suspended(slots[1]);
        assert!(!departures.take_suspended(&slots[..1]));
        assert!(departures.take_suspended(&slots));
        assert!(!departures.take_suspended(&slots));
    }
}
