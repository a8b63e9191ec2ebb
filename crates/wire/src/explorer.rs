//! The answers of the HTTP API about the opening explorer.

use serde::{Deserialize, Serialize};
use yipan_core::Side;

use crate::Player;

/// The moves that were played in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExplorerPosition {
    /// The moves, the most played first. In liuzichong these are all legal moves.
    pub moves: Vec<ExplorerMove>,
    /// The latest games that everyone may see, the latest first.
    pub recent_games: Vec<ExplorerGame>,
}

/// A move with the results of the games in which it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExplorerMove {
    /// The move in coordinates.
    pub action: String,
    /// The games that the first side won.
    pub first_wins: u64,
    /// The games drawn.
    pub draws: u64,
    /// The games that the second side won.
    pub second_wins: u64,
    /// The average rating of the players, of the games in which both have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average_rating: Option<u64>,
    /// The exact value of the move, where the game is solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<ExactValue>,
}

impl ExplorerMove {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.first_wins + self.draws + self.second_wins
    }
}

/// The value of a move with best play of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExactValue {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The plies to the end of the game, with the move; `None` for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u8>,
}

/// A finished game in which a position was reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExplorerGame {
    /// The code of the room.
    pub room: String,
    /// The move that was played in the position, in coordinates.
    pub action: String,
    /// The players of the first and the second side.
    pub players: [Player; 2],
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The time at which the game started, in the server's milliseconds.
    pub started_at: u64,
}
