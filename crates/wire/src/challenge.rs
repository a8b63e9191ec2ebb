//! Challenges: one account asks another for a game.

use serde::{Deserialize, Serialize};

use crate::{FoundUser, RoomConfig};

/// A request to challenge an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    /// The id of the account that is challenged.
    pub user: String,
    /// The room of the game. The challenger is its host.
    pub config: RoomConfig,
}

/// A request to decline a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DeclineChallenge {
    /// The reason that the challenger reads.
    pub reason: DeclineReason,
}

/// A challenge, as its two accounts see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Challenge {
    /// The random id that stands in the paths of requests about it.
    pub id: String,
    /// The account that asks for a game.
    pub challenger: FoundUser,
    /// The account that is asked.
    pub challenged: FoundUser,
    /// The room of the game.
    pub config: RoomConfig,
    /// The time when it expires, in the server's milliseconds.
    pub expires_at: u64,
    /// Whether it can still be answered, or how it ended.
    pub state: ChallengeState,
}

/// The state of a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "type")]
pub enum ChallengeState {
    /// It waits for an answer.
    Open,
    /// It was accepted, and the game is in a room with reserved seats.
    Accepted {
        /// The code of the room.
        room: String,
    },
    /// The challenged account does not want this game.
    Declined {
        /// The reason that it has chosen.
        reason: DeclineReason,
    },
    /// The challenger has withdrawn it.
    Withdrawn,
    /// It was not answered in time.
    Expired,
}

/// The reason why a challenge was declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DeclineReason {
    /// They do not play now.
    NotNow,
    /// They would play another game, or with other modes.
    OtherGame,
    /// They would play with another clock.
    OtherClock,
    /// They play rated games only.
    RatedOnly,
    /// They play unrated games only.
    CasualOnly,
}

impl DeclineReason {
    /// All reasons, in the order of the page.
    pub const ALL: [DeclineReason; 5] = [
        DeclineReason::NotNow,
        DeclineReason::OtherGame,
        DeclineReason::OtherClock,
        DeclineReason::RatedOnly,
        DeclineReason::CasualOnly,
    ];

    /// Returns the name that stands in JSON and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            DeclineReason::NotNow => "not-now",
            DeclineReason::OtherGame => "other-game",
            DeclineReason::OtherClock => "other-clock",
            DeclineReason::RatedOnly => "rated-only",
            DeclineReason::CasualOnly => "casual-only",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_the_same_name_in_json() {
        for reason in DeclineReason::ALL {
            assert_eq!(serde_json::to_value(reason).ok(), Some(reason.as_str().into()));
        }
    }
}
