use crate::Rating;

/// The deviation of a puzzle that has not been attempted: its difficulty is an estimate of a search.
const ESTIMATE_DEVIATION: f64 = 200.0;

/// Returns the rating of a puzzle that has not been attempted.
#[must_use]
pub fn estimated_rating(difficulty: u32) -> Rating {
    Rating { value: f64::from(difficulty), deviation: ESTIMATE_DEVIATION, ..Rating::default() }
}

/// Returns the rating of a solver without attempts: the difficulty of the first puzzle. The sets differ too much for one
/// value.
#[must_use]
pub fn new_solver_rating(difficulty: u32) -> Rating {
    Rating { value: f64::from(difficulty), ..Rating::default() }
}

/// Returns the ratings of the solver and of the puzzle after an attempt, which is a game between them.
///
/// ```
/// use yipan_ratings::{Rating, estimated_rating, rate_puzzle};
///
/// let [solver, puzzle] = rate_puzzle(Rating::default(), estimated_rating(1500), true);
/// assert!(solver.value > 1500.0 && puzzle.value < 1500.0);
/// ```
#[must_use]
pub fn rate_puzzle(solver: Rating, puzzle: Rating, is_solved: bool) -> [Rating; 2] {
    let score = if is_solved { 1.0 } else { 0.0 };
    [solver.after_games(&[(puzzle, score)]), puzzle.after_games(&[(solver, 1.0 - score)])]
}
