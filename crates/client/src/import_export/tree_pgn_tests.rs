//! Trees that are written as PGN and read again.

use yipan_chess::pgn as chess_pgn;
use yipan_core::Language;
use yipan_games::GameKind;
use yipan_testkit::vectors;

use super::export::{ExportFormat, export};
use super::import::import;
use super::tree_pgn::{chess_tree, to_chess_game};
use crate::tree::game_tree::GameTree;
use crate::tree::test_trees::{grow, played, start, start_from};
use crate::tree::tree_node::NodeId;

/// Removes what a tree cannot contain: null moves and what follows them, and remarks without a move.
fn normalized(line: &mut chess_pgn::Variation) {
    let end = line.nodes.iter().position(|node| node.mv.is_none()).unwrap_or(line.nodes.len());
    line.nodes.truncate(end);
    for node in &mut line.nodes {
        node.variations.iter_mut().for_each(normalized);
        node.variations.retain(|variation| !variation.nodes.is_empty());
    }
}

/// Returns the tree of a game and the number of moves that were left out.
fn tree_of(game: &chess_pgn::Game) -> (GameTree, usize) {
    let mut tree = start_from(GameKind::Chess, &game.start.to_string());
    let left_out = chess_tree(&mut tree, game);
    (tree, left_out)
}

#[test]
fn every_game_of_the_vectors_is_written_as_it_was_read() {
    let (mut count, mut variations) = (0, 0);
    let mut files = vec![vectors::bytes("chess_pgn/games.pgn")];
    for list in ["loose", "malformed"] {
        let rows: Vec<serde_json::Value> = vectors::rows(&format!("chess_pgn/{list}.expected.jsonl"));
        let name = |row: &serde_json::Value| format!("chess_pgn/{}", row["file"].as_str().expect("a file"));
        files.extend(rows.iter().map(|row| vectors::bytes(&name(row))));
    }
    for file in files {
        for game in chess_pgn::games(&file) {
            let mut game = game.unwrap_or_else(|error| *error.partial_game);
            let (tree, left_out) = tree_of(&game);
            let again = to_chess_game(&tree).expect("a chess game");
            let unread = game.to_string();
            normalized(&mut game.main_line);
            if left_out == 0 || game.main_line == again.main_line {
                assert_eq!(again.main_line, game.main_line, "{unread}");
            } else {
                // The rules ended a line before the file did.
                assert!(tree.main_line().len() <= game.main_line.nodes.len(), "{unread}");
            }
            assert_eq!(again.start, game.start);
            for tag in game.tags.iter().filter(|tag| tag.name != "Result") {
                assert!(again.tags.contains(tag), "{tag:?} of {unread}");
            }
            if game.result != chess_pgn::GameResult::Unknown {
                assert_eq!(again.result, game.result, "{unread}");
            }
            count += 1;
            variations += tree.counts().variations;
        }
    }
    assert!(count > 50 && variations > 10, "{count} games with {variations} variations are too few");
}

#[test]
fn a_thousand_random_trees_survive_pgn() {
    for seed in 0..1_000 {
        let kind = if seed % 2 == 0 { GameKind::Chess } else { GameKind::Xiangqi };
        let mut tree = start(kind, &[]);
        grow(&mut tree, seed, 24);
        let language = Language::ALL[(seed % 3) as usize];
        let exported = export(&tree, tree.root(), ExportFormat::Pgn, language).expect("PGN");
        let imported = import(exported.bytes(), kind).unwrap_or_else(|error| panic!("{exported:?}: {error}"));
        assert!(imported.notes().is_empty(), "{:?} {exported:?}", imported.notes());
        let again = export(&imported.tree, imported.tree.root(), ExportFormat::Pgn, language);
        assert_eq!(again, Some(exported), "{seed}");
        assert_eq!(imported.tree.counts(), tree.counts(), "{seed}");
    }
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

/// Returns the moves below a node with their comments and variations, without glyphs.
fn outline(tree: &GameTree, node: NodeId) -> Vec<String> {
    let children = tree.node(node).children().iter();
    let child = |id: &NodeId| {
        let step = tree.node(*id).step().map(|step| format!("{step:?}")).unwrap_or_default();
        format!("{step} {:?} {:?}", tree.node(*id).comment(), outline(tree, *id))
    };
    children.map(child).collect()
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
