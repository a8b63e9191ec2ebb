//! Games that are played over days, while their players come and go.

use yipan_clock::Millis;
use yipan_core::Side;

use crate::{LogEntry, Room, RoomEvent};

/// The turn of a running correspondence game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrespondenceTurn {
    /// The side to move.
    pub side: Side,
    /// The ids of the users of the first and the second side.
    pub users: [String; 2],
    /// The time of the move before, in the server's milliseconds.
    pub since: Millis,
    /// The time of the last entry, until which outages of the service are part of the log.
    pub logged_until: Millis,
    /// The time when the game ends unless the side moves.
    pub deadline: Millis,
    /// The number of actions that were played.
    pub plies: usize,
}

impl Room {
    /// Whether each side has days for every move.
    #[must_use]
    pub fn is_correspondence(&self) -> bool {
        self.validated_config.time_control.is_correspondence()
    }

    /// Returns the turn of a correspondence game that is being played.
    #[must_use]
    pub fn correspondence_turn(&self) -> Option<CorrespondenceTurn> {
        let side = self.side_to_move().filter(|_| self.is_correspondence())?;
        let user = |side| self.player(side).map(|player| player.id.clone());
        Some(CorrespondenceTurn {
            side,
            users: [user(Side::First)?, user(Side::Second)?],
            since: self.actions.last().map(|action| action.at).or(self.started_at)?,
            logged_until: self.log.last()?.at,
            deadline: self.deadline()?,
            plies: self.plies(),
        })
    }

    /// Returns the entries that give the players of a correspondence game the time back for which the service was down
    /// since the last entry.
    ///
    /// `outages` are the beginning and the end of each, in order.
    #[must_use]
    pub fn missed_outages(&self, outages: &[(Millis, Millis)]) -> Vec<LogEntry> {
        let Some(last) = self.log.last().filter(|_| self.is_playing()) else { return Vec::new() };
        let missed = outages.iter().filter(|(_, until)| *until > last.at);
        missed
            .map(|(since, until)| {
                let event = RoomEvent::Outage { since: (*since).max(last.at) };
                LogEntry { at: *until, command: None, event }
            })
            .collect()
    }
}
