use anyhow::{Result, anyhow};

/// A seed from the operating system, for a game that is to be like no other.
pub(crate) fn random_seed() -> Result<u64> {
    getrandom::u64().map_err(|error| anyhow!("the system gives no random numbers: {error}"))
}
