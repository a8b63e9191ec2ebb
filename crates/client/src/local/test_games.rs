use yipan_games::GameKind;
use yipan_local_play::{LocalGame, LocalSetup, PlayerKind};

/// Returns a game of two people after these actions.
pub(crate) fn played(kind: GameKind, actions: &[&str]) -> LocalGame {
    let actions: Vec<String> = actions.iter().map(|action| (*action).to_owned()).collect();
    let local = LocalGame::from_actions(LocalSetup::default_for(kind, [PlayerKind::Human; 2], 1), &actions)
        .expect("the standard start is valid");
    assert_eq!(local.actions().len(), actions.len(), "every action is legal");
    local
}
