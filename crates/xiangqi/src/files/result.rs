use std::fmt;

use yipan_rules::Outcome;

use crate::{BLACK, RED};

/// How a game ended, as far as its text tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`: Red won.
    Red,
    /// `0-1`: Black won.
    Black,
    /// `1/2-1/2`: a draw.
    Draw,
    /// `*`: not over, or nobody knows.
    #[default]
    Open,
}

impl GameResult {
    /// The result that a text names, by sign or in Chinese.
    ///
    /// ```
    /// use yipan_xiangqi::files::GameResult;
    /// assert_eq!(GameResult::read("1/2-1/2"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::read("红胜"), Some(GameResult::Red));
    /// assert_eq!(GameResult::read("Red won"), None);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<GameResult> {
        match text {
            "1-0" | "红胜" | "紅勝" | "红方胜" | "紅方勝" | "先胜" | "先勝" => {
                Some(GameResult::Red)
            }
            "0-1" | "黑胜" | "黑勝" | "黑方胜" | "黑方勝" | "先负" | "先負" => {
                Some(GameResult::Black)
            }
            "1/2-1/2" | "1/2" | "½-½" | "½" | "和" | "和棋" | "和局" | "先和" => {
                Some(GameResult::Draw)
            }
            "*" | "未知" => Some(GameResult::Open),
            _ => None,
        }
    }

    /// The result in Chinese, as forums write it.
    #[must_use]
    pub const fn chinese(self) -> &'static str {
        match self {
            GameResult::Red => "红胜",
            GameResult::Black => "黑胜",
            GameResult::Draw => "和棋",
            GameResult::Open => "未知",
        }
    }
}

/// A game without an outcome is open.
impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome.map(|outcome| outcome.winner) {
            Some(Some(RED)) => GameResult::Red,
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
            GameResult::Red => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        })
    }
}
