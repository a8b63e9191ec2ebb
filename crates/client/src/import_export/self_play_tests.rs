//! Whole games of self-play with random trees, which are written in every format of their game and read again.

use yipan_core::{Language, Side, Turn};
use yipan_engine::computer::{Computer, SolvedTable, Strength};
use yipan_engine::{Limits, NoControl};
use yipan_games::GameKind;
use yipan_local_play::DeclaredResult;
use yipan_testkit::environment;

use super::export::{ExportFormat, export, export_formats};
use super::import::import;
use crate::tree::game_tree::GameTree;
use crate::tree::test_trees::{OutlineNode, grow_variations, outline, start_with_seed};
use crate::tree::tree_counts::TreeCounts;
use crate::tree::tree_node::NodeId;

/// The size of a search, small because thousands of moves are played.
const NODES: u64 = 12;

/// The actions after which a game is not played on.
const MAX_ACTIONS: usize = 120;

/// The number of games; `YIPAN_GAMES=<n>` plays `n`. Every fourth has modes, of which there are 47 combinations.
const DEFAULT_GAMES: u64 = 1_000;

/// Returns a combination of modes by its number; 0 has none.
fn modes(number: u64) -> Vec<&'static str> {
    let dice = [None, Some("dice-a"), Some("dice-b")][(number % 3) as usize];
    let others = ["fog", "gravity", "portals", "mines"].into_iter().enumerate();
    let chosen = others.filter(|(index, _)| (number / 3) >> index & 1 == 1).map(|(_, mode)| mode);
    dice.into_iter().chain(chosen).collect()
}

/// Plays a game to its end, or to the limit, with the computer on both sides.
fn self_play(kind: GameKind, modes: &[&str], seed: u64) -> GameTree {
    let mut tree = start_with_seed(kind, modes, seed);
    let mut computers = Side::BOTH.map(|_| {
        let (game, options) = (tree.game(tree.root()), tree.setup().options());
        Computer::new(game, &options, &SolvedTable::default(), Strength::Level(1))
    });
    let mut end = tree.main_line().last().copied().unwrap_or(tree.root());
    for number in 0..MAX_ACTIONS {
        let Turn::Player(side) = tree.game(end).turn() else { break };
        let seed = seed * MAX_ACTIONS as u64 + number as u64;
        let computer = &mut computers[side.index()];
        let action = computer.choose(tree.game(end), side, seed, Limits::nodes(NODES), &NoControl);
        let steps = tree.play_action(end, &action.expect("a turn")).expect("a legal action");
        end = steps.last().copied().unwrap_or(end);
    }
    if tree.game(end).outcome().is_none() && seed.is_multiple_of(2) {
        tree.set_result(end, Some(DeclaredResult::resignation(Side::Second)));
    }
    tree
}

/// Returns what a format keeps of a tree.
fn kept(tree: &GameTree, format: ExportFormat) -> Vec<OutlineNode> {
    let nodes = outline(tree).into_iter();
    match format {
        ExportFormat::Tree => nodes.collect(),
        // PGN repeats a result by the rules, which is then a declared one.
        ExportFormat::Pgn => nodes.map(|node| OutlineNode { result: None, ..node }).collect(),
        // The first continuation of every node comes first, so the main line is the beginning. The result belongs to its end,
        // also where a tree goes on after it.
        ExportFormat::Record => {
            let plain = |node: OutlineNode| OutlineNode {
                comment_before: String::new(),
                comment: String::new(),
                nags: Vec::new(),
                result: None,
                ..node
            };
            nodes.take(1 + tree.main_line().len()).map(plain).collect()
        }
        // A comment before a move joins that after it, and there are no glyphs. A result has no reason.
        _ => {
            let joined = |node: OutlineNode| OutlineNode {
                comment: [node.comment_before.as_str(), &node.comment].join("\n").trim().to_owned(),
                comment_before: String::new(),
                nags: Vec::new(),
                result: None,
                ..node
            };
            nodes.map(joined).collect()
        }
    }
}

/// Writes a tree in a format, reads it, compares it, and writes it again.
fn check(tree: &GameTree, node: NodeId, format: ExportFormat, language: Language) {
    let exported = export(tree, node, format, language).expect("a format of the game");
    let context = || format!("{format:?} {:?} {}", tree.setup(), exported.text().unwrap_or_default());
    let kind = tree.grid().kind();
    let imported = import(exported.bytes(), kind).unwrap_or_else(|error| panic!("{error}: {}", context()));
    assert!(imported.notes().is_empty(), "{:?}: {}", imported.notes(), context());
    let again = &imported.tree;
    match format {
        ExportFormat::Position | ExportFormat::Sixzc => {
            assert_eq!(again.game(again.root()).position(), tree.game(node).position(), "{}", context());
            return;
        }
        ExportFormat::Wxf | ExportFormat::Chinese => {
            assert_eq!(again.main_line().len(), tree.main_line().len(), "{}", context());
            return;
        }
        _ => assert!(kept(again, format) == kept(tree, format), "{}", context()),
    }
    assert_eq!(again.result(), tree.result(), "{}", context());
    let TreeCounts { variations, comments, glyphs, .. } = tree.counts();
    let losses = match format {
        ExportFormat::Tree | ExportFormat::Pgn => 0,
        ExportFormat::Record => variations + comments + glyphs,
        _ => glyphs,
    };
    assert_eq!(exported.left_out.is_empty(), losses == 0, "{:?}", exported.left_out);
    let twice = export(again, again.root(), format, language).expect("the same format");
    assert!(twice.bytes() == exported.bytes(), "{}", context());
}

#[test]
fn whole_games_of_self_play_with_random_trees_survive_every_format() {
    let (mut actions, mut variations, mut finished) = (0, 0, 0);
    let games = environment::number("YIPAN_GAMES").unwrap_or(DEFAULT_GAMES);
    for seed in 0..games {
        let (kind, modes) = match seed % 4 {
            0 => (GameKind::Chess, Vec::new()),
            1 => (GameKind::Xiangqi, Vec::new()),
            2 => (GameKind::Chess, modes(1 + seed / 4 % 47)),
            _ => (GameKind::Liuzichong, Vec::new()),
        };
        let mut tree = self_play(kind, &modes, seed);
        let line = tree.main_line();
        let is_finished = line.last().is_some_and(|end| tree.game(*end).outcome().is_some());
        assert!(is_finished || line.len() >= MAX_ACTIONS, "{seed}: {} steps", line.len());
        grow_variations(&mut tree, seed, line.len() / 4);
        let first_player = if kind == GameKind::Xiangqi { "Red" } else { "White" };
        tree.tags.push((first_player.to_owned(), "Ada".to_owned()));
        actions += line.iter().filter(|id| !tree.node(**id).is_chance()).count();
        variations += tree.counts().variations;
        finished += usize::from(is_finished);
        let language = Language::ALL[(seed / 4 % 3) as usize];
        for format in export_formats(kind, !modes.is_empty()) {
            // With modes a position is not the whole state.
            if format != ExportFormat::Position || modes.is_empty() {
                check(&tree, line[line.len() / 2], format, language);
            }
        }
    }
    eprintln!("{games} games, {finished} finished, {actions} actions, {variations} variations");
    let games = games as usize;
    assert!(actions > 20 * games && variations > 5 * games && finished > games / 4, "too few");
}
