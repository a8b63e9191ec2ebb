use yipan_core::Turn;
use yipan_local_play::LocalGame;

/// The pause before the computer's reply in milliseconds, from the end of the player's animation.
const REPLY_PAUSE_MS: u32 = 600;

/// The pause between two moves of the computer in the same turn, which dice allow.
const SAME_TURN_PAUSE_MS: u32 = 400;

/// Returns the pause before the computer's next move in milliseconds, from the end of the last animation.
///
/// A player should have seen their own move before the reply is shown.
#[must_use]
pub fn reply_pause_ms(local: &LocalGame) -> u32 {
    let last_turn = local.played_actions().next_back().map(|step| step.before.turn());
    match (last_turn, local.game().turn()) {
        (Some(Turn::Player(last)), Turn::Player(next)) if last == next => SAME_TURN_PAUSE_MS,
        _ => REPLY_PAUSE_MS,
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;
    use yipan_local_play::{LocalSetup, PlayerKind};

    use super::*;
    use crate::local::test_games::played;

    #[test]
    fn a_reply_waits_longer_than_the_next_move_of_a_turn() {
        assert_eq!(reply_pause_ms(&played(GameKind::Chess, &[])), REPLY_PAUSE_MS);
        assert_eq!(reply_pause_ms(&played(GameKind::Chess, &["e2e4"])), REPLY_PAUSE_MS);
        let defaults = LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 11);
        let setup = LocalSetup { modes: vec!["dice-a".to_owned()], ..defaults };
        let mut local = LocalGame::start(setup).expect("a game");
        let action = local.game().actions().into_iter().next().expect("an action");
        local.play_action(&action).expect("legal");
        assert_eq!(reply_pause_ms(&local), SAME_TURN_PAUSE_MS, "two of three dice are left");
    }
}
