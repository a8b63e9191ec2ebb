use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_wire::RoomConfig;

/// Starts the game of a room, without its chance outcomes.
///
/// Returns `None` if this client does not know the game or its options.
pub(crate) fn start_game(config: &RoomConfig) -> Option<AnyGame> {
    let kind: GameKind = config.game.parse().ok()?;
    AnyGame::start(kind, &GameOptions::from(config)).ok()
}
