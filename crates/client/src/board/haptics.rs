use yipan_core::Cause;
use yipan_wire::{Effect, View};

use crate::board::board_update::BoardUpdate;

/// The vibration when a piece is captured or destroyed, in milliseconds.
const CAPTURE_MS: u32 = 40;

/// The vibration when the user's turn begins, in milliseconds.
const TURN_MS: u32 = 20;

/// Returns how long the device vibrates for an update, in milliseconds; `None` if it does not.
///
/// The user's turn begins when the view before had no actions. Between two players on one screen it never does.
#[must_use]
pub fn vibration_ms(before: &View, update: &BoardUpdate) -> Option<u32> {
    let is_capture = |effect: &Effect| {
        matches!(effect, Effect::Vanish { cause: Cause::Capture | Cause::EnPassant | Cause::Mine, .. })
    };
    let begins_turn = before.actions.is_empty() && !update.view.actions.is_empty();
    match (update.effects.iter().any(is_capture), begins_turn) {
        (true, _) => Some(CAPTURE_MS),
        (false, true) => Some(TURN_MS),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;
    use yipan_local_play::{LocalGame, LocalSetup, PlayerKind};

    use super::*;
    use crate::local::local_game_ext::LocalGameExt;

    #[test]
    fn captures_and_the_start_of_the_turn_are_felt() {
        let players = [PlayerKind::Human, PlayerKind::Computer(1)];
        let mut local =
            LocalGame::start(LocalSetup::default_for(GameKind::Chess, players, 1)).expect("a game");
        let mut felt = |action: &str| {
            let before = local.view();
            let update = local.play_and_show(action).expect("legal");
            vibration_ms(&before, &update)
        };
        assert_eq!(felt("e2e4"), None, "a move of the user");
        assert_eq!(felt("d7d5"), Some(TURN_MS), "the reply");
        assert_eq!(felt("e4d5"), Some(CAPTURE_MS));
    }
}
