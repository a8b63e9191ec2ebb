use serde::{Deserialize, Serialize};

/// The last move that a node has queued for a socket, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShownMove {
    /// The number of its event.
    pub(crate) seq: u64,
    /// The time in the service's milliseconds.
    pub(crate) at: u64,
}
