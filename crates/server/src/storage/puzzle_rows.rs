//! The rows about puzzles, as values.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yipan_ratings::Rating;

/// One of the two that an attempt rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleRatingKind {
    /// An account, by the id of its user.
    Solver,
    /// A puzzle, by its identifier.
    Puzzle,
}

impl PuzzleRatingKind {
    /// Both kinds.
    pub const ALL: [PuzzleRatingKind; 2] = [PuzzleRatingKind::Solver, PuzzleRatingKind::Puzzle];

    /// Returns the text in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            PuzzleRatingKind::Solver => "solver",
            PuzzleRatingKind::Puzzle => "puzzle",
        }
    }
}

/// The rating of a puzzle, or of an account for a set of puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PuzzleRatingRow {
    /// The name of the set.
    pub puzzle_set: String,
    /// Whether it is the rating of a solver or of a puzzle.
    pub kind: PuzzleRatingKind,
    /// The id of the user, or the identifier of the puzzle.
    pub id: String,
    /// The estimate, in points.
    pub value: f64,
    /// The standard deviation of the estimate.
    pub deviation: f64,
    /// The expected change of the strength.
    pub volatility: f64,
    /// The attempts that count.
    pub attempts: u64,
    /// Those of them that solved the puzzle.
    pub solved: u64,
    /// The time of the last one, in the server's milliseconds.
    pub updated: u64,
}

impl PuzzleRatingRow {
    /// Returns the rating after the last attempt.
    #[must_use]
    pub const fn rating(&self) -> Rating {
        Rating { value: self.value, deviation: self.deviation, volatility: self.volatility }
    }
}

/// An attempt at a puzzle, to be counted if it is the first one of its account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPuzzleAttempt {
    /// The id of the user.
    pub user_id: String,
    /// The name of the set.
    pub puzzle_set: String,
    /// The identifier of the puzzle.
    pub puzzle: String,
    /// The estimate from which the rating of the puzzle begins, and that of a new solver.
    pub difficulty: u32,
    /// Whether the puzzle was solved.
    pub is_solved: bool,
    /// The time of the attempt, in the server's milliseconds.
    pub attempted: u64,
}

/// The first attempt of an account at a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleAttemptRow {
    /// The id of the user.
    pub user_id: String,
    /// The name of the set.
    pub puzzle_set: String,
    /// The identifier of the puzzle.
    pub puzzle: String,
    /// Whether the puzzle was solved.
    pub is_solved: bool,
    /// The time of the attempt, in the server's milliseconds.
    pub attempted: u64,
    /// The value of the solver's rating before the attempt.
    pub before: f64,
    /// The value of the solver's rating after it.
    pub after: f64,
}
