//! The connection of a node to the disk that it shares with others.

use std::sync::Arc;
use std::time::Duration;

use yipan_server::simulation::{OwnershipConnection, OwnershipStatement};
use yipan_server::{StoreError, StoreFuture};

use super::simulated_store::{Process, SimulatedStore};
use super::store_link::StoreLink;

/// The time after which the reply to a statement is lost for good. The node has given up before.
const LOST_AFTER: Duration = Duration::from_secs(5);

impl OwnershipConnection for SimulatedStore {
    fn execute(&self, statement: OwnershipStatement) -> StoreFuture<'_, ()> {
        let process = Arc::clone(&self.0);
        Box::pin(async move {
            let executed = tokio::spawn(process.execute(statement)).await;
            executed.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
        })
    }

    fn next_notice(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.0.slot_changed.notified().await;
            self.0.reach_disk().await
        })
    }
}

impl Process {
    /// Executes a statement of ownership, which does not wait for other writes.
    async fn execute(self: Arc<Self>, statement: OwnershipStatement) -> Result<(), StoreError> {
        self.survive().await;
        let time = self.disk.lock().write_time();
        tokio::time::sleep(time).await;
        self.survive().await;
        if self.link() == StoreLink::NoRequests {
            return lose_reply().await;
        }
        {
            let mut disk = self.disk.lock();
            if disk.faults.is_out || disk.faults.is_unreadable {
                return Err(StoreError::Unavailable("the simulated disk has failed".to_owned()));
            }
            disk.execute(statement, self.offset_millis);
        }
        if self.link() == StoreLink::NoReplies { lose_reply().await } else { Ok(()) }
    }
}

async fn lose_reply() -> Result<(), StoreError> {
    tokio::time::sleep(LOST_AFTER).await;
    Err(StoreError::Unavailable("the simulated disk cannot be reached".to_owned()))
}
