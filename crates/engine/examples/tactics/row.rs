use serde::{Deserialize, Serialize};

/// A position with one winning move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TacticRow {
    /// The position.
    pub(crate) fen: String,
    /// The winning move, and how the game goes on if both sides do their best.
    pub(crate) line: Vec<String>,
    /// In how many moves it mates, if it does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) mate: Option<u32>,
    /// What it wins otherwise, in hundredths of a pawn.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) wins: Option<i32>,
    /// The game it comes from: seed, number, ply.
    pub(crate) game: (u64, u64, usize),
}
