use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::blocking::run_blocking;
use crate::storage::store::StoreError;

/// A pool of blocking threads that replay whole logs.
///
/// It uses half the cores at most, so that messages never wait for a processor.
#[derive(Debug)]
pub(crate) struct FoldPool(Arc<Semaphore>);

impl FoldPool {
    pub(crate) fn new() -> FoldPool {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        FoldPool(Arc::new(Semaphore::new((cores / 2).max(1))))
    }

    /// Runs work and waits for its result. The work is finished even if the caller stops waiting.
    ///
    /// # Errors
    /// Returns [`StoreError::Failed`] if the work panicked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = Arc::clone(&self.0).acquire_owned().await;
        let permit = permit.map_err(|error| StoreError::Failed(error.to_string()))?;
        let work = move || {
            let result = work();
            drop(permit);
            result
        };
        run_blocking(work).await.map_err(|error| StoreError::Failed(error.to_string()))
    }

    /// Blocks all work until the permit is dropped.
    #[cfg(test)]
    pub(crate) async fn pause(&self) -> tokio::sync::OwnedSemaphorePermit {
        let all = u32::try_from(self.0.available_permits()).expect("few threads");
        Arc::clone(&self.0).acquire_many_owned(all).await.expect("the semaphore is never closed")
    }
}
