use super::puzzle_rows::{NewPuzzleAttempt, PuzzleAttemptRow, PuzzleRatingKind, PuzzleRatingRow};
use super::store_error::StoreFuture;

/// The part of the store that is about puzzles.
pub trait PuzzleStore {
    /// Adds an attempt and rates the solver and the puzzle, in one transaction.
    ///
    /// Returns false, and changes nothing, if the account has attempted the puzzle before.
    fn add_puzzle_attempt(&self, attempt: NewPuzzleAttempt) -> StoreFuture<'_, bool>;

    /// Returns the first attempt of a user at a puzzle.
    fn puzzle_attempt(
        &self,
        user_id: &str,
        puzzle_set: &str,
        puzzle: &str,
    ) -> StoreFuture<'_, Option<PuzzleAttemptRow>>;

    /// Returns the rating of a puzzle or of a solver; `None` before the first attempt.
    fn puzzle_rating(
        &self,
        puzzle_set: &str,
        kind: PuzzleRatingKind,
        id: &str,
    ) -> StoreFuture<'_, Option<PuzzleRatingRow>>;

    /// Returns the ratings of a user for each set of puzzles, the set with most attempts first.
    fn puzzle_ratings_of(&self, user_id: &str) -> StoreFuture<'_, Vec<PuzzleRatingRow>>;

    /// Returns the first attempts of an account, the latest first.
    fn puzzle_attempts_of(&self, user_id: &str) -> StoreFuture<'_, Vec<PuzzleAttemptRow>>;
}
