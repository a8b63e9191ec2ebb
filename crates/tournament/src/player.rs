use serde::{Deserialize, Serialize};

/// Numbers the players of a tournament in the order in which they joined, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub u32);

impl PlayerId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The user, as the host names them.
    pub user: String,
    /// The rating when they joined. It orders players with equal points.
    pub rating: u32,
    /// Whether they can be paired: false after a withdrawal.
    pub is_active: bool,
}
