use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::storage::store::StoreError;

/// Runs what folds whole logs on threads that may block. Few run at a time, so that messages are never kept waiting for a
/// processor.
#[derive(Debug)]
pub(crate) struct FoldPool(Arc<Semaphore>);

impl FoldPool {
    /// A pool that takes half the cores.
    pub(crate) fn new() -> FoldPool {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        FoldPool(Arc::new(Semaphore::new((cores / 2).max(1))))
    }

    /// Runs a fold and waits for its result. It is finished even if the caller stops waiting.
    ///
    /// # Errors
    /// The fold panicked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        fold: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = Arc::clone(&self.0).acquire_owned().await;
        let permit = permit.map_err(|error| StoreError::Failed(error.to_string()))?;
        let work = move || {
            let result = fold();
            drop(permit);
            result
        };
        tokio::task::spawn_blocking(work).await.map_err(|error| StoreError::Failed(error.to_string()))
    }

    /// Keeps folds waiting until the permit is dropped.
    #[cfg(test)]
    pub(crate) async fn pause(&self) -> tokio::sync::OwnedSemaphorePermit {
        let all = u32::try_from(self.0.available_permits()).expect("few threads");
        Arc::clone(&self.0).acquire_many_owned(all).await.expect("the semaphore is never closed")
    }
}
