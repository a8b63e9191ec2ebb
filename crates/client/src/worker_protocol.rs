//! The messages between the page and its engine worker.

use serde::{Deserialize, Serialize};
use yipan_core::Side;
use yipan_local_play::LocalSetup;

use crate::text::localized_text::LocalizedText;

/// A request to the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerRequest {
    /// The id, repeated in the response.
    pub id: u32,
    /// The setup of the game.
    pub setup: LocalSetup,
    /// The actions so far.
    pub actions: Vec<String>,
    /// The query about the game after these actions.
    pub query: WorkerQuery,
}

/// A query about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "query", rename_all = "kebab-case")]
pub enum WorkerQuery {
    /// Asks for the computer's move.
    Move {
        /// The computer's side.
        side: Side,
        /// The computer's level.
        level: u8,
    },
    /// Asks for the best move and an evaluation.
    Hint,
    /// Asks for an evaluation.
    Evaluate {
        /// The search time in milliseconds.
        time_ms: u32,
    },
    /// Asks for the tablebase value of every move.
    Tablebase,
    /// Asks to import a game in any known format.
    Import {
        /// The pasted text, the file, or one game of it.
        bytes: Vec<u8>,
        /// The line of the file at which the bytes begin, counted from 1.
        first_line: usize,
    },
}

/// A response of the worker.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkerResponse {
    /// The id of the request.
    pub id: u32,
    /// Whether the worker could not start or has stopped; the other fields are then empty.
    #[serde(default)]
    pub failed: bool,
    /// The move; `None` if the computer resigns or has no move.
    pub action: Option<String>,
    /// The evaluation as text.
    pub evaluation_text: LocalizedText,
    /// The evaluation in pawns for the first side, from -100 to 100; `None` if unknown.
    pub pawns: Option<f64>,
    /// The score as engines write it, `+0.35` or `#3`; `None` if the evaluation is no number.
    #[serde(default)]
    pub score: Option<String>,
    /// The principal variation, as actions.
    pub principal_variation: Vec<String>,
    /// Each move with its value for the mover (1, 0, -1) and the plies to the end.
    pub tablebase_moves: Vec<(String, i8, Option<u32>)>,
    /// The imported game, or the error.
    #[serde(default)]
    pub imported: Option<Result<ImportedText, LocalizedText>>,
}

/// An imported game in a response.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedText {
    /// The game as [`crate::GameTree::save`] writes it.
    pub tree: String,
    /// Sentences about what was not imported.
    pub notes: LocalizedText,
}
