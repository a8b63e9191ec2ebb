//! The table after this one.

use yipan_core::Side;
use yipan_record::{Bytes32, Millis};
use yipan_wire::{Offer, RoomConfig, SidePreference};

use crate::decide::NO_CONTRIBUTION;
use crate::{LogEntry, Room, RoomConfigError, RoomEvent, ValidatedConfig};

impl Room {
    /// Whether both have agreed to play again and no table has been opened for it.
    #[must_use]
    pub const fn is_rematch_pending(&self) -> bool {
        self.agreed_rematch.is_some() && self.rematch_room.is_none()
    }

    /// The first entries of the next table's log: the same terms with the colours that both agreed to, and a seat that is
    /// kept for the opponent. Nobody hears of it in the lobby.
    ///
    /// # Errors
    /// What is wrong with the terms, which were good once.
    pub fn rematch_entries(
        &self,
        code: &str,
        seed: Bytes32,
        now: Millis,
    ) -> Result<Vec<LogEntry>, RoomConfigError> {
        let was_first = self.seats.host_side == Some(Side::First);
        let is_first = was_first == (self.agreed_rematch == Some(Offer::RematchSame));
        let host_side = if is_first { SidePreference::First } else { SidePreference::Second };
        let terms = RoomConfig { host_side, public: false, ..self.config.clone() };
        ValidatedConfig::validate(&terms)?;
        // A computer sits down at once; a person has to say what is added to the draws.
        let guest = self.guest().cloned();
        let (computer, human) = if guest.as_ref().is_some_and(|guest| guest.level.is_some()) {
            (guest, None)
        } else {
            (None, guest)
        };
        let opened = RoomEvent::Opened {
            room: code.to_owned(),
            config: terms,
            seed,
            host: self.host().clone(),
            guest: human.map(Box::new),
        };
        let seated =
            computer.map(|person| RoomEvent::Seated { player: person, contribution: NO_CONTRIBUTION });
        Ok(std::iter::once(opened)
            .chain(seated)
            .map(|entry| LogEntry { at: now, command: None, event: entry })
            .collect())
    }
}
