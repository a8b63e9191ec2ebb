//! Restrictions that protect hidden information.

use yipan_chess::PortalOwnership;

use crate::AnyGame;

impl AnyGame {
    /// Whether a player may have information that the opponent lacks.
    #[must_use]
    pub fn has_hidden_information(&self) -> bool {
        let AnyGame::Chess(game) = self else { return false };
        let modes = game.modes();
        modes.fog
            || modes.portals == Some(PortalOwnership::Private)
            || modes.mines.is_some_and(|rules| rules.show_mine_counts)
    }

    /// Whether moves may be taken back.
    ///
    /// A takeback must not reveal hidden information or repeat a chance event.
    #[must_use]
    pub fn supports_takeback(&self) -> bool {
        let AnyGame::Chess(game) = self else { return true };
        let modes = game.modes();
        modes.dice.is_none() && !modes.fog && modes.portals.is_none() && modes.mines.is_none()
    }
}
