//! What people at one terminal may not see or do, because of what they would learn.

use yipan_chess::PortalOwner;
use yipan_games::AnyGame;

/// Whether one player may know what the other may not.
pub(crate) fn has_secrets(game: &AnyGame) -> bool {
    let AnyGame::Chess(game) = game else { return false };
    let modes = game.modes();
    modes.fog || modes.portals == Some(PortalOwner::Private) || modes.mines.is_some_and(|rules| rules.hints)
}

/// Whether nothing would be unlearned or drawn anew.
pub(crate) fn may_go_back(game: &AnyGame) -> bool {
    let AnyGame::Chess(game) = game else { return true };
    let modes = game.modes();
    modes.dice.is_none() && !modes.fog && modes.portals.is_none() && modes.mines.is_none()
}
