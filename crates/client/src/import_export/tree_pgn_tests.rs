//! Trees that are written as PGN and read again.

use yipan_chess::pgn as chess_pgn;
use yipan_core::{Language, NullSink};
use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_local_play::{LocalSetup, PlayerKind};
use yipan_pgn::movetext;
use yipan_testkit::vectors;

use super::export::{ExportFormat, export};
use super::import::import;
use super::tree_pgn::{chess_tree, to_chess_game};
use crate::tree::game_tree::GameTree;
use crate::tree::test_trees::{OutlineNode, grow, outline, played, start, start_from};
use crate::tree::tree_node::NodeId;

/// Moves what a tree cannot contain into comments: null moves, moves after the end of the game, what follows them, and
/// remarks without a move.
fn normalize(line: &mut chess_pgn::Variation, start: yipan_chess::Position, before: &[String], root: &str) {
    let (mut actions, mut position) = (before.to_vec(), start);
    for index in 0..line.nodes.len() {
        let Some(mv) = line.nodes[index].mv.filter(|_| !is_over(root, &actions)) else {
            let rest = line.nodes.split_off(index);
            let comment = line.nodes.last_mut().map_or(&mut line.comment, |node| &mut node.comment);
            *comment = [comment.as_str(), &movetext(&rest, position)].join(" ").trim().to_owned();
            return;
        };
        let node = &mut line.nodes[index];
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

/// Returns the tree without its glyphs and its result, for a format that has no place for glyphs.
fn outline_without_glyphs(tree: &GameTree) -> Vec<OutlineNode> {
    let stripped = |node: OutlineNode| OutlineNode { nags: Vec::new(), result: None, ..node };
    outline(tree).into_iter().map(stripped).collect()
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
            assert_eq!(outline_without_glyphs(again), outline_without_glyphs(&tree), "{seed} {format:?}");
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
        assert_eq!(outline_without_glyphs(&again), outline_without_glyphs(&tree), "{format:?}");
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
fn house_rules_and_variations_nested_too_deep_are_left_out_and_counted() {
    let mut tree = start(GameKind::Chess, &[]);
    let mut at = tree.root();
    for ply in 0..=yipan_pgn::MAX_VARIATION_DEPTH {
        let actions = tree.game(at).actions();
        let other = actions.get(1 + (ply * 7 + 3) % (actions.len() - 1)).expect("two moves");
        tree.play_action(at, &actions[0]).expect("offered");
        at = tree.play_action(at, other).expect("offered")[0];
    }
    assert_eq!([2, 64, 65].map(|depth| tree.variations_deeper_than(depth)), [1, 1, 0]);
    let exported = export(&tree, tree.root(), ExportFormat::Pgn, Language::English).expect("PGN");
    let expected = "This format has no place for some things: variations: 1.";
    assert_eq!(exported.left_out.localize(Language::English), expected);
    let again = import(exported.bytes(), GameKind::Chess).expect("a game");
    assert!(again.notes().is_empty(), "{:?}", again.notes());

    let rules = vec!["draws=claimed".to_owned()];
    let setup = LocalSetup { rules, ..LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 5) };
    let tree = GameTree::start(setup).expect("a game");
    let exported = export(&tree, tree.root(), ExportFormat::Pgn, Language::English).expect("PGN");
    let expected = "This format has no place for some things: house rules: 1.";
    assert_eq!(exported.left_out.localize(Language::English), expected);
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

#[test]
fn null_moves_and_what_follows_them_become_text_and_are_counted() {
    let text = "1. e4 {[%clk 0:05:00]} e5 (1... -- $5 {[%cal Gd2d4] a threat} 2. d4 (2. f4 Z0 3. f5)) \
        2. Nf3 (2. Nc3 {quiet} -- 3. Nd5 $1) Nc6 *";
    let imported = import(text.as_bytes(), GameKind::Chess).expect("a game");
    let tree = &imported.tree;
    assert_eq!((tree.main_line().len(), imported.moves_as_text), (4, 7));
    let notes = imported.notes();
    assert!(notes.localize(Language::English).starts_with("Moves kept as text in comments: 7 "));
    let [white, black, ..] = tree.main_line()[..] else { panic!("two moves") };
    assert_eq!(tree.node(white).comment(), "[%clk 0:05:00]");
    assert_eq!(tree.node(black).comment(), "1... --!? [[cal Gd2d4] a threat] 2. d4 (2. f4 -- 3. f5)");
    let quiet = tree.node(black).children()[1];
    assert_eq!(tree.node(quiet).comment(), "quiet 2... -- 3. Nd5!");

    let exported = export(tree, tree.root(), ExportFormat::Pgn, Language::English).expect("PGN");
    let again = import(exported.bytes(), GameKind::Chess).expect("a game");
    assert!(again.notes().is_empty(), "{:?}", again.notes());
    assert_eq!(outline(&again.tree), outline(tree));
}

#[test]
fn a_main_line_that_begins_or_ends_with_a_null_move_is_kept() {
    let imported = import(b"[Event \"x\"]\n\n{ odds } 1. -- e5 2. e4 *", GameKind::Chess).expect("a game");
    assert_eq!(imported.tree.node(imported.tree.root()).comment(), "odds 1. -- e5 2. e4");
    let imported = import(b"1. e4 -- *", GameKind::Chess).expect("a game");
    assert_eq!(imported.tree.node(imported.tree.main_line()[0]).comment(), "1... --");
}
