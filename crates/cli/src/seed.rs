use anyhow::{Result, anyhow};

/// Returns a random seed from the operating system.
pub(crate) fn random_seed() -> Result<u64> {
    getrandom::u64().map_err(|error| anyhow!("the system provides no random numbers: {error}"))
}
