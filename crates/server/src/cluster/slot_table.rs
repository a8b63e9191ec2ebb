use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::node_id::NodeId;
use super::slot::Slot;
use crate::ordered_watch::OrderedWatch;

/// The node that serves the rooms of a slot, as far as this node knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SlotOwner {
    Here {
        /// The number of the ownership: appends name it, and the store rejects those of an earlier one.
        epoch: u64,
    },
    Elsewhere {
        node: NodeId,
        epoch: u64,
    },
    Unowned,
}

impl SlotOwner {
    const fn epoch(&self) -> Option<u64> {
        match self {
            SlotOwner::Here { epoch } | SlotOwner::Elsewhere { epoch, .. } => Some(*epoch),
            SlotOwner::Unowned => None,
        }
    }
}

/// The owners of all slots, shared by everything that routes.
#[derive(Debug)]
pub(crate) struct SlotTable {
    table: RwLock<Table>,
    changes: OrderedWatch<u64>,
}

#[derive(Debug)]
struct Table {
    /// This node; `None` if it is alone with its database.
    node: Option<NodeId>,
    /// The owners by the number of their slot.
    owners: Vec<SlotOwner>,
    lease: Lease,
}

/// The time until which this node may act as an owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lease {
    Unlimited,
    Until(Instant),
    None,
}

impl SlotTable {
    /// Creates the table of a server that is alone with its database: every slot is here for ever.
    pub(crate) fn single_node() -> SlotTable {
        SlotTable::with_owners(SlotOwner::Here { epoch: 0 }, Lease::Unlimited)
    }

    /// Creates the table of a node that does not know any owner yet.
    pub(crate) fn unowned() -> SlotTable {
        SlotTable::with_owners(SlotOwner::Unowned, Lease::None)
    }

    fn with_owners(owner: SlotOwner, lease: Lease) -> SlotTable {
        let table = Table { node: None, owners: vec![owner; Slot::COUNT], lease };
        SlotTable { table: RwLock::new(table), changes: OrderedWatch::new(0) }
    }

    /// Returns the owner of a slot. It is here only while the lease of this node is valid.
    pub(crate) fn owner(&self, slot: Slot) -> SlotOwner {
        let table = self.read();
        match &table.owners[slot.index()] {
            SlotOwner::Here { .. } if !table.lease.is_valid(Instant::now()) => SlotOwner::Unowned,
            owner => owner.clone(),
        }
    }

    /// Returns the epoch of a slot that is here; `None` if it is not, or the lease has ended.
    pub(crate) fn epoch_here(&self, slot: Slot) -> Option<u64> {
        match self.owner(slot) {
            SlotOwner::Here { epoch } => Some(epoch),
            SlotOwner::Elsewhere { .. } | SlotOwner::Unowned => None,
        }
    }

    /// Whether a slot is here in this epoch, also if the lease has ended: only another owner ends a room.
    pub(crate) fn is_in_epoch(&self, slot: Slot, epoch: u64) -> bool {
        self.read().owners[slot.index()] == SlotOwner::Here { epoch }
    }

    /// Whether a slot is here, also if the lease has ended.
    pub(crate) fn is_here(&self, slot: Slot) -> bool {
        matches!(self.read().owners[slot.index()], SlotOwner::Here { .. })
    }

    /// Sets the owners of slots, as the database has them.
    pub(crate) fn set(&self, owners: impl IntoIterator<Item = (Slot, SlotOwner)>) {
        self.change(|table| table.set(owners));
    }

    /// Sets the owners of slots as a node has read them, unless it has joined again under another id since.
    pub(crate) fn set_as(&self, node: &NodeId, owners: impl IntoIterator<Item = (Slot, SlotOwner)>) {
        self.change(|table| table.node.as_ref() == Some(node) && table.set(owners));
    }

    /// Gives this node a new id, under which it owns nothing yet.
    pub(crate) fn join(&self, node: NodeId) {
        self.change(|table| {
            let own = table.owners.iter_mut().filter(|owner| matches!(owner, SlotOwner::Here { .. }));
            own.for_each(|owner| *owner = SlotOwner::Unowned);
            table.lease = Lease::None;
            table.node = Some(node);
            true
        });
    }

    /// Returns the id of this node; `None` if it is alone with its database.
    pub(crate) fn node(&self) -> Option<NodeId> {
        self.read().node.clone()
    }

    /// Returns the number of slots that are here, also if the lease has ended.
    pub(crate) fn count_here(&self) -> usize {
        self.read().owners.iter().filter(|owner| matches!(owner, SlotOwner::Here { .. })).count()
    }

    /// Returns the number of slots that are nowhere, as far as this node knows.
    pub(crate) fn count_nowhere(&self) -> usize {
        self.read().owners.iter().filter(|owner| matches!(owner, SlotOwner::Unowned)).count()
    }

    /// Takes an owner that another node named, if that ownership is later than the known one.
    pub(crate) fn hint(&self, slot: Slot, node: NodeId, epoch: u64) {
        self.change(|table| {
            let known = &mut table.owners[slot.index()];
            let is_later = known.epoch().is_none_or(|known| known < epoch);
            if is_later {
                *known = SlotOwner::Elsewhere { node, epoch };
            }
            is_later
        });
    }

    /// Lets this node act as an owner until this time.
    pub(crate) fn extend_lease(&self, until: Instant) {
        self.change(|table| {
            // A lease that had ended lets the owner of slots change.
            let is_renewal = matches!(table.lease, Lease::Until(_)) && table.lease.is_valid(Instant::now());
            table.lease = Lease::Until(until);
            !is_renewal
        });
    }

    /// Announces every end of the lease, so that the rooms of this node stop by themselves. Never returns.
    pub(crate) async fn announce_lease_ends(&self) {
        let mut changes = self.changes();
        loop {
            changes.borrow_and_update();
            match self.lease_until().filter(|until| Instant::now() < *until) {
                Some(until) => {
                    tokio::time::sleep_until(until).await;
                    if !self.has_lease() {
                        tracing::warn!("the lease of this node has ended; its rooms wait");
                        self.changes.send_modify(|count| *count += 1);
                    }
                }
                // The next lease is announced.
                None => {
                    let _ = changes.changed().await;
                }
            }
        }
    }

    /// Lets this node act as an owner for ever, because it is alone with its database.
    pub(crate) fn set_unlimited_lease(&self) {
        self.change(|table| std::mem::replace(&mut table.lease, Lease::Unlimited) != Lease::Unlimited);
    }

    /// Returns the end of the lease; `None` if it is unlimited or there is none.
    pub(crate) fn lease_until(&self) -> Option<Instant> {
        match self.read().lease {
            Lease::Until(until) => Some(until),
            Lease::Unlimited | Lease::None => None,
        }
    }

    /// Whether this node may act as an owner now.
    pub(crate) fn has_lease(&self) -> bool {
        self.read().lease.is_valid(Instant::now())
    }

    /// Whether this node may act as an owner for this long, even without another beat.
    pub(crate) fn has_lease_for(&self, time: Duration) -> bool {
        self.read().lease.is_valid(Instant::now() + time)
    }

    /// Returns a receiver of a number that every change increases.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn read(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the table, and announces it if `change` returns true.
    fn change(&self, change: impl FnOnce(&mut Table) -> bool) {
        let is_changed = change(&mut self.table.write().unwrap_or_else(PoisonError::into_inner));
        if is_changed {
            self.changes.send_modify(|count| *count += 1);
        }
    }
}

impl Table {
    /// Sets owners, and returns whether any was another one.
    fn set(&mut self, owners: impl IntoIterator<Item = (Slot, SlotOwner)>) -> bool {
        let mut is_changed = false;
        for (slot, owner) in owners {
            let known = &mut self.owners[slot.index()];
            is_changed |= *known != owner;
            *known = owner;
        }
        is_changed
    }
}

impl Lease {
    fn is_valid(self, now: Instant) -> bool {
        match self {
            Lease::Unlimited => true,
            Lease::Until(until) => now < until,
            Lease::None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str) -> NodeId {
        NodeId::parse(name).expect("a valid id")
    }

    #[test]
    fn a_single_node_owns_every_slot() {
        let slots = SlotTable::single_node();
        assert!(Slot::all().all(|slot| slots.owner(slot) == SlotOwner::Here { epoch: 0 }));
        assert!(slots.has_lease() && slots.lease_until().is_none());
    }

    #[test]
    fn a_slot_is_here_only_during_the_lease() {
        let (slots, slot) = (SlotTable::unowned(), Slot::of("K4T7QX"));
        slots.set([(slot, SlotOwner::Here { epoch: 3 })]);
        assert_eq!(slots.owner(slot), SlotOwner::Unowned);
        slots.extend_lease(Instant::now() + Duration::from_secs(60));
        assert_eq!((slots.owner(slot), slots.epoch_here(slot)), (SlotOwner::Here { epoch: 3 }, Some(3)));
        assert!(
            slots.has_lease_for(Duration::from_secs(30)) && !slots.has_lease_for(Duration::from_secs(90))
        );
        slots.extend_lease(Instant::now());
        assert_eq!((slots.owner(slot), slots.epoch_here(slot)), (SlotOwner::Unowned, None));
        assert!(slots.is_here(slot), "no other node has it");
        slots.set_unlimited_lease();
        assert_eq!(slots.epoch_here(slot), Some(3));
        slots.join(node("a-1"));
        assert_eq!(slots.epoch_here(slot), None);
    }

    #[test]
    fn what_was_read_under_another_id_is_ignored() {
        let (slots, slot) = (SlotTable::unowned(), Slot::of("K4T7QX"));
        slots.join(node("a-1"));
        slots.set_as(&node("a-1"), [(slot, SlotOwner::Here { epoch: 3 })]);
        assert!(slots.is_in_epoch(slot, 3) && slots.count_here() == 1);
        slots.join(node("a-2"));
        assert_eq!((slots.node(), slots.count_here()), (Some(node("a-2")), 0));
        slots.set_as(&node("a-1"), [(slot, SlotOwner::Here { epoch: 3 })]);
        assert_eq!((slots.count_here(), slots.count_nowhere()), (0, Slot::COUNT));
    }

    #[test]
    fn a_hint_is_taken_only_if_it_is_later() {
        let (slots, slot) = (SlotTable::unowned(), Slot::of("K4T7QX"));
        let elsewhere = |name, epoch| SlotOwner::Elsewhere { node: node(name), epoch };
        slots.hint(slot, node("a-1"), 4);
        assert_eq!(slots.owner(slot), elsewhere("a-1", 4));
        slots.hint(slot, node("b-1"), 4);
        assert_eq!(slots.owner(slot), elsewhere("a-1", 4));
        slots.hint(slot, node("b-1"), 5);
        assert_eq!(slots.owner(slot), elsewhere("b-1", 5));
        slots.set([(slot, elsewhere("a-1", 4))]);
        assert_eq!(slots.owner(slot), elsewhere("a-1", 4), "the database is right");
    }

    #[test]
    fn only_changes_are_announced() {
        let (slots, slot) = (SlotTable::unowned(), Slot::of("K4T7QX"));
        let changes = slots.changes();
        let count = || *changes.borrow();
        slots.set([(slot, SlotOwner::Unowned)]);
        assert_eq!(count(), 0);
        slots.set([(slot, SlotOwner::Here { epoch: 1 })]);
        assert_eq!(count(), 1);
        slots.extend_lease(Instant::now() + Duration::from_secs(60));
        slots.extend_lease(Instant::now() + Duration::from_secs(61));
        assert_eq!(count(), 2, "a renewal changes nothing");
    }

    #[tokio::test]
    async fn the_end_of_a_lease_is_announced_unless_it_is_renewed() {
        let slots = SlotTable::unowned();
        let mut changes = slots.changes();
        let test = async {
            let first = Instant::now() + Duration::from_millis(500);
            slots.extend_lease(first);
            changes.changed().await.expect("the table exists");
            let last = first + Duration::from_millis(100);
            slots.extend_lease(last);
            changes.changed().await.expect("the table exists");
            assert!(Instant::now() >= last && !slots.has_lease());
        };
        tokio::select! {
            () = slots.announce_lease_ends() => unreachable!("it never returns"),
            () = test => {}
        }
    }
}
