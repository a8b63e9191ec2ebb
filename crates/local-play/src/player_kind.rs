use serde::{Deserialize, Serialize};

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// A person at this screen.
    Human,
    /// The computer, at a level.
    Computer(u8),
}
