//! Puzzles in either database.

use super::puzzles;
use super::sql_store::SqlStore;
use super::write::Write;
use crate::storage::puzzle_rows::{NewPuzzleAttempt, PuzzleAttemptRow, PuzzleRatingKind, PuzzleRatingRow};
use crate::storage::puzzle_store::PuzzleStore;
use crate::storage::store::StoreFuture;

impl PuzzleStore for SqlStore {
    fn add_puzzle_attempt(&self, attempt: NewPuzzleAttempt) -> StoreFuture<'_, bool> {
        Box::pin(async { self.write(Write::AddPuzzleAttempt(attempt)).await })
    }

    fn puzzle_attempt(
        &self,
        user_id: &str,
        puzzle_set: &str,
        puzzle: &str,
    ) -> StoreFuture<'_, Option<PuzzleAttemptRow>> {
        let [user_id, puzzle_set, puzzle] = [user_id, puzzle_set, puzzle].map(str::to_owned);
        Box::pin(async move { Ok(puzzles::attempt(&self.readers, &user_id, &puzzle_set, &puzzle).await?) })
    }

    fn puzzle_rating(
        &self,
        puzzle_set: &str,
        kind: PuzzleRatingKind,
        id: &str,
    ) -> StoreFuture<'_, Option<PuzzleRatingRow>> {
        let [puzzle_set, id] = [puzzle_set, id].map(str::to_owned);
        Box::pin(async move { Ok(puzzles::rating(&self.readers, &puzzle_set, kind, &id).await?) })
    }

    fn puzzle_ratings_of(&self, user_id: &str) -> StoreFuture<'_, Vec<PuzzleRatingRow>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(puzzles::ratings_of(&self.readers, &user_id).await?) })
    }

    fn puzzle_attempts_of(&self, user_id: &str) -> StoreFuture<'_, Vec<PuzzleAttemptRow>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(puzzles::attempts_of(&self.readers, &user_id).await?) })
    }
}
