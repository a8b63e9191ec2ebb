use std::fmt;

use yipan_rules::Outcome;

use crate::{BLACK, WHITE};

/// How a game ended, as far as its text tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`: White won.
    White,
    /// `0-1`: Black won.
    Black,
    /// `1/2-1/2`: a draw.
    Draw,
    /// `*`: not over, or nobody knows.
    #[default]
    Open,
}

impl GameResult {
    /// The result that a text names.
    ///
    /// ```
    /// use yipan_chess::pgn::GameResult;
    /// assert_eq!(GameResult::read("1/2-1/2"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::read("White won"), None);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::White),
            "0-1" => Some(GameResult::Black),
            "1/2-1/2" | "1/2" | "½-½" | "½" => Some(GameResult::Draw),
            "*" => Some(GameResult::Open),
            _ => None,
        }
    }
}

/// A game without an outcome is open.
impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome.map(|outcome| outcome.winner) {
            Some(Some(WHITE)) => GameResult::White,
            Some(Some(BLACK)) => GameResult::Black,
            Some(None) => GameResult::Draw,
            None => GameResult::Open,
        }
    }
}

/// The sign that ends the moves.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        })
    }
}
