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
    /// Asks for the reasons why a line that is known to be best begins as it does. Nothing is searched.
    Explain {
        /// The actions of both sides after those of the request.
        line: Vec<String>,
    },
    /// Asks for an evaluation with its lines. Responses that are partial come before the last one.
    Analyze {
        /// The search time in milliseconds.
        time_ms: u32,
        /// The number of lines, where the engine has several.
        line_count: usize,
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
    /// Whether the search goes on and another response follows.
    #[serde(default)]
    pub is_partial: bool,
    /// The move; `None` if the computer resigns or has no move.
    pub action: Option<String>,
    /// The evaluation as text.
    pub evaluation_text: LocalizedText,
    /// The reasons for the move of a hint or for an explained line, as a sentence without capital and period; empty if there are none.
    #[serde(default)]
    pub reasons_text: LocalizedText,
    /// The evaluation in pawns for the first side, from -100 to 100; `None` if unknown.
    pub pawns: Option<f64>,
    /// The score as engines write it, `+0.35` or `#3`; `None` if the evaluation is no number.
    #[serde(default)]
    pub score: Option<String>,
    /// The principal variations, best first.
    #[serde(default)]
    pub lines: Vec<EngineLine>,
    /// The search depth in plies; `None` if the evaluation has none.
    #[serde(default)]
    pub depth: Option<u32>,
    /// The nodes searched.
    #[serde(default)]
    pub nodes: u64,
    /// The time of the search, in milliseconds.
    #[serde(default)]
    pub search_ms: u32,
    /// The nodes searched in a second.
    #[serde(default)]
    pub nodes_per_second: u64,
    /// Each action with its expected value, best first, in games with modes.
    #[serde(default)]
    pub action_values: Vec<ActionValue>,
    /// The same for one who sees the whole game, where something is hidden from the side to move.
    #[serde(default)]
    pub hindsight_values: Vec<ActionValue>,
    /// Each move with its value for the mover (1, 0, -1) and the plies to the end.
    pub tablebase_moves: Vec<(String, i8, Option<u32>)>,
    /// The imported game, or the error.
    #[serde(default)]
    pub imported: Option<Result<ImportedText, LocalizedText>>,
}

impl WorkerResponse {
    /// Whether this response about a position is worth more than an earlier one: deeper, or with more lines.
    #[must_use]
    pub fn improves(&self, earlier: &WorkerResponse) -> bool {
        self.lines.len() > earlier.lines.len() || self.depth >= earlier.depth
    }
}

/// A principal variation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineLine {
    /// The score as engines write it; empty if it is no number.
    pub score: String,
    /// The scores after a bad and a good roll for the first side.
    #[serde(default)]
    pub spread: Option<[String; 2]>,
    /// The actions.
    pub actions: Vec<String>,
}

/// An action with its expected value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ActionValue {
    /// The action.
    pub action: String,
    /// The value in pawns for the first side.
    pub pawns: f64,
    /// The value as engines write it.
    pub score: String,
    /// The scores after a bad and a good roll for the first side; `None` if no roll follows or it is not known.
    #[serde(default)]
    pub spread: Option<[String; 2]>,
}

#[cfg(test)]
impl ActionValue {
    /// Creates the value of an action for a test.
    pub(crate) fn of(action: &str, pawns: f64) -> ActionValue {
        ActionValue { action: action.to_owned(), pawns, ..ActionValue::default() }
    }
}

/// An imported game in a response.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedText {
    /// The game as [`crate::GameTree::save`] writes it.
    pub tree: String,
    /// Sentences about what was not imported.
    pub notes: LocalizedText,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shallow_response_does_not_replace_a_deep_one_with_as_many_lines() {
        let response = |depth, line_count| WorkerResponse {
            depth: Some(depth),
            lines: vec![EngineLine::default(); line_count],
            ..WorkerResponse::default()
        };
        let deep = response(20, 2);
        assert!(!response(3, 2).improves(&deep) && !response(19, 1).improves(&deep));
        assert!(response(3, 3).improves(&deep) && response(20, 2).improves(&deep));
        assert!(WorkerResponse::default().improves(&WorkerResponse::default()));
    }
}
