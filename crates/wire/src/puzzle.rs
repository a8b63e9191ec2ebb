//! The requests and answers of the HTTP API about puzzles.

use serde::{Deserialize, Serialize};

use crate::PlayerRating;

/// An attempt at a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleAttemptRequest {
    /// The moves of the solver up to the first mistake or hint, in coordinates and without the replies.
    pub moves: Vec<String>,
}

/// The answer to an attempt at a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleAttemptResult {
    /// Whether the moves solve the puzzle.
    pub solved: bool,
    /// Whether the attempt has changed the ratings: only the first one of an account does.
    pub counted: bool,
    /// The rating of the solver for this set of puzzles.
    pub rating: PlayerRating,
    /// The change of that rating by the first attempt, in points.
    pub change: i32,
    /// The rating of the puzzle, in points.
    pub puzzle_rating: i32,
}

/// The rating of an account for a set of puzzles, and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleRating {
    /// The set: `chess`, `xiangqi`, `liuzichong` or `dice`.
    pub set: String,
    /// The rating today.
    pub rating: PlayerRating,
    /// The puzzles that were attempted.
    pub attempts: u64,
    /// The puzzles that were solved at the first attempt.
    pub solved: u64,
}
