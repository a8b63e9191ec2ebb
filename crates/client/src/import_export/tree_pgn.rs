//! Trees as the games of PGN and of the files of xiangqi, in both directions.

use yipan_chess::pgn as chess_pgn;
use yipan_core::Step;
use yipan_games::AnyGame;
use yipan_local_play::DeclaredResult;
use yipan_pgn::{Game, MAX_VARIATION_DEPTH, MoveNode, PgnPosition, Tag, Variation, movetext};
use yipan_xiangqi::files;

use crate::tree::game_tree::GameTree;
use crate::tree::tree_node::NodeId;

/// Adds the moves and tags of a chess game to an empty tree. Returns the number of moves that are only text in a comment.
pub(crate) fn chess_tree(tree: &mut GameTree, game: &chess_pgn::Game) -> usize {
    // PGN uses null moves to show threats; they are not moves of the game.
    add_game(tree, game, |position, mv| Some(position.uci(mv?).to_string()))
}

/// Adds the moves and tags of a xiangqi game to an empty tree. Returns the number of moves that are only text in a comment.
pub(crate) fn xiangqi_tree(tree: &mut GameTree, game: &files::Game) -> usize {
    add_game(tree, game, |_, mv| Some(mv.to_string()))
}

/// Returns a tree as a chess game; `None` for another game, or with modes.
pub(crate) fn to_chess_game(tree: &GameTree) -> Option<chess_pgn::Game> {
    let AnyGame::Chess(start) = tree.game(tree.root()) else { return None };
    if !start.modes().is_none() {
        return None;
    }
    let ply = |position: &yipan_chess::Position, action: &str| match action.parse().ok()? {
        yipan_chess::Action::Move(uci) => position.resolve_uci(uci).ok().map(Some),
        // Claims of a draw are not moves.
        _ => None,
    };
    Some(to_game(tree, *start.position(), &ply))
}

/// Returns a tree as a xiangqi game; `None` for another game.
pub(crate) fn to_xiangqi_game(tree: &GameTree) -> Option<files::Game> {
    let AnyGame::Xiangqi(start) = tree.game(tree.root()) else { return None };
    Some(to_game(tree, *start.position(), &|_, action| action.parse().ok()))
}

fn add_game<S: PgnPosition>(
    tree: &mut GameTree,
    game: &Game<S>,
    action: impl Fn(&S, S::Ply) -> Option<String> + Copy,
) -> usize {
    tree.tags = game.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
    let root = tree.root();
    let rest = add_line(tree, root, &game.main_line, game.start, action);
    let comment = joined(&game.main_line.comment, &rest.unplaced_text);
    tree.annotate(root, String::new(), comment, Vec::new());
    let termination = game.tag("Termination").unwrap_or_default();
    let end = tree.main_line().last().copied().unwrap_or(root);
    tree.set_result(end, DeclaredResult::from_tags(game.result, termination));
    rest.move_count
}

/// The end of a line that a tree cannot contain, which becomes text: null moves, moves after the end of the game, and all
/// that follows them.
#[derive(Default)]
struct TextOnly {
    /// The number of moves, with those of variations.
    move_count: usize,
    /// The text of a line that has no move before it in the tree, which could have it as its comment.
    unplaced_text: String,
}

/// Adds a line after a node.
fn add_line<S: PgnPosition>(
    tree: &mut GameTree,
    mut parent: NodeId,
    line: &Variation<S::Ply>,
    start: S,
    action: impl Fn(&S, S::Ply) -> Option<String> + Copy,
) -> TextOnly {
    let mut text_only = TextOnly::default();
    for (index, (before, node)) in line.iter_from(start).enumerate() {
        let step = action(&before, node.mv).map(Step::Action);
        // Recorded games can continue after the rules have ended them.
        let Some(id) = step.and_then(|step| tree.add_step(parent, &step).ok()) else {
            let rest = &line.nodes[index..];
            text_only.move_count += move_count(rest);
            match index {
                0 => text_only.unplaced_text = movetext(rest, before),
                _ => append_comment(tree, parent, &movetext(rest, before)),
            }
            return text_only;
        };
        tree.annotate(id, String::new(), node.comment.clone(), node.nags.clone());
        for variation in &node.variations {
            text_only.move_count += add_variation(tree, parent, id, variation, before, action);
        }
        parent = id;
    }
    text_only
}

/// Adds an alternative to `id`, a child of `parent`. Returns the number of moves that are only text in a comment.
fn add_variation<S: PgnPosition>(
    tree: &mut GameTree,
    parent: NodeId,
    id: NodeId,
    variation: &Variation<S::Ply>,
    before: S,
    action: impl Fn(&S, S::Ply) -> Option<String> + Copy,
) -> usize {
    let siblings = tree.node(parent).children().len();
    let text_only = add_line(tree, parent, variation, before, action);
    match tree.node(parent).children().get(siblings).copied() {
        Some(first) => {
            let node = tree.node(first);
            let (comment, nags) = (node.comment().to_owned(), node.nags().to_vec());
            tree.annotate(first, variation.comment.clone(), comment, nags);
        }
        // A variation without a move is a remark about the move.
        None => append_comment(tree, id, &joined(&variation.comment, &text_only.unplaced_text)),
    }
    text_only.move_count
}

/// Adds a text to the comment after a node.
fn append_comment(tree: &mut GameTree, id: NodeId, text: &str) {
    let node = tree.node(id);
    let comment = joined(node.comment(), text);
    let (comment_before, nags) = (node.comment_before().to_owned(), node.nags().to_vec());
    tree.annotate(id, comment_before, comment, nags);
}

/// Returns a comment with another one after it.
fn joined(comment: &str, other: &str) -> String {
    if other.is_empty() { comment.to_owned() } else { [comment, other].join(" ").trim().to_owned() }
}

/// Counts the moves of a line and of its variations.
fn move_count<M>(nodes: &[MoveNode<M>]) -> usize {
    let of = |node: &MoveNode<M>| {
        1 + node.variations.iter().map(|variation| move_count(&variation.nodes)).sum::<usize>()
    };
    nodes.iter().map(of).sum()
}

fn to_game<S: PgnPosition>(tree: &GameTree, start: S, ply: &impl Fn(&S, &str) -> Option<S::Ply>) -> Game<S> {
    let mut game = Game::new(start);
    game.tags = tree.tags.iter().map(|(name, value)| Tag::new(name, value)).collect();
    // A file that gives the result without a reason is written as it was read.
    let has_end = game.tag("Termination").is_some() || game.tag("Result").is_some();
    if let Some(reason) = tree.termination().filter(|_| !has_end) {
        game.set_tag("Termination", &reason);
    }
    game.result = tree.result();
    if game.tag("Result").is_some() {
        game.set_tag("Result", &game.result.to_string());
    }
    game.main_line.comment = tree.node(tree.root()).comment().to_owned();
    if let Some(first) = tree.node(tree.root()).children().first() {
        game.main_line.comment = joined(&game.main_line.comment, tree.node(*first).comment_before());
        game.main_line.nodes = to_line(tree, *first, start, ply, 0);
    }
    game
}

/// Returns the line that begins with a node. Variations nested deeper than PGN readers accept are left out.
fn to_line<S: PgnPosition>(
    tree: &GameTree,
    first: NodeId,
    mut position: S,
    ply: &impl Fn(&S, &str) -> Option<S::Ply>,
    depth: usize,
) -> Vec<MoveNode<S::Ply>> {
    let mut nodes: Vec<MoveNode<S::Ply>> = Vec::new();
    for id in std::iter::once(first).chain(tree.continuation(first)) {
        let node = tree.node(id);
        let Some(Step::Action(action)) = node.step() else { break };
        let Some(mv) = ply(&position, action) else { break };
        // Only a variation has a place before its first move, and a move that was promoted out of one has it no longer.
        if let Some(previous) = nodes.last_mut() {
            previous.comment = joined(&previous.comment, node.comment_before());
        }
        // The alternatives to the first move belong to the line from which a variation branches.
        let has_alternatives = (id != first || depth == 0) && depth < MAX_VARIATION_DEPTH;
        let alternatives = tree.siblings(id).iter().skip(1).filter(|_| has_alternatives);
        let variations = alternatives.map(|alternative| Variation {
            comment: tree.node(*alternative).comment_before().to_owned(),
            nodes: to_line(tree, *alternative, position, ply, depth + 1),
        });
        nodes.push(MoveNode {
            mv,
            nags: node.nags().to_vec(),
            comment: node.comment().to_owned(),
            variations: variations.collect(),
        });
        position = position.after_move(mv);
    }
    nodes
}
