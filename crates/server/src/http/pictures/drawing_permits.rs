use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// The longest time for which a request waits until fewer pictures are drawn.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Limits the pictures of games that are drawn at once, which takes up to some seconds of a processor each.
#[derive(Debug)]
pub(crate) struct DrawingPermits {
    permits: Arc<Semaphore>,
    max_wait: Duration,
}

impl Default for DrawingPermits {
    /// Allows one picture for each two processors.
    fn default() -> DrawingPermits {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        DrawingPermits { permits: Arc::new(Semaphore::new((cores / 2).max(1))), max_wait: MAX_WAIT }
    }
}

impl DrawingPermits {
    /// Waits for a permit to draw; `None` if too many pictures are drawn.
    pub(super) async fn acquire(&self) -> Option<OwnedSemaphorePermit> {
        timeout(self.max_wait, Arc::clone(&self.permits).acquire_owned()).await.ok()?.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_does_not_wait_forever() {
        let permits = DrawingPermits { permits: Arc::new(Semaphore::new(1)), max_wait: Duration::ZERO };
        let first = permits.acquire().await.expect("nothing is drawn");
        assert!(permits.acquire().await.is_none());
        drop(first);
        assert!(permits.acquire().await.is_some());
    }
}
