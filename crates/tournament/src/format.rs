use serde::{Deserialize, Serialize};

/// The way in which players are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Players with equal points meet, no two of them twice.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
    /// Every two players meet.
    RoundRobin {
        /// Whether every two players meet twice, with both colors.
        is_double: bool,
    },
    /// Free players are paired at once, until the time is over.
    Arena {
        /// Whether a player may give up half of their time for a bonus.
        allows_berserk: bool,
    },
}
