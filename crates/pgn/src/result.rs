use std::fmt;

use yipan_rules::{Outcome, Seat};

/// How a game ended, as far as its text tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0` or `0-1`: this seat won.
    Won(Seat),
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
    /// use yipan_pgn::GameResult;
    /// assert_eq!(GameResult::read("1/2-1/2"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::read("White won"), None);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::Won(Seat::First)),
            "0-1" => Some(GameResult::Won(Seat::Second)),
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
            Some(Some(seat)) => GameResult::Won(seat),
            Some(None) => GameResult::Draw,
            None => GameResult::Open,
        }
    }
}

/// The sign that ends the moves.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Won(Seat::First) => "1-0",
            GameResult::Won(Seat::Second) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        })
    }
}
