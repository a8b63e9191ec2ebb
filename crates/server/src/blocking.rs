use tokio::task::JoinError;

/// Runs work on a blocking thread and waits for its result. A simulation has one thread, so that nothing depends on which
/// thread is faster.
///
/// # Errors
/// Returns an error if the work panicked.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    #[cfg(feature = "simulation")]
    if crate::simulation::seeded_environment::is_active() {
        return Ok(work());
    }
    tokio::task::spawn_blocking(work).await
}
