use serde::{Deserialize, Serialize};
use yipan_tournament::Event;

/// An entry of the log of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TournamentEntry {
    /// The time, in the server's milliseconds.
    pub(crate) at: u64,
    pub(crate) event: Event,
    /// The rooms of the games that the event pairs, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) rooms: Vec<String>,
}
