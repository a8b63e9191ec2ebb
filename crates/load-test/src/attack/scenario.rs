use std::time::Duration;

use anyhow::Result;

use super::report::Finding;
use super::target::Target;

/// The time a single step of an attack or of the bystanders may take.
pub(super) const STEP_TIMEOUT: Duration = Duration::from_secs(20);

/// An attack in two steps, of which the second one is measured.
pub(super) trait Scenario: Sized {
    /// The duration, if the result depends on it.
    const FIXED_DURATION: Option<Duration> = None;

    /// Sets up the rooms and users under attack. `bystander` is the server seen from the bystanders' address.
    async fn prepare(target: Target, bystander: Target) -> Result<Self>;

    /// Attacks for this long and returns what was achieved.
    async fn run(self, time: Duration) -> Result<Vec<Finding>>;
}
