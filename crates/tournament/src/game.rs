use serde::{Deserialize, Serialize};
use yipan_core::Side;

use crate::PlayerId;

/// Numbers the games of a tournament in the order in which they were paired, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub u32);

impl GameId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Two players who meet, and their colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The player who moves first.
    pub first: PlayerId,
    /// The player who moves second.
    pub second: PlayerId,
}

impl Pairing {
    /// Returns the player of a side.
    #[must_use]
    pub const fn player(self, side: Side) -> PlayerId {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// Returns the color of a player; `None` if they do not play here.
    #[must_use]
    pub fn side(self, player: PlayerId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.player(*side) == player)
    }
}

/// A game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The players and their colors.
    pub pairing: Pairing,
    /// The round, from 0. In an arena every wave of pairings is one.
    pub round: u32,
    /// The state, which a result or a void changes.
    pub state: GameState,
}

/// The state of a game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// It is being played.
    Playing,
    /// It has ended.
    Ended {
        /// The winner; `None` in a draw.
        winner: Option<Side>,
        /// The sides that gave up half of their time at the start (berserk), by [`Side::index`].
        has_berserked: [bool; 2],
    },
    /// It counts for neither player: an operator voided it, or neither player came.
    Voided,
}
