use yipan_clock::Millis;
use yipan_core::{EndReason, Side};
use yipan_ratings::Category;

use crate::{Room, RoomEvent};

/// A finished game that changes the ratings of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The category.
    pub category: Category,
    /// The ids of the users of the first and the second side.
    pub users: [String; 2],
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The time of the end.
    pub ended_at: Millis,
}

impl Room {
    /// Returns the game if it is over and rated. One that was aborted is not.
    #[must_use]
    pub fn rated_game(&self) -> Option<RatedGame> {
        let category = self.validated_config.category?;
        let (winner, reason) = self.game_end?;
        if reason == EndReason::Aborted {
            return None;
        }
        let user = |side| self.player(side).map(|player| player.id.clone());
        let users = [user(Side::First)?, user(Side::Second)?];
        let is_end = |event: &RoomEvent| matches!(event, RoomEvent::Ended { .. });
        let ended_at = self.log.iter().rev().find(|entry| is_end(&entry.event))?.at;
        Some(RatedGame { category, users, winner, ended_at })
    }
}
