use yipan_games::GameKind;
use yipan_wire::RoomConfig;

use crate::InvalidLogError;

/// Returns the version of the rules of logs that do not name one: the last one before logs did.
const fn unnamed_version(game: GameKind) -> u32 {
    match game {
        GameKind::Chess => 2,
        GameKind::Xiangqi | GameKind::Liuzichong => 1,
    }
}

/// Returns the version of the rules under which this program opens a room.
pub(crate) fn current_rules_version(config: &RoomConfig) -> Option<u32> {
    config.game.parse().ok().map(GameKind::rules_version)
}

/// Rejects a log that was written under rules that this program does not have.
///
/// A release that changes the rules of a game and still plays the former ones accepts both versions here.
pub(crate) fn check_rules_version(game: GameKind, named: Option<u32>) -> Result<(), InvalidLogError> {
    let version = named.unwrap_or(unnamed_version(game));
    if version == game.rules_version() {
        Ok(())
    } else {
        Err(InvalidLogError::UnsupportedRules { game, version })
    }
}
