//! Setups of games on this device.

use yipan_client::{Grid, LocalGame, LocalSetup, PlayerKind};
use yipan_games::{AnyGame, GameKind};

/// A seed like no other.
pub(crate) fn random_seed() -> u64 {
    // Whole numbers up to 2^53 survive being kept as text by any program.
    getrandom::u64().unwrap_or_default() >> 11
}

/// What is played where nothing was chosen.
pub(crate) fn default_setup(kind: GameKind) -> LocalSetup {
    LocalSetup::default_for(kind, [PlayerKind::Human, PlayerKind::Computer(3)], random_seed())
}

/// Whether men fall.
pub(crate) fn has_gravity(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Chess(game) if game.modes().gravity)
}

/// The usual look of a game's start, for small boards.
pub(crate) fn initial_view(kind: GameKind) -> yipan_wire::View {
    let setup = LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0);
    let local = LocalGame::start(setup).expect("the usual start of a game");
    let view = local.view();
    debug_assert_eq!(Grid::new(kind), local.grid());
    view
}
