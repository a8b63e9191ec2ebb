//! Trees that are written as PGN and read again.

use yipan_chess::pgn as chess_pgn;
use yipan_core::{Language, NullSink, Turn};
use yipan_engine::computer::{Computer, SolvedTable, Strength};
use yipan_engine::{Limits, NoControl};
use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_testkit::vectors;

use super::export::{ExportFormat, export};
use super::import::import;
use super::tree_pgn::{chess_tree, to_chess_game};
use crate::tree::game_tree::GameTree;
use crate::tree::test_trees::{grow, played, start, start_from};
use crate::tree::tree_node::NodeId;

/// The size of a search, small because thousands of moves are played.
const SELF_PLAY_NODES: u64 = 40;

/// The plies of self-play before the random moves. Each is a search, so a longer game costs more than it shows.
const SELF_PLAY_PLIES: u64 = 16;

/// Removes what a tree cannot contain: null moves and what follows them, moves after the end of the game, and remarks without
/// a move, which belong to the move before them.
fn normalize(line: &mut chess_pgn::Variation, start: yipan_chess::Position, before: &[String], root: &str) {
    let (mut actions, mut position, mut end) = (before.to_vec(), start, line.nodes.len());
    for (index, node) in line.nodes.iter_mut().enumerate() {
        let Some(mv) = node.mv.filter(|_| !is_over(root, &actions)) else {
            end = index;
            break;
        };
        for variation in &mut node.variations {
            normalize(variation, position, &actions, root);
            if variation.nodes.is_empty() {
                node.comment = [node.comment.as_str(), &variation.comment].join(" ").trim().to_owned();
            }
        }
        node.variations.retain(|variation| !variation.nodes.is_empty());
        actions.push(position.uci(mv).to_string());
        position = position.after(mv);
    }
    line.nodes.truncate(end);
}

/// Whether the rules have ended a game.
fn is_over(root: &str, actions: &[String]) -> bool {
    outcome(root, actions).is_some()
}

fn outcome(root: &str, actions: &[String]) -> Option<yipan_core::Outcome> {
    let options = GameOptions { position: Some(root.to_owned()), ..GameOptions::default() };
    let mut game = AnyGame::start(GameKind::Chess, &options).expect("a position");
    for action in actions {
        game.apply_action(action, &mut NullSink).expect("a legal move");
    }
    game.outcome()
}

/// Returns the game as a tree contains it.
fn normalized(mut game: chess_pgn::Game) -> chess_pgn::Game {
    let root = game.start.to_string();
    let start = game.start;
    normalize(&mut game.main_line, start, &[], &root);
    if game.result == chess_pgn::GameResult::Unknown {
        let actions: Vec<String> = game
            .main_line
            .iter_from(start)
            .filter_map(|(position, node)| Some(position.uci(node.mv?).to_string()))
            .collect();
        game.result = outcome(&root, &actions).into();
    }
    game
}

/// Returns the tree of a game.
fn tree_of(game: &chess_pgn::Game) -> GameTree {
    let mut tree = start_from(GameKind::Chess, &game.start.to_string());
    chess_tree(&mut tree, game);
    tree
}

#[test]
fn every_game_of_the_vectors_is_written_byte_for_byte_through_the_tree() {
    let (mut count, mut variations) = (0, 0);
    let mut files = vec![vectors::bytes("chess_pgn/games.pgn")];
    for list in ["loose", "malformed"] {
        let rows: Vec<serde_json::Value> = vectors::rows(&format!("chess_pgn/{list}.expected.jsonl"));
        let name = |row: &serde_json::Value| format!("chess_pgn/{}", row["file"].as_str().expect("a file"));
        files.extend(rows.iter().map(|row| vectors::bytes(&name(row))));
    }
    for file in files {
        for game in chess_pgn::games(&file) {
            let game = game.unwrap_or_else(|error| *error.partial_game);
            let tree = tree_of(&game);
            let again = to_chess_game(&tree).expect("a chess game").to_string();
            assert_eq!(again, normalized(game).to_string());
            count += 1;
            variations += tree.counts().variations;
        }
    }
    assert!(count > 50 && variations > 10, "{count} games with {variations} variations are too few");
}

#[test]
fn a_thousand_games_of_self_play_with_random_trees_survive_pgn() {
    let limits = Limits::nodes(SELF_PLAY_NODES);
    let mut variations = 0;
    for kind in [GameKind::Chess, GameKind::Xiangqi] {
        let first = start(kind, &[]);
        let game = first.game(first.root());
        let mut computer =
            Computer::new(game, &GameOptions::default(), &SolvedTable::default(), Strength::Level(4));
        for seed in 0..500 {
            let mut tree = start(kind, &[]);
            let mut end = tree.root();
            for ply in 0..SELF_PLAY_PLIES {
                let Turn::Player(side) = tree.game(end).turn() else { break };
                let seed = seed * SELF_PLAY_PLIES + ply;
                let action = computer.choose(tree.game(end), side, seed, limits, &NoControl).expect("a turn");
                end = tree.play_action(end, &action).expect("a legal move")[0];
            }
            grow(&mut tree, seed, 10);
            variations += tree.counts().variations;
            let language = Language::ALL[(seed % 3) as usize];
            let exported = export(&tree, tree.root(), ExportFormat::Pgn, language).expect("PGN");
            let imported =
                import(exported.bytes(), kind).unwrap_or_else(|error| panic!("{exported:?}: {error}"));
            assert!(imported.notes().is_empty(), "{:?} {exported:?}", imported.notes());
            let again = &imported.tree;
            assert_eq!(outline(again, again.root()), outline(&tree, tree.root()), "{kind} {seed}");
            assert_eq!(again.counts(), tree.counts(), "{kind} {seed}");
            let again = export(again, again.root(), ExportFormat::Pgn, language);
            assert_eq!(again, Some(exported), "{kind} {seed}");
        }
    }
    assert!(variations > 500, "{variations} variations are too few");
}

#[test]
fn a_comment_before_a_promoted_move_survives_pgn() {
    let text = "1. e4 {best} e5 ({sharp} 1... c5 2. Nf3) ({solid} 1... e6) ({old} 1... d5) 2. Nf3 *";
    let mut tree = import(text.as_bytes(), GameKind::Chess).expect("a game").tree;
    let king_pawn = tree.main_line()[0];
    tree.make_main_line(tree.node(king_pawn).children()[1]);
    let exported = export(&tree, tree.root(), ExportFormat::Pgn, Language::English).expect("PGN");
    let imported = import(exported.bytes(), GameKind::Chess).expect("a game").tree;
    let king_pawn = imported.main_line()[0];
    assert_eq!(imported.node(king_pawn).comment(), "best sharp");
    let before = |id: &NodeId| imported.node(*id).comment_before().to_owned();
    let children = imported.node(king_pawn).children();
    assert_eq!(children.iter().map(before).collect::<Vec<_>>(), ["", "", "solid", "old"]);
    let again = export(&imported, imported.root(), ExportFormat::Pgn, Language::English);
    assert_eq!(again, Some(exported));

    let mut tree = import(b"1. e4 ({quiet} 1. d4) *", GameKind::Chess).expect("a game").tree;
    tree.make_main_line(tree.node(tree.root()).children()[1]);
    let game = to_chess_game(&tree).expect("a chess game");
    assert_eq!(game.main_line.comment, "quiet");
}

/// Returns the moves below a node with their depths and comments, without glyphs.
fn outline(tree: &GameTree, node: NodeId) -> Vec<String> {
    let (mut pending, mut lines) = (vec![(node, 0)], Vec::new());
    while let Some((id, depth)) = pending.pop() {
        if id != node {
            lines.push(format!("{depth} {:?} {:?}", tree.node(id).step(), tree.node(id).comment()));
        }
        pending.extend(tree.node(id).children().iter().rev().map(|child| (*child, depth + 1)));
    }
    lines
}

#[test]
fn a_thousand_random_trees_survive_the_files_of_xiangqi() {
    let mut variations = 0;
    for seed in 0..1_000 {
        let mut tree = start(GameKind::Xiangqi, &[]);
        grow(&mut tree, seed, 24);
        variations += tree.counts().variations;
        // A tree of xiangqi takes long to import, so one in ten is written in both formats.
        let formats = [ExportFormat::Xqf, ExportFormat::DhtmlXq];
        for format in formats.into_iter().take(if seed % 10 == 0 { 2 } else { 1 }) {
            let exported = export(&tree, tree.root(), format, Language::English).expect("a file");
            // The preferred game does not matter, because each file names its own.
            let imported = import(exported.bytes(), GameKind::Chess).expect("a game");
            assert!(imported.notes().is_empty(), "{:?}", imported.notes());
            let again = &imported.tree;
            assert_eq!(outline(again, again.root()), outline(&tree, tree.root()), "{seed} {format:?}");
            assert_eq!(again.result(), tree.result(), "{seed} {format:?}");
            assert_eq!(exported.left_out.is_empty(), tree.counts().glyphs == 0, "{:?}", exported.left_out);
        }
    }
    assert!(variations > 1_000, "{variations} variations are too few");
}

#[test]
fn a_file_of_xiangqi_says_what_it_leaves_out() {
    let text = "[Game \"Chinese Chess\"]\n[White \"Ada\"]\n[Black \"A name that is longer than fifteen bytes\"]\n[ECCO \"C64\"]\n\
        [FEN \"4kabr1/4a4/4b4/9/9/9/9/9/4A4/3K1A2R b - - 3 17\"]\n\n17... r8+9! *";
    let tree = import(text.as_bytes(), GameKind::Xiangqi).expect("a game").tree;
    for (format, expected) in [
        (ExportFormat::DhtmlXq, "This format has no place for some things: glyphs: 1, tags: 1."),
        (
            ExportFormat::Xqf,
            "This format has no place for some things: glyphs: 1, tags: 2, move counters: 2.",
        ),
    ] {
        let exported = export(&tree, tree.root(), format, Language::English).expect("a file");
        assert_eq!(exported.left_out.localize(Language::English), expected, "{format:?}");
        let again = import(exported.bytes(), GameKind::Xiangqi).expect("a game").tree;
        assert_eq!(again.tag("Red"), Some("Ada"), "{format:?}");
        assert_eq!(outline(&again, again.root()), outline(&tree, tree.root()), "{format:?}");
    }
}

#[test]
fn a_saved_position_of_liuzichong_says_that_it_has_no_moves() {
    let mut tree = start(GameKind::Liuzichong, &[]);
    let nodes = played(&mut tree, &["a2b2", "a3b3"]);
    tree.set_comment_text(nodes[0], "a comment");
    let exported = export(&tree, nodes[1], ExportFormat::Sixzc, Language::English).expect("a file");
    assert_eq!(
        exported.left_out.localize(Language::English),
        "This format has no place for some things: moves: 2, comments: 1."
    );
    let again = import(exported.bytes(), GameKind::Chess).expect("a position").tree;
    assert_eq!(again.game(again.root()).position(), tree.game(nodes[1]).position());
}

#[test]
fn a_format_without_variations_says_what_it_leaves_out() {
    let text = "1. e4 {best} e5 (1... c5) 2. Nf3 $1 *";
    let tree = import(text.as_bytes(), GameKind::Chess).expect("a game").tree;
    let record = export(&tree, tree.root(), ExportFormat::Record, Language::English).expect("a record");
    assert_eq!(
        record.left_out.localize(Language::English),
        "This format has no place for some things: variations: 1, comments: 1, glyphs: 1."
    );
    let pgn = export(&tree, tree.root(), ExportFormat::Pgn, Language::English).expect("PGN");
    let text = pgn.text().expect("a text");
    assert!(pgn.left_out.is_empty() && text.contains("( 1... c5 )"), "{text}");
}
