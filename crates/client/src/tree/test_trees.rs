//! Trees for the tests.

use yipan_core::Step;
use yipan_games::GameKind;
use yipan_local_play::{DeclaredResult, LocalSetup, PlayerKind};

use super::game_tree::GameTree;
use super::tree_node::NodeId;

/// Starts a game with modes.
pub(crate) fn start(kind: GameKind, modes: &[&str]) -> GameTree {
    start_with_seed(kind, modes, 5)
}

/// Starts a game with modes, whose chance events follow from a seed.
pub(crate) fn start_with_seed(kind: GameKind, modes: &[&str], seed: u64) -> GameTree {
    let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
    let setup = LocalSetup { modes, ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], seed) };
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

/// Returns a function that returns random numbers below its argument.
fn random_numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |limit| {
        let number;
        (state, number) = yipan_core::splitmix64(state);
        (number % limit.max(1) as u64) as usize
    }
}

/// Adds random moves, glyphs and comments at random nodes.
pub(crate) fn grow(tree: &mut GameTree, seed: u64, moves: usize) {
    let mut random = random_numbers(seed);
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

/// The comments that are hard to write: the signs of the formats, several lines, other scripts.
const COMMENTS: [&str; 8] = [
    "",
    "a comment",
    "a brace } and a { brace",
    "two\nlines; (with) [brackets] $1 1. e4 1-0 *",
    "妙着，红方大优",
    "\"quoted\" \\ and 100 %",
    "action e2e4",
    "é ½ ♞ 將",
];

/// Adds variations of up to five random moves at random nodes, also of variations, and annotates nodes with comments, glyphs,
/// arrows, circles and clocks.
pub(crate) fn grow_variations(tree: &mut GameTree, seed: u64, variations: usize) {
    let mut random = random_numbers(seed);
    for _ in 0..variations {
        let number = random(tree.node_count());
        let mut at = tree.node_with_number(number).expect("no node is deleted");
        for _ in 0..=random(5) {
            let actions = tree.game(at).actions();
            let Some(action) = actions.get(random(actions.len())) else { break };
            at = tree.play_action(at, action).expect("offered").pop().expect("a step");
        }
    }
    let grid = tree.grid();
    let cells: Vec<String> = grid.cells().map(|cell| grid.name(cell)).collect();
    for number in 1..tree.node_count() {
        if random(4) > 0 {
            continue;
        }
        let id = tree.node_with_number(number).expect("no node is deleted");
        let mut cell = || cells[random(cells.len())].as_str();
        let drawings = format!("[%csl G{},R{}] [%cal B{}{}]", cell(), cell(), cells[0], cells[1]);
        let clock = format!("[%clk 0:{:02}:{:02}]", random(60), random(60));
        let parts = [drawings.as_str(), &clock, COMMENTS[random(COMMENTS.len())]];
        let comment = parts.into_iter().filter(|_| random(2) == 0).collect::<Vec<_>>().join(" ");
        let nags = [1, 2, 6, 16, 146, 255].into_iter().filter(|_| random(4) == 0).collect();
        let is_variation = tree.siblings(id).first() != Some(&id);
        let before = if is_variation { COMMENTS[random(COMMENTS.len())] } else { "" };
        tree.annotate(id, before.to_owned(), comment.trim().to_owned(), nags);
    }
}

/// A node of an [`outline`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OutlineNode {
    pub(crate) depth: usize,
    pub(crate) step: Option<Step<String, String>>,
    pub(crate) comment_before: String,
    pub(crate) comment: String,
    pub(crate) nags: Vec<u8>,
    pub(crate) result: Option<DeclaredResult>,
}

/// Returns everything in a tree, to compare it with another one. The root is the first.
pub(crate) fn outline(tree: &GameTree) -> Vec<OutlineNode> {
    let (mut pending, mut nodes) = (vec![(tree.root(), 0)], Vec::new());
    while let Some((id, depth)) = pending.pop() {
        let node = tree.node(id);
        let result = tree.declared_result().filter(|(end, _)| *end == id);
        nodes.push(OutlineNode {
            depth,
            step: node.step().cloned(),
            comment_before: node.comment_before().to_owned(),
            comment: node.comment().to_owned(),
            nags: node.nags().to_vec(),
            result: result.map(|(_, result)| result.clone()),
        });
        pending.extend(node.children().iter().rev().map(|child| (*child, depth + 1)));
    }
    nodes
}
