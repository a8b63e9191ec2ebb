//! Trees for the tests.

use yipan_games::GameKind;
use yipan_local_play::{LocalSetup, PlayerKind};

use super::game_tree::GameTree;
use super::tree_node::NodeId;

/// Starts a game with modes.
pub(crate) fn start(kind: GameKind, modes: &[&str]) -> GameTree {
    let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
    let setup = LocalSetup { modes, ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], 5) };
    GameTree::start(setup).expect("a game")
}

/// Starts a game from a position.
pub(crate) fn start_from(kind: GameKind, position: &str) -> GameTree {
    let position = Some(position.to_owned());
    let setup = LocalSetup { position, ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], 5) };
    GameTree::start(setup).expect("a position")
}

/// Plays these actions at the end of the main line and returns their nodes.
pub(crate) fn played(tree: &mut GameTree, actions: &[&str]) -> Vec<NodeId> {
    let mut end = tree.main_line().last().copied().unwrap_or(tree.root());
    let mut nodes = Vec::new();
    for action in actions {
        let path = tree.play_action(end, action).expect("a legal action");
        nodes.push(path[0]);
        end = path[path.len() - 1];
    }
    nodes
}

/// Adds random moves, glyphs and comments at random nodes.
pub(crate) fn grow(tree: &mut GameTree, seed: u64, moves: usize) {
    let mut state = seed;
    let mut random = |limit: usize| {
        let number;
        (state, number) = yipan_core::splitmix64(state);
        (number % limit.max(1) as u64) as usize
    };
    let mut at = tree.main_line().last().copied().unwrap_or(tree.root());
    for number in 0..moves {
        let actions = tree.game(at).actions();
        if let Some(action) = actions.get(random(actions.len())) {
            let path = tree.play_action(at, action).expect("offered");
            at = path[path.len() - 1];
        }
        match random(12) {
            0 => tree.set_comment_text(at, &format!("comment {number}")),
            1 => tree.set_comment_text(at, "妙着 [%cal Ga1b2] \"?\""),
            2 => tree.toggle_glyph(at, [1, 2, 6, 16, 146][random(5)]),
            _ => {}
        }
        // Go back a few moves now and then.
        if random(5) == 0 || tree.game(at).outcome().is_some() {
            let path = tree.path(at);
            at = path.get(random(path.len())).copied().unwrap_or(tree.root());
            let line = tree.line_through(at);
            at = line.into_iter().find(|id| !tree.game(*id).actions().is_empty()).unwrap_or(at);
        }
    }
}
