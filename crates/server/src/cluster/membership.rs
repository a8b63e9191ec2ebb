//! The conclusions of a node from the rows of the database: who is dead, and whose the slots are.
//!
//! No wall clock is compared. A node is judged by how long its beat has not changed, measured by the observer.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use tokio::time::Instant;

use super::groups::{SETTLED_AGE_MS, largest_group};
use super::node_id::NodeId;
use super::node_row::{ClusterRows, NodeRow, NodeState};
use super::slot::Slot;
use super::slot_weights::SlotWeights;

/// A beat that has not changed for this long, while it was watched, makes a node suspect. It is longer than the lease.
const SUSPECT_AFTER: Duration = Duration::from_secs(3);

/// The longest time between two looks. After a longer one all observations begin again: while the database was away,
/// no node could beat.
const MAX_LOOK_GAP: Duration = Duration::from_secs(1);

/// The time after which any node claims a free slot, and not only the one that it is due to.
const CLAIM_BY_ANY_AFTER: Duration = Duration::from_secs(1);

/// The time that a node may be outside of the largest group before it gives up its slots.
const LEAVE_GROUP_AFTER: Duration = Duration::from_secs(1);

/// The most slots that are handed over at a time.
pub(crate) const MAX_HANDOVER: usize = 16;

/// The observations of one node.
#[derive(Debug)]
pub(crate) struct Membership {
    me: NodeId,
    last_look: Option<Instant>,
    beats: HashMap<NodeId, Observed<u64>>,
    /// The epochs of free slots.
    free_slots: HashMap<Slot, Observed<u64>>,
    outside_since: Option<Instant>,
    weights: SlotWeights,
}

/// A value, and the time since which it has been seen unchanged.
#[derive(Clone, Copy, Debug)]
struct Observed<T> {
    value: T,
    since: Instant,
}

/// The actions that are due now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decisions {
    /// The nodes to declare dead, with the beat that was seen.
    pub(crate) fence: Vec<(NodeId, u64)>,
    /// The free slots to claim, with the epoch that was seen.
    pub(crate) claim: Vec<(Slot, u64)>,
    /// The slots of this node to give up.
    pub(crate) hand_over: Vec<Slot>,
    /// Whether the other nodes, but not this one, hear each other over the bus.
    pub(crate) is_outside: bool,
}

impl Membership {
    pub(crate) fn new(me: NodeId) -> Membership {
        Membership {
            me,
            last_look: None,
            beats: HashMap::new(),
            free_slots: HashMap::new(),
            outside_since: None,
            weights: SlotWeights::default(),
        }
    }

    /// Decides from what the database contains at this time.
    pub(crate) fn look(&mut self, now: Instant, rows: &ClusterRows) -> Decisions {
        if self.last_look.is_none_or(|last| now.duration_since(last) > MAX_LOOK_GAP) {
            self.beats.clear();
            self.free_slots.clear();
            self.outside_since = None;
        }
        self.last_look = Some(now);
        self.weights.update(&rows.nodes);
        let suspects = self.observe_beats(now, &rows.nodes);
        let nodes: Vec<&NodeRow> = rows.nodes.iter().filter(|node| !suspects.contains(&node.id)).collect();
        let fence = rows.nodes.iter().filter(|node| suspects.contains(&node.id));
        let fence = fence.map(|node| (node.id.clone(), node.beat)).collect();
        let Some(own_row) = nodes.iter().find(|node| node.id == self.me) else {
            // Its next beat tells this node that it is fenced.
            return Decisions { fence, ..Decisions::default() };
        };
        let group = largest_group(&nodes);
        let is_member = |node: &NodeRow| node.age_ms < SETTLED_AGE_MS || group.contains(&node.id);
        let is_outside = self.is_outside(now, !is_member(own_row));
        let heirs: Vec<&NodeRow> =
            nodes.iter().copied().filter(|node| node.state == NodeState::Live && is_member(node)).collect();
        let claim = self.slots_to_claim(now, rows, own_row, &heirs);
        let is_draining = own_row.state == NodeState::Draining;
        let hand_over = if is_outside {
            self.own_slots(rows).collect()
        } else if is_draining || nodes.iter().all(|node| is_member(node)) {
            self.slots_to_hand_over(rows, is_draining, &heirs)
        } else {
            // A node may only seem to be outside while the bus goes down or comes back.
            Vec::new()
        };
        Decisions { fence, claim, hand_over, is_outside }
    }

    /// Returns the nodes whose beat has not changed for too long.
    fn observe_beats(&mut self, now: Instant, nodes: &[NodeRow]) -> HashSet<NodeId> {
        self.beats.retain(|id, _| nodes.iter().any(|node| node.id == *id));
        let mut suspects = HashSet::new();
        for node in nodes.iter().filter(|node| node.id != self.me) {
            let seen = observe(&mut self.beats, node.id.clone(), node.beat, now);
            if now.duration_since(seen) >= SUSPECT_AFTER {
                suspects.insert(node.id.clone());
            }
        }
        suspects
    }

    fn is_outside(&mut self, now: Instant, is_outside_now: bool) -> bool {
        self.outside_since = is_outside_now.then(|| self.outside_since.unwrap_or(now));
        self.outside_since.is_some_and(|since| now.duration_since(since) >= LEAVE_GROUP_AFTER)
    }

    fn own_slots<'a>(&'a self, rows: &'a ClusterRows) -> impl Iterator<Item = Slot> + 'a {
        Slot::all()
            .zip(&rows.slots)
            .filter(|(_, row)| row.owner.as_ref() == Some(&self.me))
            .map(|(slot, _)| slot)
    }

    /// Returns the free slots that are due to this node, or that no node has claimed for a while.
    fn slots_to_claim(
        &mut self,
        now: Instant,
        rows: &ClusterRows,
        own_row: &NodeRow,
        heirs: &[&NodeRow],
    ) -> Vec<(Slot, u64)> {
        // A suspect owner is alive until the database says that it is fenced.
        let free: HashMap<Slot, u64> = Slot::all()
            .zip(&rows.slots)
            .filter(|(_, row)| !rows.nodes.iter().any(|node| row.owner.as_ref() == Some(&node.id)))
            .map(|(slot, row)| (slot, row.epoch))
            .collect();
        self.free_slots.retain(|slot, _| free.contains_key(slot));
        let may_claim = heirs.iter().any(|heir| heir.id == own_row.id);
        let weighted = self.weights.of(heirs);
        let mut claim = Vec::new();
        for (slot, epoch) in free {
            let since = observe(&mut self.free_slots, slot, epoch, now);
            let is_due = weighted.due_node(slot).is_some_and(|node| node.id == self.me);
            if may_claim && (is_due || now.duration_since(since) >= CLAIM_BY_ANY_AFTER) {
                claim.push((slot, epoch));
            }
        }
        claim.sort_unstable();
        claim
    }

    /// Returns the slots of this node that are due to another node, a few at a time and only while none is on its way.
    fn slots_to_hand_over(&self, rows: &ClusterRows, is_draining: bool, heirs: &[&NodeRow]) -> Vec<Slot> {
        let is_settled = |node: &NodeRow| node.id == self.me || node.age_ms >= SETTLED_AGE_MS;
        let settled: Vec<&NodeRow> =
            heirs.iter().copied().filter(|node| is_draining || is_settled(node)).collect();
        let weighted = self.weights.of(&settled);
        let is_due_elsewhere =
            |slot: &Slot| weighted.due_node(*slot).map_or(is_draining, |node| node.id != self.me);
        if !self.free_slots.is_empty() && !settled.is_empty() {
            return Vec::new();
        }
        self.own_slots(rows).filter(is_due_elsewhere).take(MAX_HANDOVER).collect()
    }
}

/// Records a value, and returns the time since which it has not changed.
fn observe<K: Eq + std::hash::Hash>(
    observations: &mut HashMap<K, Observed<u64>>,
    key: K,
    value: u64,
    now: Instant,
) -> Instant {
    let observed = observations.entry(key).or_insert(Observed { value, since: now });
    if observed.value != value {
        *observed = Observed { value, since: now };
    }
    observed.since
}
