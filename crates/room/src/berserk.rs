//! Berserk: a player of an arena gives up half of their time for a bonus.

use yipan_core::Side;
use yipan_wire::Player;

use crate::{CommandError, Room, RoomEvent};

impl Room {
    /// Returns the event of a player who gives up half of their time.
    pub(crate) fn berserk(&self, player: &Player) -> Result<Vec<RoomEvent>, CommandError> {
        let side = self.side_in_running_game(player)?;
        if !self.config.berserk {
            return Err(CommandError::BerserkDisabled);
        }
        if self.has_berserked[side.index()] || self.clock.has_moved(side) {
            return Err(CommandError::TooLateToBerserk);
        }
        if self.clock.control().of(side).berserk().is_none() {
            return Err(CommandError::BerserkDisabled);
        }
        Ok(vec![RoomEvent::Berserked { side }])
    }

    /// Whether a side has given up half of its time.
    #[must_use]
    pub const fn has_berserked(&self, side: Side) -> bool {
        self.has_berserked[side.index()]
    }

    /// Returns the number of moves that a side has made. A re-roll is none.
    #[must_use]
    pub fn count_moves(&self, side: Side) -> usize {
        self.actions.iter().filter(|action| action.side == side && !self.game.is_reroll(&action.text)).count()
    }
}
