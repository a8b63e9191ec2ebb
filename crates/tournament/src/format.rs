use serde::{Deserialize, Serialize};

/// How players are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Players with equal points meet, nobody twice.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
    /// Everybody meets everybody.
    RoundRobin {
        /// Whether everybody meets everybody twice, with both colors.
        is_double: bool,
    },
    /// Free players are paired at once, until the time is over.
    Arena {
        /// Whether a player may give up half of their time for a bonus.
        allows_berserk: bool,
    },
}
