use std::path::Path;

use anyhow::{Result, anyhow};
use yipan_core::{Language, Localize};
use yipan_server::{ParsePostgresUrlError, StoreLocation};

/// Returns where a server stores its data: a PostgreSQL database if there is one, else a data directory.
pub(super) fn location(data: &Path, store: Option<&str>, language: Language) -> Result<StoreLocation> {
    let Some(url) = store else { return Ok(StoreLocation::DataDir(data.to_owned())) };
    let url = url.parse().map_err(|error: ParsePostgresUrlError| anyhow!(error.localize(language)))?;
    Ok(StoreLocation::Postgres(url))
}
