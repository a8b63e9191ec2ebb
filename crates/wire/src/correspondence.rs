//! The running correspondence games of an account.

use serde::{Deserialize, Serialize};
use yipan_core::Side;

use crate::{Player, RoomConfig};

/// The running correspondence games of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CorrespondenceGames {
    /// The time of the answer, in the server's milliseconds.
    pub now: u64,
    /// The games: first those where it is the turn of the account, each group by the time left.
    pub games: Vec<CorrespondenceGame>,
}

/// A running correspondence game of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CorrespondenceGame {
    /// The code of the room.
    pub room: String,
    /// The configuration.
    pub config: RoomConfig,
    /// The player opposite the account.
    pub opponent: Player,
    /// The side of the account.
    pub side: Side,
    /// Whether it is the turn of the account.
    pub is_own_turn: bool,
    /// The number of plies that were played.
    pub plies: u32,
    /// The time when the player to move loses, or the game is aborted before their first move, in the server's
    /// milliseconds.
    pub deadline: u64,
}
