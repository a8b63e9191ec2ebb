use std::fmt;

use serde::{Deserialize, Serialize};

/// The rating of a player in the category of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayerRating {
    /// The points.
    pub points: i32,
    /// Whether too little is known about the player to compare the rating with others.
    #[serde(default, skip_serializing_if = "crate::room_config::is_false")]
    pub provisional: bool,
}

/// Writes the points, followed by `?` if the rating is provisional.
impl fmt::Display for PlayerRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.points, if self.provisional { "?" } else { "" })
    }
}

/// The change of a player's rating by a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingChange {
    /// The points before the game.
    pub before: i32,
    /// The rating after it.
    pub after: PlayerRating,
}

/// The changes of ratings by a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoomRatings {
    /// The category, such as `chess960.blitz`.
    pub category: String,
    /// The changes of the first and the second side; `None` for the moment before the game is rated.
    pub changes: Option<[RatingChange; 2]>,
}
