use yipan_client::{PuzzleProgress, daily_puzzle, practice_puzzle, streak_puzzle};
use yipan_puzzles::{Puzzle, PuzzleFile, PuzzleTheme};

use super::puzzle_mode::PuzzleMode;

/// The circumstances on which the choice of a puzzle depends.
#[derive(Default)]
pub(super) struct PuzzleChoice<'a> {
    pub(super) theme: Option<PuzzleTheme>,
    pub(super) current: Option<&'a Puzzle>,
    /// The puzzles solved in the streak.
    pub(super) solved: u32,
    pub(super) seed: u64,
    /// The rating of the player, in points.
    pub(super) rating: Option<i32>,
    /// The day of the daily puzzle.
    pub(super) day: u64,
}

/// Chooses a puzzle for a mode.
pub(super) fn choose<'a>(
    file: &'a PuzzleFile,
    mode: PuzzleMode,
    choice: &PuzzleChoice<'_>,
    progress: &PuzzleProgress,
) -> Option<&'a Puzzle> {
    let PuzzleChoice { theme, current, solved, seed, rating, day } = *choice;
    match mode {
        PuzzleMode::Daily => daily_puzzle(file, day),
        PuzzleMode::Practice => practice_puzzle(file, theme, progress, current, rating, seed),
        PuzzleMode::Streak => streak_puzzle(file, solved, seed),
    }
}
