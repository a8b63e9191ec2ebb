use yipan_ratings::UnratedReason;
use yipan_wire::Player;

/// Returns the reason why a player without a rating cannot play a rated game.
#[must_use]
pub const fn unrated_reason(player: &Player) -> UnratedReason {
    if player.is_bot { UnratedReason::Bot } else { UnratedReason::Guest }
}
