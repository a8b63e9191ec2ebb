//! Setups of games on this device.

use yipan_client::{Grid, LocalGame, LocalGameExt, LocalSetup, PlayerKind};
use yipan_games::GameKind;

/// Returns a random seed.
pub(crate) fn random_seed() -> u64 {
    // Integers up to 2^53 are exact in JSON numbers.
    getrandom::u64().unwrap_or_default() >> 11
}

/// Returns the setup for a route that was opened without a choice of options.
pub(crate) fn default_setup(kind: GameKind) -> LocalSetup {
    LocalSetup::default_for(kind, [PlayerKind::Human, PlayerKind::Computer(3)], random_seed())
}

/// Returns the initial position, for previews.
pub(crate) fn initial_view(kind: GameKind) -> yipan_wire::View {
    let setup = LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0);
    let local = LocalGame::start(setup).expect("the default setup starts a game");
    let view = local.view();
    debug_assert_eq!(Grid::new(kind), local.grid());
    view
}
