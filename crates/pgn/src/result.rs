use core::fmt;

use yipan_core::{Outcome, Side, result_text};

/// The result of a game as PGN writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0` or `0-1`: this side won.
    Win(Side),
    /// `1/2-1/2`: a draw.
    Draw,
    /// `*`: not over, or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// Parses a result.
    ///
    /// ```
    /// use yipan_pgn::GameResult;
    /// assert_eq!(GameResult::parse("1/2-1/2"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::parse("White won"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::Win(Side::First)),
            "0-1" => Some(GameResult::Win(Side::Second)),
            "1/2-1/2" | "1/2" | "½-½" | "½" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unknown),
            _ => None,
        }
    }
}

/// A game without an outcome has an unknown result.
impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome.map(|outcome| outcome.winner) {
            Some(Some(side)) => GameResult::Win(side),
            Some(None) => GameResult::Draw,
            None => GameResult::Unknown,
        }
    }
}

/// Writes the result as it ends the moves.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Win(winner) => result_text(Some(*winner)),
            GameResult::Draw => result_text(None),
            GameResult::Unknown => "*",
        })
    }
}
