use std::fmt::Display;
use std::str::FromStr;

use yipan_engine::Playable;

use crate::PuzzleTheme;

/// A game whose puzzles are found by search.
pub trait PuzzleGame: Playable + Display + FromStr {
    /// Returns the start position.
    fn start() -> Self;

    /// Returns the history of a game that begins at this position.
    fn empty_history(&self) -> Self::GameHistory;

    /// Returns a move in coordinates.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Returns the legal move with these coordinates.
    fn parse_move(&self, text: &str) -> Option<Self::Move>;

    /// Returns the themes of a line that begins here, sorted. The solver makes the first and the last move.
    fn themes(&self, line: &[Self::Move]) -> Vec<PuzzleTheme>;
}
