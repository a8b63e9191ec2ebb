//! The rooms of tournaments: their first entry, and what their end means for the tournament.

use yipan_clock::Millis;
use yipan_core::{EndReason, Side, Turn};
use yipan_record::Bytes32;
use yipan_wire::{Player, RoomConfig, SidePreference};

use crate::rules_version::current_rules_version;
use crate::{LogEntry, Room, RoomConfigError, RoomEvent, ValidatedConfig};

/// The tournament that a room belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentRoom<'a> {
    /// The code of the tournament.
    pub code: &'a str,
    /// Whether its players may give up half of their time.
    pub berserk: bool,
}

/// The end of a game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentGameEnd {
    /// The game was played.
    Played {
        /// The winner; `None` in a draw.
        winner: Option<Side>,
    },
    /// A player did not come, or did not make their first move in time.
    NotPlayed {
        /// The sides whose players are to blame, by [`Side::index`]. None of them if that is unknown.
        is_absent: [bool; 2],
    },
}

impl Room {
    /// Returns the first entry of a room for a game of a tournament, whose seats are reserved for its players.
    ///
    /// The game starts by itself when both are there.
    ///
    /// # Errors
    /// Returns [`RoomConfigError`] if the configuration is invalid.
    pub fn tournament_entry(
        code: &str,
        tournament: &TournamentRoom<'_>,
        config: RoomConfig,
        seed: Bytes32,
        [first, second]: [Player; 2],
        now: Millis,
    ) -> Result<LogEntry, RoomConfigError> {
        let config = ValidatedConfig::normalize(config)?;
        let rules_version = current_rules_version(&config);
        // The pairing has decided the sides, also of rated games.
        let config = RoomConfig {
            host_side: SidePreference::First,
            auto_start: true,
            tournament: Some(tournament.code.to_owned()),
            berserk: tournament.berserk,
            ..config
        };
        let guest = Some(Box::new(second));
        let event =
            RoomEvent::Opened { room: code.to_owned(), config, rules_version, seed, host: first, guest };
        Ok(LogEntry { at: now, command: None, event })
    }

    /// Whether the game belongs to a tournament.
    #[must_use]
    pub const fn is_in_tournament(&self) -> bool {
        self.config.tournament.is_some()
    }

    /// Returns the end of a game of a tournament; `None` while it is not over.
    ///
    /// In such a room only a moderator and time abort a game: at first the wait for the players, then that for their
    /// first moves.
    #[must_use]
    pub fn tournament_game_end(&self) -> Option<TournamentGameEnd> {
        let (winner, reason) = self.game_end?;
        if reason != EndReason::Aborted {
            return Some(TournamentGameEnd::Played { winner });
        }
        let is_absent = if self.close_reason.is_some() {
            [false; 2]
        } else if self.started_at.is_none() {
            // The host has the first side.
            self.seats.contributions.map(|contribution| contribution.is_none())
        } else {
            Side::BOTH.map(|side| self.game.turn() == Turn::Player(side))
        };
        Some(TournamentGameEnd::NotPlayed { is_absent })
    }
}
