//! The rows about ratings, as values.

use yipan_core::Side;
use yipan_ratings::{Category, Rating};

/// The rating of an account in one category.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// The category.
    pub category: Category,
    /// The rating after the last rated game.
    pub rating: Rating,
    /// The end of that game, in the server's milliseconds.
    pub updated: u64,
    /// The number of rated games.
    pub games: u64,
}

/// The results of an account in a set of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// The games won.
    pub wins: u32,
    /// The games drawn.
    pub draws: u32,
    /// The games lost.
    pub losses: u32,
}

impl ResultCounts {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// The results of an account against other users.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserResultsRow {
    /// The results of each game and mix of modes, the one with most games first.
    pub results: Vec<ModeResultsRow>,
    /// The wins since the last game that was not won.
    pub current_win_streak: u32,
    /// The most games won in a row.
    pub longest_win_streak: u32,
}

/// The results of an account in one game with one mix of modes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeResultsRow {
    /// The name of the game.
    pub game: String,
    /// The names of the modes, in order.
    pub modes: Vec<String>,
    /// The results.
    pub counts: ResultCounts,
}

/// A rated game as one of its players sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingHistoryRow {
    /// The code of the room.
    pub room: String,
    /// The time of the end, in the server's milliseconds.
    pub ended: u64,
    /// The value of the rating before the game.
    pub before: f64,
    /// The value of the rating after it.
    pub after: f64,
}

/// The ratings of both players before and after a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedGameRow {
    /// The category.
    pub category: Category,
    /// The ids of the first and the second player.
    pub users: [String; 2],
    /// The values before, and the values and deviations after the game, of the first and the second side; `None` before
    /// it is rated.
    pub changes: Option<[RatingChangeRow; 2]>,
}

/// The change of one rating by a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChangeRow {
    /// The value before the game.
    pub before: f64,
    /// The value after it.
    pub after: f64,
    /// The deviation after it.
    pub deviation: f64,
}

/// The games of a user that a list shows. Others see public games, and rated ones that are over,
/// unless the room has no spectators.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// The id of the user.
    pub user_id: String,
    /// The id of the user who asks.
    pub viewer_id: String,
    /// The name of the game.
    pub game: Option<String>,
    /// The name of a mode that is played.
    pub mode: Option<String>,
    /// The result for the user.
    pub result: Option<GameResult>,
    /// The id of the opponent.
    pub opponent: Option<String>,
    /// The creation time and the code of the last room of the page before.
    pub before: Option<(u64, String)>,
    /// The most games.
    pub limit: u32,
}

/// The result of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The player won.
    Win,
    /// Neither player won.
    Draw,
    /// The opponent won.
    Loss,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The code of the room.
    pub room: String,
    /// The time when the room was opened, in the server's milliseconds.
    pub created: u64,
    /// The summary as JSON.
    pub summary: String,
}

/// Returns the text of a winner in the database.
pub(crate) const fn winner_key(winner: Option<Side>) -> Option<&'static str> {
    match winner {
        Some(Side::First) => Some("first"),
        Some(Side::Second) => Some("second"),
        None => None,
    }
}
