//! The statements of ownership on tables in memory, over a connection that the simulation makes slow or cuts.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::ownership_tables::OwnershipTables;
use crate::cluster::node_id::NodeId;
use crate::cluster::node_row::{ClusterRows, NodeState};
use crate::cluster::slot::Slot;
use crate::storage::ownership_store::{
    Beat, ClaimedSlot, OwnershipDatabase, OwnershipStore, Release, SlotNotices,
};
use crate::storage::store::{StoreError, StoreFuture};

/// The longest wait for a reply, as with PostgreSQL.
const REPLY_TIMEOUT: Duration = Duration::from_secs(4);

/// The longest wait for the reply to a beat.
const BEAT_TIMEOUT: Duration = Duration::from_secs(1);

/// A statement. It is given the time of the database, in Unix milliseconds.
pub type OwnershipStatement = Box<dyn FnOnce(&mut OwnershipTables, u64) + Send>;

/// The connection of a node to the database of ownership.
pub trait OwnershipConnection: fmt::Debug + Send + Sync {
    /// Executes a statement at once with nothing in between. It may be executed although the reply is lost.
    fn execute(&self, statement: OwnershipStatement) -> StoreFuture<'_, ()>;

    /// Waits until an owner has changed.
    fn next_notice(&self) -> StoreFuture<'_, ()>;
}

#[derive(Debug)]
pub(super) struct SimulatedOwnershipDatabase(pub(super) Arc<dyn OwnershipConnection>);

impl OwnershipDatabase for SimulatedOwnershipDatabase {
    fn connect(&self) -> Box<dyn OwnershipStore> {
        Box::new(SimulatedOwnership { connection: Arc::clone(&self.0), reply_timeout: REPLY_TIMEOUT })
    }

    fn connect_for_beats(&self) -> Box<dyn OwnershipStore> {
        Box::new(SimulatedOwnership { connection: Arc::clone(&self.0), reply_timeout: BEAT_TIMEOUT })
    }

    fn slot_notices(&self) -> Box<dyn SlotNotices> {
        Box::new(SimulatedNotices(Arc::clone(&self.0)))
    }
}

#[derive(Debug)]
struct SimulatedNotices(Arc<dyn OwnershipConnection>);

impl SlotNotices for SimulatedNotices {
    fn next(&mut self) -> StoreFuture<'_, ()> {
        self.0.next_notice()
    }
}

#[derive(Debug)]
struct SimulatedOwnership {
    connection: Arc<dyn OwnershipConnection>,
    reply_timeout: Duration,
}

impl SimulatedOwnership {
    fn run<T: Send + 'static>(
        &self,
        statement: impl FnOnce(&mut OwnershipTables, u64) -> T + Send + 'static,
    ) -> StoreFuture<'_, T> {
        let reply = Arc::new(Mutex::new(None));
        let result = Arc::clone(&reply);
        let statement: OwnershipStatement = Box::new(move |tables, now| {
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(statement(tables, now));
        });
        Box::pin(async move {
            let late = || StoreError::Unavailable("the simulated database did not reply in time".to_owned());
            let executed = tokio::time::timeout(self.reply_timeout, self.connection.execute(statement)).await;
            executed.map_err(|_| late())??;
            reply.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or_else(late)
        })
    }
}

impl OwnershipStore for SimulatedOwnership {
    fn register<'a>(&'a mut self, id: &'a NodeId, state: NodeState) -> StoreFuture<'a, ()> {
        let id = id.clone();
        self.run(move |tables, now| tables.register(&id, state, now))
    }

    fn beat<'a>(&'a mut self, id: &'a NodeId, hears: &'a [NodeId]) -> StoreFuture<'a, Option<Beat>> {
        let (id, hears) = (id.clone(), hears.to_vec());
        self.run(move |tables, now| tables.beat(&id, hears, now))
    }

    fn look(&mut self) -> StoreFuture<'_, ClusterRows> {
        self.run(|tables, now| tables.look(now))
    }

    fn fence<'a>(&'a mut self, id: &'a NodeId, beat: u64) -> StoreFuture<'a, bool> {
        let id = id.clone();
        self.run(move |tables, _| tables.fence(&id, beat))
    }

    fn claim<'a>(
        &'a mut self,
        id: &'a NodeId,
        slots: &'a [(Slot, u64)],
    ) -> StoreFuture<'a, Vec<ClaimedSlot>> {
        let (id, slots) = (id.clone(), slots.to_vec());
        self.run(move |tables, now| tables.claim(&id, &slots, now))
    }

    fn release<'a>(&'a mut self, id: &'a NodeId, slots: &'a [Slot], release: Release) -> StoreFuture<'a, ()> {
        let (id, slots) = (id.clone(), slots.to_vec());
        self.run(move |tables, now| tables.release(&id, &slots, release, now))
    }

    fn drain<'a>(&'a mut self, node: &'a str) -> StoreFuture<'a, u64> {
        let node = node.to_owned();
        self.run(move |tables, _| tables.drain(&node))
    }

    fn leave<'a>(&'a mut self, id: &'a NodeId) -> StoreFuture<'a, ()> {
        let id = id.clone();
        self.run(move |tables, _| tables.leave(&id))
    }
}
