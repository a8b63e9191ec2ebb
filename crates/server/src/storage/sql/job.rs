use tokio::sync::oneshot;
use tokio::time::Instant;

use super::write::Write;
use crate::storage::store::StoreError;

/// A write that waits for its commit.
#[derive(Debug)]
pub(in crate::storage) struct Job {
    pub(in crate::storage) write: Write,
    pub(super) queued: Instant,
    pub(super) done: oneshot::Sender<Result<bool, StoreError>>,
}

impl Job {
    pub(in crate::storage) fn reply_to(self, result: Result<bool, StoreError>) {
        // The caller may have stopped waiting.
        let _ = self.done.send(result);
    }
}
