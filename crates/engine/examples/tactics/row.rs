use serde::{Deserialize, Serialize};

/// A position with exactly one winning move, as a row of the data file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TacticRow {
    pub(crate) fen: String,
    /// The principal variation, beginning with the winning move.
    pub(crate) line: Vec<String>,
    /// The number of moves to mate, if it is a mate.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) mate: Option<u32>,
    /// The score in centipawns, if it is not a mate.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) wins: Option<i32>,
    /// The source: seed, game number, ply.
    pub(crate) game: (u64, u64, usize),
}
