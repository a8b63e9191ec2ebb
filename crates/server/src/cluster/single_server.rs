//! A server that is alone with a PostgreSQL database: it owns every slot.

use std::sync::Arc;

use super::node_id::NodeId;
use super::slot_rooms::SlotRooms;
use super::slot_table::{SlotOwner, SlotTable};
use crate::storage::ownership_store::ClaimedSlot;
use crate::storage::postgres::PostgresUrl;
use crate::storage::postgres::ownership::PostgresOwnership;
use crate::storage::store::{Store, StoreError, StoreStatus};

/// Takes every slot from the server that had them before.
pub(crate) async fn take_all_slots(
    url: &PostgresUrl,
    name: &str,
    slots: &SlotTable,
) -> Result<Vec<ClaimedSlot>, StoreError> {
    let id = NodeId::new(name);
    let taken = PostgresOwnership::new(url).take_all(&id).await?;
    slots.join(id);
    slots.set(taken.iter().map(|taken| (taken.slot, SlotOwner::Here { epoch: taken.epoch })));
    slots.set_unlimited_lease();
    Ok(taken)
}

/// Records that this server has ended, so that the next one need not wait for its death.
pub(crate) async fn leave(url: &PostgresUrl, slots: &SlotTable) -> Result<(), StoreError> {
    match slots.node() {
        Some(id) => PostgresOwnership::new(url).leave(&id).await,
        None => Ok(()),
    }
}

/// Takes every slot again if another server has had them while this one could not reach the database.
///
/// The store has the lock of a single server again when its status changes, so the other one has ended.
pub(crate) async fn keep_all_slots(
    url: PostgresUrl,
    name: String,
    store: Arc<dyn Store>,
    slots: Arc<SlotTable>,
    rooms: Arc<dyn SlotRooms>,
) {
    let mut status = store.status();
    while status.changed().await.is_ok() {
        let is_writable = *status.borrow_and_update() == StoreStatus::Writable;
        if is_writable && let Err(error) = keep_once(&url, &name, &slots, &*rooms).await {
            tracing::error!(%error, "this server could not check whether the rooms are still its own");
            // The next failure of the store, or a restart, checks again.
        }
    }
}

async fn keep_once(
    url: &PostgresUrl,
    name: &str,
    slots: &SlotTable,
    rooms: &dyn SlotRooms,
) -> Result<(), StoreError> {
    let rows = PostgresOwnership::new(url).look().await?;
    let own = slots.node();
    if rows.slots.iter().all(|row| row.owner == own) {
        return Ok(());
    }
    tracing::warn!("another server has used the database meanwhile; all rooms are loaded again");
    let taken = take_all_slots(url, name, slots).await?;
    rooms.take_up(&taken).await
}
