use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::storage::store::{Store, StoreStatus};

/// The time that a result is cached, because any client may ask and each probe costs a commit.
const PROBE_LIFETIME: Duration = Duration::from_secs(1);

/// Checks whether the store can be written, by writing to it.
#[derive(Debug, Default)]
pub(crate) struct Health(Mutex<Option<(Instant, bool)>>);

impl Health {
    /// Returns whether a recent write succeeded. Concurrent callers share one probe.
    pub(crate) async fn is_writable(&self, store: &dyn Store) -> bool {
        if let StoreStatus::Failing { .. } = *store.status().borrow() {
            return false;
        }
        let mut last = self.0.lock().await;
        if let Some((_, is_writable)) = last.filter(|(at, _)| at.elapsed() < PROBE_LIFETIME) {
            return is_writable;
        }
        let is_writable = store.probe().await.is_ok();
        *last = Some((Instant::now(), is_writable));
        is_writable
    }
}
