//! The room of the next game.

use yipan_clock::Millis;
use yipan_core::{EndReason, Side};
use yipan_ratings::UnratedReason;
use yipan_record::Bytes32;
use yipan_wire::{Offer, RoomConfig, SidePreference};

use crate::decide::NO_CONTRIBUTION;
use crate::rules_version::current_rules_version;
use crate::{CommandError, LogEntry, Room, RoomConfigError, RoomEvent, ValidatedConfig};

/// The limit for chat messages that are carried over to the next room.
const MAX_CARRIED_MESSAGES: usize = 50;

/// The aborted games in a row after which there is no rated rematch.
const MAX_ABORTS: u8 = 2;

impl Room {
    /// Whether both players have agreed to a rematch and its room has not been opened.
    #[must_use]
    pub const fn is_rematch_pending(&self) -> bool {
        self.agreed_rematch.is_some() && self.rematch_room.is_none()
    }

    /// Whether an offer of a rematch depends on how the games of these players before this one ended.
    #[must_use]
    pub fn is_rematch_restricted(&self) -> bool {
        let was_aborted = self.game_end.is_some_and(|(_, reason)| reason == EndReason::Aborted);
        self.config.rated && was_aborted
    }

    /// Rejects a rated rematch of players who abort one game after another, for instance until they have a certain side.
    pub(crate) fn check_aborts(&self, aborted_before: u8) -> Result<(), CommandError> {
        if self.is_rematch_restricted() && aborted_before.saturating_add(1) >= MAX_ABORTS {
            return Err(CommandError::Unrated(UnratedReason::RepeatedAborts));
        }
        Ok(())
    }

    /// Returns the first entries of the next room's log: the same configuration with the agreed sides, a seat that is
    /// reserved for the opponent, and the last chat messages.
    ///
    /// # Errors
    /// Returns [`RoomConfigError`] if the configuration is no longer valid.
    pub fn rematch_entries(
        &self,
        code: &str,
        seed: Bytes32,
        now: Millis,
    ) -> Result<Vec<LogEntry>, RoomConfigError> {
        let was_first = self.seats.host_side == Some(Side::First);
        let is_first = was_first == (self.agreed_rematch == Some(Offer::RematchSame));
        let host_side = match is_first {
            _ if self.config.rated => SidePreference::Random,
            true => SidePreference::First,
            false => SidePreference::Second,
        };
        let config = RoomConfig { host_side, ..self.config.clone() };
        ValidatedConfig::validate(&config)?;
        // A computer sits down at once; a human sits down with a contribution.
        let guest = self.guest().cloned();
        let (computer, human) = if guest.as_ref().is_some_and(|guest| guest.level.is_some()) {
            (guest, None)
        } else {
            (None, guest)
        };
        let rules_version = current_rules_version(&config);
        let opened = RoomEvent::Opened {
            room: code.to_owned(),
            config,
            rules_version,
            seed,
            host: self.host().clone(),
            guest: human.map(Box::new),
        };
        let seated = computer.map(|player| RoomEvent::Seated { player, contribution: NO_CONTRIBUTION });
        Ok(std::iter::once(opened)
            .chain(seated)
            .chain(self.last_chat())
            .map(|event| LogEntry { at: now, command: None, event })
            .collect())
    }

    /// Returns the last messages that the players could read.
    fn last_chat(&self) -> Vec<RoomEvent> {
        let written = self.log.iter().filter_map(|entry| match &entry.event {
            RoomEvent::ChatMessage { author, text } => Some((author, text)),
            _ => None,
        });
        let readable = written.zip(&self.chat).filter(|(_, message)| !message.spectator_only);
        let mut events: Vec<_> = readable
            .map(|((author, text), _)| RoomEvent::ChatMessage {
                author: self.linked_account(&author.id).unwrap_or(author).clone(),
                text: text.clone(),
            })
            .collect();
        events.split_off(events.len().saturating_sub(MAX_CARRIED_MESSAGES))
    }
}
