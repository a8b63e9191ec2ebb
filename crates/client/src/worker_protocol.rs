//! What the page asks of the computer, and what it answers: messages between the page and its worker.

use serde::{Deserialize, Serialize};
use yipan_wire::WireSide;

use crate::local::setup::LocalSetup;
use crate::text::localized_text::LocalizedText;

/// A question about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerRequest {
    /// Comes back with the answer.
    pub id: u32,
    /// What was agreed.
    pub setup: LocalSetup,
    /// Every action so far.
    pub actions: Vec<String>,
    /// What is asked.
    pub query: WorkerQuery,
}

/// What may be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum WorkerQuery {
    /// What a computer of this level does.
    Move {
        /// The side it plays.
        side: WireSide,
        /// How well.
        level: u8,
    },
    /// What the side to move should do, and how the game stands.
    Hint,
    /// How the game stands: thought about for so long.
    Evaluate {
        /// Milliseconds.
        time_ms: u32,
    },
    /// What each move is worth, in a game that is solved.
    Tablebase,
    /// Which game this is, in whatever form it was written.
    Import {
        /// What was pasted or is in the file.
        bytes: Vec<u8>,
    },
}

/// What comes back.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkerResponse {
    /// Of which question.
    pub id: u32,
    /// Whether nobody could be asked, or the one who was asked has stopped; then there is nothing else in it.
    #[serde(default)]
    pub failed: bool,
    /// What to do; nothing means that it gives up, or that nothing can be done.
    pub action: Option<String>,
    /// How the game stands, in words.
    pub evaluation_text: LocalizedText,
    /// The same as a number of pawns for the first seat, from -100 to 100; nothing where none is known.
    pub pawns: Option<f64>,
    /// The line that is expected, as people write it.
    pub principal_variation: Vec<String>,
    /// Each move with its worth for the mover (1, 0, -1) and the plies to the end.
    pub tablebase_moves: Vec<(String, i8, Option<u32>)>,
    /// What was read, as [`crate::Replay::save`] writes it, or what is wrong with it.
    #[serde(default)]
    pub imported: Option<Result<String, LocalizedText>>,
}
