//! The answers of the HTTP API about any account.

use serde::{Deserialize, Serialize};

use crate::room_config::is_false;
use crate::{GameSummary, PlayerRating, PuzzleRating};

/// An account as everyone may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UserProfile {
    /// The public id.
    pub id: String,
    /// The name the user chose.
    pub name: String,
    /// Whether the account is marked as a bot.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_bot: bool,
    /// The time when the user first came, in the server's milliseconds.
    pub joined_at: u64,
    /// The ratings, the category with most games first.
    pub ratings: Vec<CategoryRating>,
    /// The ratings for puzzles, the set with most attempts first.
    #[serde(default)]
    pub puzzles: Vec<PuzzleRating>,
}

/// The rating of an account in one category, and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CategoryRating {
    /// The category, such as `chess960.blitz`.
    pub category: String,
    /// The rating today.
    pub rating: PlayerRating,
    /// The standard deviation of the rating, in points.
    pub deviation: u32,
    /// The rated games that were won.
    pub wins: u32,
    /// The rated games that were drawn.
    pub draws: u32,
    /// The rated games that were lost.
    pub losses: u32,
}

/// The rating of an account in one category after each of its last games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingHistory {
    /// The games, the latest first.
    pub games: Vec<RatingHistoryEntry>,
}

/// A rated game and the rating after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingHistoryEntry {
    /// The room's code.
    pub room: String,
    /// The time when the game ended, in the server's milliseconds.
    pub ended_at: u64,
    /// The points before the game.
    pub before: i32,
    /// The points after it.
    pub after: i32,
}

/// The results of an account against other users, in the games that its list shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UserResults {
    /// The results of each game and mix of modes, the one with most games first.
    pub results: Vec<ModeResults>,
    /// The wins since the last game that was not won.
    pub current_win_streak: u32,
    /// The most games won in a row.
    pub longest_win_streak: u32,
}

/// The results of an account in one game with one mix of modes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ModeResults {
    /// The game, by name: `chess`, `xiangqi` or `liuzichong`.
    pub game: String,
    /// The modes, by name, in alphabetical order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<String>,
    /// The games that were won.
    pub wins: u32,
    /// The games that were drawn.
    pub draws: u32,
    /// The games that were lost.
    pub losses: u32,
}

impl ModeResults {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// A part of a list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GamePage {
    /// The games, the latest first.
    pub games: Vec<GameSummary>,
    /// The value of `before` that asks for the next part; `None` after the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// An account as lists name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FoundUser {
    /// The public id.
    pub id: String,
    /// The name the user chose.
    pub name: String,
    /// Whether the account is marked as a bot.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_bot: bool,
}
