//! What people may not see or do because of what they would learn.

use yipan_chess::PortalOwnership;

use crate::AnyGame;

impl AnyGame {
    /// Whether one player may know what the other may not.
    #[must_use]
    pub fn has_hidden_information(&self) -> bool {
        let AnyGame::Chess(game) = self else { return false };
        let modes = game.modes();
        modes.fog
            || modes.portals == Some(PortalOwnership::Private)
            || modes.mines.is_some_and(|rules| rules.show_mine_counts)
    }

    /// Whether a move can be taken back across a table: nothing would be unlearned or drawn anew.
    #[must_use]
    pub fn supports_takeback(&self) -> bool {
        let AnyGame::Chess(game) = self else { return true };
        let modes = game.modes();
        modes.dice.is_none() && !modes.fog && modes.portals.is_none() && modes.mines.is_none()
    }
}
