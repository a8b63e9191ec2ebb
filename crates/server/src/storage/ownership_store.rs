use std::fmt;
use std::time::Duration;

use super::store_error::StoreFuture;
use crate::cluster::node_id::NodeId;
use crate::cluster::node_row::{ClusterRows, NodeState};
use crate::cluster::slot::Slot;

/// The answer to a beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Beat {
    pub(crate) state: NodeState,
    /// The time of the database, in Unix milliseconds.
    pub(crate) database_millis: u64,
    /// The level that nodes write.
    pub(crate) level: i32,
}

/// A slot that was claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClaimedSlot {
    pub(crate) slot: Slot,
    pub(crate) epoch: u64,
    /// The time since the last owner handed it over; `None` if it was taken from a node that died or was cut off.
    pub(crate) released_for: Option<Duration>,
}

/// The reason why a node gives up slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Release {
    /// Another node is about to claim them, and reaches the clients of this one.
    HandOver,
    /// This node is cut off from the others. Its games are paused, because its clients are cut off as well.
    CutOff,
    /// A game was suspended by an outage whose end is not in its log. Its next owner pauses it, which costs no time.
    Suspended,
}

/// The database that decides which node owns a slot.
pub(crate) trait OwnershipDatabase: fmt::Debug + Send + Sync {
    /// Returns a connection, which is opened when it is needed.
    fn connect(&self) -> Box<dyn OwnershipStore>;

    /// Returns a connection for beats, which gives up sooner.
    fn connect_for_beats(&self) -> Box<dyn OwnershipStore>;

    /// Returns the notices of changes of slots.
    fn slot_notices(&self) -> Box<dyn SlotNotices>;
}

/// A connection for the statements of ownership: nodes, their beats, and the owners of slots.
pub(crate) trait OwnershipStore: fmt::Debug + Send {
    /// Adds a node, which lives from now on. One that drains claims nothing.
    ///
    /// # Errors
    /// Returns [`StoreError::Failed`](super::store::StoreError::Failed) if the level in the database is higher than that of
    /// this release.
    fn register<'a>(&'a mut self, id: &'a NodeId, state: NodeState) -> StoreFuture<'a, ()>;

    /// Counts that a node lives; `None` if the others have fenced it.
    fn beat<'a>(&'a mut self, id: &'a NodeId, hears: &'a [NodeId]) -> StoreFuture<'a, Option<Beat>>;

    /// Reads all nodes that live or drain, and all slots.
    fn look(&mut self) -> StoreFuture<'_, ClusterRows>;

    /// Declares a node dead whose beat has not changed since it was seen. Returns whether it was alive.
    fn fence<'a>(&'a mut self, id: &'a NodeId, beat: u64) -> StoreFuture<'a, bool>;

    /// Claims those of the slots that are free and still have the epoch that was seen.
    ///
    /// It waits for the appends of the last owner, and later ones find another epoch.
    fn claim<'a>(&'a mut self, id: &'a NodeId, slots: &'a [(Slot, u64)])
    -> StoreFuture<'a, Vec<ClaimedSlot>>;

    /// Gives slots of a node up, so that another can claim them at once.
    fn release<'a>(&'a mut self, id: &'a NodeId, slots: &'a [Slot], release: Release) -> StoreFuture<'a, ()>;

    /// Makes nodes hand over their slots: the node with this id, or those of this name. Returns how many there are.
    fn drain<'a>(&'a mut self, node: &'a str) -> StoreFuture<'a, u64>;

    /// Removes a node that has released its slots.
    fn leave<'a>(&'a mut self, id: &'a NodeId) -> StoreFuture<'a, ()>;
}

/// Notices of changes of slots. They may be lost: they only make a look come sooner.
pub(crate) trait SlotNotices: fmt::Debug + Send {
    /// Waits for the next notice, listening first if necessary.
    fn next(&mut self) -> StoreFuture<'_, ()>;
}
