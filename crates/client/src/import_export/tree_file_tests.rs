//! Trees that are written as tree files and read again.

use yipan_core::{Language, Side};
use yipan_games::GameKind;
use yipan_local_play::DeclaredResult;

use super::export::{ExportFormat, export};
use super::import::import;
use super::import_error::ImportError;
use super::tree_file::parse::parse_tree;
use super::tree_file::tree_file_error::TreeFileErrorKind;
use crate::tree::game_tree::GameTree;
use crate::tree::test_trees::{grow, outline, played, start};

fn written(tree: &GameTree) -> String {
    let exported = export(tree, tree.root(), ExportFormat::Tree, Language::English).expect("a tree file");
    assert!(exported.left_out.is_empty(), "{:?}", exported.left_out);
    exported.text().expect("a text").to_owned()
}

#[test]
fn a_thousand_random_trees_of_all_games_and_modes_survive() {
    let games: [(GameKind, &[&str]); 8] = [
        (GameKind::Chess, &[]),
        (GameKind::Chess, &["dice-a", "portals", "fog"]),
        (GameKind::Chess, &["gravity", "mines"]),
        (GameKind::Chess, &["dice-b"]),
        (GameKind::Chess, &["portals", "mines", "fog"]),
        (GameKind::Xiangqi, &[]),
        (GameKind::Liuzichong, &[]),
        (GameKind::Liuzichong, &[]),
    ];
    let (mut variations, mut chance_nodes) = (0, 0);
    for seed in 0..1_000 {
        let (kind, modes) = games[seed as usize % games.len()];
        let mut tree = start(kind, modes);
        grow(&mut tree, seed, 24);
        tree.tags.push(("White".to_owned(), "Ada \"A\" \\ ".to_owned()));
        tree.tags.push(("Note".to_owned(), "two\nlines".to_owned()));
        tree.tags.push(("Empty".to_owned(), String::new()));
        let line = tree.main_line();
        let end = line[line.len() * (seed as usize % 3) / 3];
        tree.annotate(end, " before ".to_owned(), " a\r\nb \t".to_owned(), vec![0, 255]);
        if seed % 2 == 0 {
            tree.set_result(end, Some(DeclaredResult::resignation(Side::Second)));
        }
        let text = written(&tree);
        let imported =
            import(text.as_bytes(), GameKind::Xiangqi).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(imported.notes().is_empty(), "{:?}\n{text}", imported.notes());
        let again = &imported.tree;
        assert_eq!(outline(again), outline(&tree), "{seed}\n{text}");
        assert_eq!((&again.tags, again.setup().options()), (&tree.tags, tree.setup().options()));
        assert_eq!(written(again), text);
        variations += tree.counts().variations;
        chance_nodes += line.iter().filter(|id| tree.node(**id).is_chance()).count();
    }
    assert!(variations > 1_000 && chance_nodes > 1_000, "{variations} variations, {chance_nodes} outcomes");
}

#[test]
fn another_roll_is_a_variation() {
    let mut tree = start(GameKind::Chess, &["dice-a"]);
    let roll = tree.main_line()[0];
    let other = tree.game(tree.root()).chance_outcomes().into_iter().map(|(outcome, _)| outcome);
    let known = format!("{:?}", tree.node(roll).step());
    let other = other.into_iter().find(|outcome| !known.contains(outcome.as_str())).expect("another roll");
    let root = tree.root();
    tree.play_chance(root, &other).expect("possible");
    let again = import(written(&tree).as_bytes(), GameKind::Chess).expect("a tree file").tree;
    assert_eq!(again.node(again.root()).children().len(), 2);
    assert_eq!(outline(&again), outline(&tree));
}

#[test]
fn every_fault_has_its_place() {
    let after = |text: &str| format!("yipan tree 1\ngame chess\n{text}");
    for (text, expected) in [
        ("yipan tree 2\ngame chess\n".to_owned(), "1:1 UnknownVersion"),
        ("\n yipan tree\n".to_owned(), "2:1 UnknownVersion"),
        ("yipan tree 1\n".to_owned(), "1:1 MissingGame"),
        ("yipan tree 1\naction e2e4".to_owned(), "1:1 MissingGame"),
        ("yipan tree 1\ngame go".to_owned(), "2:6 UnknownGame"),
        (after("position 8/8/8/8/8/8/8/8 w - - 0 1"), "3:10 Setup"),
        (after("mode fog\nmode boxing\naction e2e4"), "4:6 Setup"),
        (after("rule nonsense=red"), "3:6 Setup"),
        (after("game chess"), "3:1 Repeated"),
        (after("tag White A\\x"), "3:12 InvalidEscape"),
        (after("action e2e5"), "3:8 IllegalStep"),
        (after("chance e2"), "3:8 IllegalStep"),
        (after("action"), "3:7 IllegalStep"),
        (after("comment a\ncomment b"), "4:1 Repeated"),
        (after("action e2e4\nglyphs 1 256"), "4:10 InvalidGlyph"),
        (after("action e2e4\nglyphs"), "4:7 InvalidGlyph"),
        (after("action e2e4\nresult won"), "4:8 InvalidResult"),
        (after("result 1-0\nresult 1-0"), "4:1 Repeated"),
        (after("before a"), "3:1 MissingStep"),
        (after("variation"), "3:1 VariationBeforeStep"),
        (after("action e2e4\nend"), "4:1 UnmatchedEnd"),
        (after("action e2e4\n  variation\n"), "4:3 UnterminatedVariation"),
        (after("action e2e4\ntag White A"), "4:1 SetupAfterMoves"),
        (after("  moves e2e4"), "3:3 UnknownKeyword"),
        (after("action e2e4\nvariation\ncomment a\nend"), "5:1 AnnotationBeforeStep"),
        (after("action e2e4\nvariation\naction 炮二平五\nend\naction e7e5"), "5:8 IllegalStep"),
    ] {
        let error = match parse_tree(&text) {
            Ok(parsed) => parsed.errors.into_iter().next().unwrap_or_else(|| panic!("accepted: {text}")),
            Err(error) => error,
        };
        let kind = format!("{:?}", error.kind);
        let kind = kind.split([' ', '(']).next().unwrap_or_default();
        assert_eq!(format!("{}:{} {kind}", error.line, error.column), expected, "{text}");
        for language in Language::ALL {
            assert!(!yipan_core::Localize::localize(&error, language).is_empty());
        }
    }
}

#[test]
fn a_fault_in_a_variation_keeps_the_rest_of_the_game() {
    let text = "yipan tree 1\ngame chess\naction e2e4\nvariation\n  action d2d4\n  action d7d9\n  variation\n    action d7d5\n  \
        end\n  action c2c4\nend\nvariation\n  action c2c4\nend\naction e7e5\n";
    let imported = import(text.as_bytes(), GameKind::Chess).expect("a tree");
    assert_eq!((imported.tree.main_line().len(), imported.tree.counts().variations), (2, 2));
    let notes = imported.notes();
    let english = notes.localize(Language::English);
    assert!(english.starts_with("Line 6, column 10:"), "{english}");
    assert!(english.ends_with("the game was read to its end."), "{english}");

    let stopped = import(b"yipan tree 1\ngame chess\naction e2e4\naction e2e4\naction e7e5", GameKind::Chess);
    let stopped = stopped.expect("one move");
    assert_eq!(stopped.tree.main_line().len(), 1);
    assert!(stopped.is_cut && stopped.errors.len() == 1);
}

#[test]
fn every_faulty_line_is_listed_and_costs_only_itself() {
    let text = "yipan tree 1\ngame chess\naction e2e4\nglyphs 999\nvariation\n  action d2d4\n  glyph 1\n  comment \\x\n  \
        action d7d5\n  before a\nend\nend\nresult won\nvariation\n  action e2e5\nend\naction e7e5\n";
    let imported = import(text.as_bytes(), GameKind::Chess).expect("a tree");
    let tree = &imported.tree;
    assert_eq!((tree.main_line().len(), tree.counts().variations, imported.is_cut), (2, 1, false));
    let place = |error: &ImportError| match error {
        ImportError::Tree(error) => error.line,
        other => panic!("{other}"),
    };
    assert_eq!(imported.errors.iter().map(place).collect::<Vec<_>>(), [4, 7, 8, 10, 12, 13, 15]);

    let many = format!("yipan tree 1\ngame chess\n{}action e2e5\n", "end\n".repeat(105));
    let parsed = parse_tree(&many).expect("a tree");
    assert_eq!((parsed.errors.len(), parsed.omitted_errors, parsed.is_cut), (101, 5, true));
}

#[test]
fn nesting_is_limited_and_what_is_deeper_is_counted() {
    let mut tree = start(GameKind::Liuzichong, &[]);
    let mut at = tree.root();
    let depth = yipan_pgn::MAX_VARIATION_DEPTH + 2;
    for _ in 0..depth {
        let actions = tree.game(at).actions();
        for action in &actions[..2] {
            tree.play_action(at, action).expect("offered");
        }
        at = *tree.node(at).children().last().expect("two moves");
        if tree.game(at).outcome().is_some() {
            break;
        }
    }
    let exported = export(&tree, tree.root(), ExportFormat::Tree, Language::English).expect("a tree file");
    let is_deep = tree.path(at).len() == depth;
    assert_eq!(!exported.left_out.is_empty(), is_deep, "{:?}", exported.left_out);
    let again = import(exported.bytes(), GameKind::Chess).expect("a tree file");
    assert!(again.notes().is_empty(), "{:?}", again.notes());

    let mut text = "yipan tree 1\ngame chess\naction e2e4\n".to_owned();
    (0..=yipan_pgn::MAX_VARIATION_DEPTH).for_each(|_| text += "variation\naction e2e4\n");
    let errors = parse_tree(&text).expect("a tree").errors;
    let error = errors.first().expect("too deep");
    assert!(matches!(error.kind, TreeFileErrorKind::NestedTooDeep { .. }), "{error}");
}

#[test]
fn an_import_gives_the_line_of_the_whole_file() {
    let text = "yipan tree 1\ngame chess\naction e2e4\naction e2e4\n";
    let imported = super::import::import_from_line(text.as_bytes(), 11, GameKind::Chess).expect("one move");
    assert!(matches!(&imported.errors[..], [ImportError::Tree(error)] if error.line == 14));
    let mut tree = start(GameKind::Chess, &[]);
    played(&mut tree, &["e4"]);
    assert_eq!(written(&tree), "yipan tree 1\ngame chess\naction e2e4\n");
}
