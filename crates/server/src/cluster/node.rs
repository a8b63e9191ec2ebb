//! This node among others: its beats, its looks at the database, and what it does about them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior};

use super::membership::Membership;
use super::node_id::NodeId;
use super::node_row::{ClusterRows, NodeState, SlotRow};
use super::peers::Peers;
use super::slot::Slot;
use super::slot_rooms::SlotRooms;
use super::slot_table::{SlotOwner, SlotTable};
use crate::clock::MonotonicWallClock;
use crate::metrics::Metrics;
use crate::storage::ownership_store::{ClaimedSlot, OwnershipDatabase, OwnershipStore, Release};
use crate::storage::store::StoreError;

/// The time between two beats.
const BEAT_INTERVAL: Duration = Duration::from_millis(500);

/// The time between two looks, unless a notice announces a change.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// The time that a node may act as an owner after a beat was sent. The others fence it after 3 seconds without one.
const LEASE: Duration = Duration::from_millis(2_500);

/// The time before rooms that could not be loaded are loaded again.
const TAKE_UP_RETRY: Duration = Duration::from_millis(250);

/// The longest time for the slots of a node that ends to be handed over.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);

/// The time between two checks whether the slots of a node that ends were handed over.
const DRAIN_INTERVAL: Duration = Duration::from_millis(20);

/// The services that a node needs to take part.
#[derive(Debug)]
pub(crate) struct NodeConfig {
    /// Decides who owns which slot.
    pub(crate) database: Arc<dyn OwnershipDatabase>,
    pub(crate) name: String,
    pub(crate) peers: Arc<dyn Peers>,
    pub(crate) slots: Arc<SlotTable>,
    pub(crate) metrics: Arc<Metrics>,
}

/// A node that has joined the others.
#[derive(Debug)]
pub(crate) struct Node {
    config: NodeConfig,
    is_draining: AtomicBool,
    /// Whether the other nodes, but not this one, hear each other over the bus.
    is_outside: AtomicBool,
    /// Notified to look at once.
    look_now: Notify,
    /// The time of the database at the first beat, in Unix milliseconds.
    database_millis: u64,
}

/// A node whose tasks run. They end with it.
#[derive(Debug)]
pub(crate) struct RunningNode {
    pub(crate) node: Arc<Node>,
    tasks: Vec<JoinHandle<()>>,
}

impl Node {
    /// Registers a node and acquires its first lease.
    pub(crate) async fn join(config: NodeConfig) -> Result<Node, StoreError> {
        let mut store = config.database.connect();
        let id = NodeId::new(&config.name);
        store.register(&id, NodeState::Live).await?;
        config.metrics.set_node(&id);
        config.slots.join(id.clone());
        let sent = Instant::now();
        let fenced = || StoreError::Fenced("another node has fenced this one at its start".to_owned());
        let beat = store.beat(&id, &[]).await?.ok_or_else(fenced)?;
        config.slots.extend_lease(sent + LEASE);
        tracing::info!(node = %id, "joined the other nodes");
        let database_millis = beat.database_millis;
        Ok(Node {
            config,
            is_draining: AtomicBool::new(false),
            is_outside: AtomicBool::new(false),
            look_now: Notify::new(),
            database_millis,
        })
    }

    /// Returns the time of the database at the first beat, in Unix milliseconds.
    pub(crate) const fn database_millis(&self) -> u64 {
        self.database_millis
    }

    /// Starts to beat and to look.
    pub(crate) fn run(self, rooms: Arc<dyn SlotRooms>, clock: MonotonicWallClock) -> RunningNode {
        let node = Arc::new(self);
        let tasks = vec![
            tokio::spawn(Arc::clone(&node).beat_forever(clock)),
            tokio::spawn(Arc::clone(&node).listen_forever()),
            tokio::spawn(Arc::clone(&node).look_forever(rooms)),
        ];
        RunningNode { node, tasks }
    }

    /// Whether this node hands over its slots.
    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Whether the other nodes, but not this one, hear each other over the bus. It has given up its slots.
    pub(crate) fn is_outside(&self) -> bool {
        self.is_outside.load(Ordering::Relaxed)
    }

    /// Makes health checks fail, before the slots are handed over.
    pub(crate) fn begin_drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    pub(crate) fn bus_ok(&self) -> bool {
        self.config.peers.bus_ok()
    }

    pub(crate) fn has_lease(&self) -> bool {
        self.config.slots.has_lease()
    }

    async fn beat_forever(self: Arc<Self>, clock: MonotonicWallClock) {
        let mut store = self.config.database.connect_for_beats();
        let mut ticks = tokio::time::interval(BEAT_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.beat(&mut *store, &clock).await {
                tracing::warn!(%error, "a beat of this node failed");
            }
            let left =
                self.config.slots.lease_until().map(|until| until.saturating_duration_since(Instant::now()));
            self.config.metrics.lease_left.set(left.map_or(0.0, |left| left.as_secs_f64()));
        }
    }

    async fn beat(
        &self,
        store: &mut dyn OwnershipStore,
        clock: &MonotonicWallClock,
    ) -> Result<(), StoreError> {
        let slots = &self.config.slots;
        let Some(id) = slots.node() else { return Ok(()) };
        let sent = Instant::now();
        let Some(beat) = store.beat(&id, &self.config.peers.heard_nodes()).await? else {
            let next = NodeId::new(&self.config.name);
            tracing::warn!(fenced = %id, node = %next, "another node has fenced this one; it joins again");
            // The rooms end before the node is anyone again.
            slots.join(next.clone());
            // A node that drains stays empty under its new id.
            let state = if self.is_draining() { NodeState::Draining } else { NodeState::Live };
            store.register(&next, state).await?;
            self.config.metrics.set_node(&next);
            return Ok(());
        };
        slots.extend_lease(sent + LEASE);
        self.config.metrics.cluster_level.set(beat.level.into());
        clock.steer(beat.database_millis, sent, Instant::now());
        self.notice_state(&id, beat.state);
        Ok(())
    }

    /// Remembers that this node drains, which is never taken back.
    fn notice_state(&self, id: &NodeId, state: NodeState) {
        if state == NodeState::Draining && !self.is_draining.swap(true, Ordering::Relaxed) {
            tracing::info!(node = %id, "this node hands over its slots");
        }
    }

    /// Wakes the looks when slots have changed, so that a slot is without an owner for a moment only.
    async fn listen_forever(self: Arc<Self>) {
        let mut notices = self.config.database.slot_notices();
        loop {
            match notices.next().await {
                Ok(()) => self.look_now.notify_one(),
                // Looks go on without notices.
                Err(error) => {
                    tracing::debug!(%error, "no notices of slots");
                    tokio::time::sleep(LOOK_INTERVAL).await;
                }
            }
        }
    }

    async fn look_forever(self: Arc<Self>, rooms: Arc<dyn SlotRooms>) {
        let mut watcher =
            Watcher { node: self, store: None, membership: None, rooms, taken_up: BTreeMap::new() };
        let mut was_failing = false;
        loop {
            let result = watcher.look().await;
            if let (Err(error), false) = (&result, was_failing) {
                tracing::warn!(%error, "this node cannot see the others");
            }
            was_failing = result.is_err();
            let _ = tokio::time::timeout(LOOK_INTERVAL, watcher.node.look_now.notified()).await;
        }
    }
}

impl RunningNode {
    /// Ends beats and looks without a word.
    #[cfg(test)]
    pub(super) fn stop(&self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }

    /// Hands over all slots. The node still follows where they go, for its clients.
    pub(crate) async fn hand_over(&self) -> Result<(), StoreError> {
        let (node, slots) = (&self.node, &self.node.config.slots);
        let Some(id) = slots.node() else { return Ok(()) };
        let mut store = node.config.database.connect();
        // Before the statement: a node that is fenced meanwhile joins again as one that drains.
        node.begin_drain();
        store.drain(id.as_str()).await?;
        node.look_now.notify_one();
        let drained = async {
            // The last slots leave the table before they are released.
            while slots.count_here() > 0 || !owns_nothing(&mut *store, &id).await {
                tokio::time::sleep(DRAIN_INTERVAL).await;
            }
        };
        if tokio::time::timeout(DRAIN_TIMEOUT, drained).await.is_err() {
            tracing::warn!(slots = slots.count_here(), "not all slots were handed over in time");
        }
        Ok(())
    }

    /// Leaves the other nodes, after the slots were handed over.
    pub(crate) async fn leave(&self) -> Result<(), StoreError> {
        self.tasks.iter().for_each(JoinHandle::abort);
        match self.node.config.slots.node() {
            Some(id) => self.node.config.database.connect().leave(&id).await,
            None => Ok(()),
        }
    }
}

/// Whether the database has no slot of a node.
async fn owns_nothing(store: &mut dyn OwnershipStore, id: &NodeId) -> bool {
    let rows = store.look().await;
    rows.is_ok_and(|rows| rows.slots.iter().all(|row| row.owner.as_ref() != Some(id)))
}

impl Drop for RunningNode {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// The looks of a node.
struct Watcher {
    node: Arc<Node>,
    store: Option<Box<dyn OwnershipStore>>,
    /// The observations under the current id.
    membership: Option<(NodeId, Membership)>,
    rooms: Arc<dyn SlotRooms>,
    /// The epochs of the slots whose rooms are here.
    taken_up: BTreeMap<Slot, u64>,
}

impl Watcher {
    /// Looks once, and acts.
    async fn look(&mut self) -> Result<(), StoreError> {
        let Some(id) = self.node.config.slots.node() else { return Ok(()) };
        if self.membership.as_ref().is_none_or(|(known, _)| *known != id) {
            self.membership = Some((id.clone(), Membership::new(id.clone())));
        }
        let mut store = self.store.take().unwrap_or_else(|| self.node.config.database.connect());
        let result = self.act(&mut *store, &id).await;
        self.store = Some(store);
        result
    }

    async fn act(&mut self, store: &mut dyn OwnershipStore, id: &NodeId) -> Result<(), StoreError> {
        let began = Instant::now();
        let rows = store.look().await?;
        if let Some(row) = rows.nodes.iter().find(|row| row.id == *id) {
            self.node.notice_state(id, row.state);
        }
        self.publish(id, &rows);
        let Some((_, membership)) = &mut self.membership else { return Ok(()) };
        // Observed at the start of the look: a beat may have changed since the database was read.
        let decisions = membership.look(began, &rows);
        for (suspect, beat) in &decisions.fence {
            if store.fence(suspect, *beat).await? {
                tracing::warn!(node = %suspect, "a node that did not beat for 3 seconds was fenced");
                self.node.look_now.notify_one();
            }
        }
        if decisions.is_outside && !self.node.is_outside.load(Ordering::Relaxed) {
            tracing::warn!(node = %id, "this node does not hear the others, and gives up its slots");
        }
        self.node.is_outside.store(decisions.is_outside, Ordering::Relaxed);
        if !decisions.hand_over.is_empty() {
            let release = if decisions.is_outside { Release::CutOff } else { Release::HandOver };
            self.hand_over(store, id, &decisions.hand_over, release).await?;
        }
        if !decisions.claim.is_empty() {
            let claimed = store.claim(id, &decisions.claim).await?;
            let here = claimed.iter().map(|claimed| (claimed.slot, SlotOwner::Here { epoch: claimed.epoch }));
            self.node.config.slots.set_as(id, here);
            self.take_up(claimed);
        }
        self.node.config.metrics.slots_held.set(self.node.config.slots.count_here() as i64);
        Ok(())
    }

    /// Makes what the database contains known to everything that routes.
    fn publish(&mut self, id: &NodeId, rows: &ClusterRows) {
        let owner = |(slot, row): (Slot, &SlotRow)| {
            let is_alive = |owner: &&NodeId| rows.nodes.iter().any(|node| node.id == **owner);
            let owner = match row.owner.as_ref().filter(is_alive) {
                Some(owner) if owner == id => SlotOwner::Here { epoch: row.epoch },
                Some(owner) => SlotOwner::Elsewhere { node: owner.clone(), epoch: row.epoch },
                None => SlotOwner::Unowned,
            };
            (slot, owner)
        };
        let owners: Vec<_> = Slot::all().zip(&rows.slots).map(owner).collect();
        // The answer to a claim may have been lost.
        let here = owners.iter().filter_map(|(slot, owner)| match owner {
            SlotOwner::Here { epoch } => Some((*slot, *epoch)),
            SlotOwner::Elsewhere { .. } | SlotOwner::Unowned => None,
        });
        let here: BTreeMap<Slot, u64> = here.collect();
        self.taken_up.retain(|slot, epoch| here.get(slot) == Some(epoch));
        let unknown = here.into_iter().filter(|(slot, _)| !self.taken_up.contains_key(slot));
        let unknown: Vec<_> =
            unknown.map(|(slot, epoch)| ClaimedSlot { slot, epoch, released_for: None }).collect();
        self.node.config.slots.set_as(id, owners);
        self.take_up(unknown);
    }

    /// Ends the rooms of slots, then gives the slots up.
    async fn hand_over(
        &mut self,
        store: &mut dyn OwnershipStore,
        id: &NodeId,
        slots: &[Slot],
        release: Release,
    ) -> Result<(), StoreError> {
        self.taken_up.retain(|slot, _| !slots.contains(slot));
        self.node.config.slots.set_as(id, slots.iter().map(|slot| (*slot, SlotOwner::Unowned)));
        let are_clocks_stored = self.rooms.wait_for_end(slots).await;
        let release = if are_clocks_stored { release } else { Release::Suspended };
        store.release(id, slots, release).await
    }

    /// Resumes the games of slots that are here now, beside the looks.
    fn take_up(&mut self, claimed: Vec<ClaimedSlot>) {
        if claimed.is_empty() {
            return;
        }
        self.taken_up.extend(claimed.iter().map(|claimed| (claimed.slot, claimed.epoch)));
        let (node, rooms) = (Arc::clone(&self.node), Arc::clone(&self.rooms));
        tokio::spawn(async move {
            let (began, metrics) = (Instant::now(), &node.config.metrics);
            let takeovers = claimed.iter().filter(|claimed| claimed.released_for.is_none()).count();
            metrics.takeovers.inc_by(takeovers as u64);
            let is_here = |claimed: &ClaimedSlot| node.config.slots.is_in_epoch(claimed.slot, claimed.epoch);
            while let Err(error) = rooms.take_up(&claimed).await {
                tracing::warn!(%error, "the rooms of this node's slots could not be loaded");
                if !claimed.iter().any(is_here) {
                    return;
                }
                tokio::time::sleep(TAKE_UP_RETRY).await;
            }
            metrics.takeover_seconds.observe(began.elapsed());
        });
    }
}
