//! Results in Chinese game files.

use yipan_pgn::GameResult;

use crate::{BLACK, RED};

/// Parses a result in PGN or in Chinese, or returns `None`.
///
/// ```
/// use yipan_xiangqi::RED;
/// use yipan_xiangqi::files::{GameResult, read_result};
/// assert_eq!(read_result("1/2-1/2"), Some(GameResult::Draw));
/// assert_eq!(read_result("红胜"), Some(GameResult::Win(RED)));
/// assert_eq!(read_result("Red won"), None);
/// ```
#[must_use]
pub fn read_result(text: &str) -> Option<GameResult> {
    match text {
        "红胜" | "紅勝" | "红方胜" | "紅方勝" | "先胜" | "先勝" => Some(GameResult::Win(RED)),
        "黑胜" | "黑勝" | "黑方胜" | "黑方勝" | "先负" | "先負" => Some(GameResult::Win(BLACK)),
        "和" | "和棋" | "和局" | "先和" => Some(GameResult::Draw),
        "未知" => Some(GameResult::Unknown),
        _ => GameResult::parse(text),
    }
}

/// Returns the result in Chinese, as forums write it.
#[must_use]
pub const fn chinese_result(result: GameResult) -> &'static str {
    match result {
        GameResult::Win(RED) => "红胜",
        GameResult::Win(BLACK) => "黑胜",
        GameResult::Draw => "和棋",
        GameResult::Unknown => "未知",
    }
}
