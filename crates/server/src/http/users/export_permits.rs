use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, oneshot};

/// The exports at once, because each replays all games of an account.
const MAX_EXPORTS: usize = 2;

/// The longest time of an export, so that clients that read slowly do not keep others waiting.
const MAX_TIME: Duration = Duration::from_secs(300);

/// Limits the exports of accounts that are written at once.
#[derive(Debug)]
pub(crate) struct ExportPermits {
    permits: Arc<Semaphore>,
    max_time: Duration,
}

impl Default for ExportPermits {
    fn default() -> ExportPermits {
        ExportPermits { permits: Arc::new(Semaphore::new(MAX_EXPORTS)), max_time: MAX_TIME }
    }
}

impl ExportPermits {
    /// Returns a permit for one export; `None` if too many are being written.
    pub(super) fn acquire(&self) -> Option<ExportPermit> {
        let permit = Arc::clone(&self.permits).try_acquire_owned().ok()?;
        let (sender, dropped) = oneshot::channel();
        let max_time = self.max_time;
        // A response is not polled while its client does not read, so a task of its own ends the permit.
        tokio::spawn(async move {
            // It ends early when the export is complete, which drops the sender.
            let _ = tokio::time::timeout(max_time, dropped).await;
            drop(permit);
        });
        Some(ExportPermit(sender))
    }
}

/// A permit for one export, until it is dropped or its time is over.
#[derive(Debug)]
pub(super) struct ExportPermit(oneshot::Sender<Infallible>);

impl ExportPermit {
    /// Whether the time of the export is over, so that another one may be written.
    pub(super) fn is_over(&self) -> bool {
        self.0.is_closed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn acquire_later(permits: &ExportPermits) -> ExportPermit {
        loop {
            match permits.acquire() {
                Some(permit) => return permit,
                None => tokio::time::sleep(Duration::from_millis(1)).await,
            }
        }
    }

    #[tokio::test]
    async fn a_permit_ends_when_it_is_dropped() {
        let permits = ExportPermits::default();
        let [first, second] = [(); MAX_EXPORTS].map(|()| permits.acquire().expect("a permit"));
        assert!(permits.acquire().is_none() && !first.is_over() && !second.is_over());
        drop(first);
        acquire_later(&permits).await;
        assert!(!second.is_over());
    }

    #[tokio::test]
    async fn slow_readers_do_not_occupy_the_permits() {
        let permits = ExportPermits { max_time: Duration::from_millis(20), ..ExportPermits::default() };
        let slow = [(); MAX_EXPORTS].map(|()| permits.acquire().expect("a permit"));
        assert!(permits.acquire().is_none());
        acquire_later(&permits).await;
        assert!(slow.iter().any(ExportPermit::is_over));
    }
}
