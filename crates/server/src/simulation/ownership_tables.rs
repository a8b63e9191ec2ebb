use std::collections::BTreeMap;
use std::time::Duration;

use crate::cluster::level::LEVEL;
use crate::cluster::node_id::NodeId;
use crate::cluster::node_row::{ClusterRows, NodeRow, NodeState, SlotRow};
use crate::cluster::slot::Slot;
use crate::storage::ownership_store::{Beat, ClaimedSlot, Release};

/// The rows of nodes and slots. Each method does what one statement of PostgreSQL does, all at once.
#[derive(Debug)]
pub struct OwnershipTables {
    nodes: BTreeMap<NodeId, StoredNode>,
    /// The slots by their number.
    slots: Vec<StoredSlot>,
    /// Increased by every change of an owner.
    version: u64,
}

#[derive(Debug)]
struct StoredNode {
    /// `None` if the node is fenced or gone.
    state: Option<NodeState>,
    beat: u64,
    hears: Vec<NodeId>,
    joined: u64,
}

#[derive(Clone, Debug, Default)]
struct StoredSlot {
    owner: Option<NodeId>,
    epoch: u64,
    /// The time when the last owner handed it over.
    released: Option<u64>,
    /// The time for which it had been handed over when the owner claimed it.
    released_for: Option<Duration>,
}

impl Default for OwnershipTables {
    fn default() -> OwnershipTables {
        OwnershipTables {
            nodes: BTreeMap::new(),
            slots: vec![StoredSlot::default(); Slot::COUNT],
            version: 0,
        }
    }
}

impl OwnershipTables {
    /// The number of slots.
    pub const SLOTS: usize = Slot::COUNT;

    /// Returns a number that every change of an owner increases.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Returns the number of the slot of a room.
    #[must_use]
    pub fn slot_of(room: &str) -> u16 {
        Slot::of(room).index() as u16
    }

    /// Whether the slot of a room is owned in this epoch, which an append requires.
    #[must_use]
    pub fn is_owned(&self, room: &str, epoch: u64) -> bool {
        let slot = self.slot(Slot::of(room));
        slot.owner.is_some() && slot.epoch == epoch
    }

    /// Returns the time for which the slot of a room had been handed over when its last owner claimed it; `None` if it was
    /// taken from a node that had died or was cut off.
    #[must_use]
    pub fn released_for(&self, room: &str) -> Option<Duration> {
        self.slot(Slot::of(room)).released_for
    }

    /// Returns the number of slots whose owner lives.
    #[must_use]
    pub fn count_owned(&self) -> usize {
        self.slots.iter().filter(|slot| slot.owner.as_ref().is_some_and(|id| self.is_alive(id))).count()
    }

    fn slot(&self, slot: Slot) -> &StoredSlot {
        &self.slots[slot.index()]
    }

    fn state(&self, id: &NodeId) -> Option<NodeState> {
        self.nodes.get(id)?.state
    }

    fn is_alive(&self, id: &NodeId) -> bool {
        self.state(id).is_some()
    }

    pub(super) fn register(&mut self, id: &NodeId, state: NodeState, now: u64) {
        let node = StoredNode { state: Some(state), beat: 0, hears: Vec::new(), joined: now };
        self.nodes.insert(id.clone(), node);
    }

    pub(super) fn beat(&mut self, id: &NodeId, hears: Vec<NodeId>, now: u64) -> Option<Beat> {
        let node = self.nodes.get_mut(id)?;
        let state = node.state?;
        (node.beat, node.hears) = (node.beat + 1, hears);
        Some(Beat { state, database_millis: now, level: LEVEL })
    }

    pub(super) fn look(&self, now: u64) -> ClusterRows {
        let row = |(id, node): (&NodeId, &StoredNode)| {
            let (id, state, beat, hears) = (id.clone(), node.state?, node.beat, node.hears.clone());
            Some(NodeRow { id, state, beat, hears, age_ms: now.saturating_sub(node.joined) })
        };
        let slot_row = |slot: &StoredSlot| SlotRow { owner: slot.owner.clone(), epoch: slot.epoch };
        ClusterRows {
            nodes: self.nodes.iter().filter_map(row).collect(),
            slots: self.slots.iter().map(slot_row).collect(),
        }
    }

    pub(super) fn fence(&mut self, id: &NodeId, beat: u64) -> bool {
        let node = self.nodes.get_mut(id).filter(|node| node.beat == beat && node.state.is_some());
        node.map(|node| node.state = None).is_some()
    }

    pub(super) fn claim(&mut self, id: &NodeId, slots: &[(Slot, u64)], now: u64) -> Vec<ClaimedSlot> {
        let mut claimed = Vec::new();
        if self.state(id) != Some(NodeState::Live) {
            return claimed;
        }
        for &(slot, epoch) in slots {
            let row = self.slot(slot);
            if row.epoch != epoch || row.owner.as_ref().is_some_and(|owner| self.is_alive(owner)) {
                continue;
            }
            let released_for =
                row.released.map(|released| Duration::from_millis(now.saturating_sub(released)));
            let (owner, epoch) = (Some(id.clone()), epoch + 1);
            self.slots[slot.index()] = StoredSlot { owner, epoch, released: None, released_for };
            claimed.push(ClaimedSlot { slot, epoch, released_for });
        }
        self.version += u64::from(!claimed.is_empty());
        claimed
    }

    pub(super) fn release(&mut self, id: &NodeId, slots: &[Slot], release: Release, now: u64) {
        for slot in slots {
            let row = &mut self.slots[slot.index()];
            if row.owner.as_ref() == Some(id) {
                (row.owner, row.released) = (None, (release == Release::HandOver).then_some(now));
            }
        }
        self.version += 1;
    }

    pub(super) fn drain(&mut self, node: &str) -> u64 {
        let is_meant = |id: &NodeId| id.as_str() == node || id.name() == node;
        let mut count = 0;
        for (_, node) in self.nodes.iter_mut().filter(|(id, node)| is_meant(id) && node.state.is_some()) {
            node.state = Some(NodeState::Draining);
            count += 1;
        }
        count
    }

    pub(super) fn leave(&mut self, id: &NodeId) {
        if let Some(node) = self.nodes.get_mut(id) {
            node.state = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: &str = "K4T7QX";

    #[test]
    fn a_former_owner_does_not_own_the_slot() {
        let mut tables = OwnershipTables::default();
        let [one, two] = ["a-1", "b-1"].map(|id| NodeId::parse(id).expect("an id"));
        let slot = Slot::of(ROOM);
        tables.register(&one, NodeState::Live, 0);
        tables.register(&two, NodeState::Live, 0);
        assert_eq!(tables.claim(&one, &[(slot, 0)], 10).len(), 1);
        assert!(tables.is_owned(ROOM, 1) && tables.count_owned() == 1);
        assert!(tables.claim(&two, &[(slot, 1)], 20).is_empty(), "its owner lives");
        assert!(!tables.fence(&one, 7) && tables.fence(&one, 0) && !tables.fence(&one, 0));
        assert_eq!(tables.beat(&one, Vec::new(), 30), None);
        assert!(tables.is_owned(ROOM, 1), "until another node claims it");
        assert_eq!(tables.claim(&two, &[(slot, 1)], 40)[0].released_for, None);
        assert!(!tables.is_owned(ROOM, 1) && tables.is_owned(ROOM, 2));
        tables.release(&two, &[slot], Release::HandOver, 50);
        assert!(!tables.is_owned(ROOM, 2), "it has no owner");
        tables.register(&one, NodeState::Live, 60);
        tables.claim(&one, &[(slot, 2)], 90);
        assert_eq!(tables.released_for(ROOM), Some(Duration::from_millis(40)));
    }
}
