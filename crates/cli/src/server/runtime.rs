use anyhow::{Context, Result};

/// Creates a multi-threaded Tokio runtime.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Runtime::new().context("cannot start the worker threads")
}
