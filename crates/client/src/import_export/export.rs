//! Exports of a game with its variations.

use std::time::Duration;

use yipan_core::Language;
use yipan_games::{AnyGame, AnyRecord, GameKind, Notation};
use yipan_liuzichong::sixzc::SixzcFile;
use yipan_pgn::MAX_VARIATION_DEPTH;
use yipan_xiangqi::files::{self, LeftOut, dhtmlxq, xqf};
use yipan_xiangqi::notation::Notation as XiangqiNotation;

use crate::import_export::exported_game::{ExportedContents, ExportedGame};
use crate::import_export::move_times::MoveTimes;
use crate::import_export::tree_file::write::write_tree;
use crate::import_export::tree_pgn::{to_chess_game, to_xiangqi_game};
use crate::text::localized_text::LocalizedText;
use crate::text::messages::import_export as text;
use crate::text::messages::text::Text;
use crate::tree::game_tree::GameTree;
use crate::tree::tree_counts::TreeCounts;
use crate::tree::tree_node::NodeId;

/// A file or text format of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Yipan's own record, which is complete but for variations and annotations.
    Record,
    /// Yipan's own file of a tree, which is complete.
    Tree,
    /// The position after a step.
    Position,
    /// Portable Game Notation.
    Pgn,
    /// The format of Chinese forums, with variations and comments.
    DhtmlXq,
    /// The binary format of XQStudio, with variations and comments.
    Xqf,
    /// Moves in the notation of the World Xiangqi Federation.
    Wxf,
    /// Moves in Chinese notation.
    Chinese,
    /// The position after a step, as a file of the original program of liuzichong.
    Sixzc,
}

impl ExportFormat {
    /// All formats.
    pub const ALL: [ExportFormat; 9] = [
        ExportFormat::Record,
        ExportFormat::Tree,
        ExportFormat::Position,
        ExportFormat::Pgn,
        ExportFormat::DhtmlXq,
        ExportFormat::Xqf,
        ExportFormat::Wxf,
        ExportFormat::Chinese,
        ExportFormat::Sixzc,
    ];

    /// Returns the file extension.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            ExportFormat::Record => "yipan",
            ExportFormat::Tree => "ytree",
            ExportFormat::Position => "fen",
            ExportFormat::Pgn => "pgn",
            ExportFormat::DhtmlXq | ExportFormat::Wxf | ExportFormat::Chinese => "txt",
            ExportFormat::Xqf => "xqf",
            ExportFormat::Sixzc => "6zc",
        }
    }

    /// Returns the name of the format.
    #[must_use]
    pub const fn name(self, language: Language) -> &'static str {
        match self {
            ExportFormat::Record => text::RECORD.localize(language),
            ExportFormat::Tree => text::TREE.localize(language),
            ExportFormat::Position => "FEN",
            ExportFormat::Pgn => "PGN",
            ExportFormat::DhtmlXq => text::DHTMLXQ.localize(language),
            ExportFormat::Xqf => "XQF",
            ExportFormat::Wxf => "WXF",
            ExportFormat::Chinese => text::CHINESE_MOVES.localize(language),
            ExportFormat::Sixzc => ".6zc",
        }
    }
}

/// Exports a game with its variations; `None` if the format does not fit the game.
///
/// A position is that after a node.
#[must_use]
pub fn export(
    tree: &GameTree,
    node: NodeId,
    format: ExportFormat,
    language: Language,
) -> Option<ExportedGame> {
    let game = tree.game(node);
    let TreeCounts { variations, comments, glyphs, clocks } = tree.counts();
    let rules = (text::HOUSE_RULES, tree.setup().rules.len());
    let everything = [
        (text::VARIATIONS, variations),
        (text::COMMENTS, comments),
        (text::GLYPHS, glyphs),
        rules,
        (text::CLOCKS, clocks),
    ];
    // No reader of a file accepts variations nested deeper than this.
    let nested = (text::VARIATIONS, tree.variations_deeper_than(MAX_VARIATION_DEPTH));
    let (contents, left_out) = match (format, game) {
        (ExportFormat::Record, _) => (to_record(tree)?.into(), left_out_text(&everything[..3])),
        (ExportFormat::Tree, _) => (write_tree(tree).into(), left_out_text(&[nested])),
        (ExportFormat::Position, _) => (game.position().into(), LocalizedText::default()),
        (ExportFormat::Pgn, AnyGame::Chess(_)) => {
            (to_chess_game(tree)?.to_string().into(), left_out_text(&[nested, rules]))
        }
        (ExportFormat::Pgn, AnyGame::Xiangqi(_)) => {
            let notation = match language {
                Language::English => XiangqiNotation::Wxf,
                Language::Simplified => XiangqiNotation::Simplified,
                Language::Traditional => XiangqiNotation::Traditional,
            };
            (to_xiangqi_game(tree)?.pgn(notation).to_string().into(), left_out_text(&[nested, rules]))
        }
        (ExportFormat::DhtmlXq, AnyGame::Xiangqi(_)) => {
            let game = to_xiangqi_game(tree)?;
            let text = dhtmlxq::write(&game);
            let left_out = left_out_of_file(tree, game, dhtmlxq::read(&text).ok());
            (text.into(), left_out_text(&[&[nested][..], &left_out, &[rules]].concat()))
        }
        (ExportFormat::Xqf, AnyGame::Xiangqi(_)) => {
            let game = to_xiangqi_game(tree)?;
            let bytes = xqf::write(&game);
            let left_out = left_out_of_file(tree, game, xqf::read(&bytes).ok());
            let left_out = left_out_text(&[&[nested][..], &left_out, &[rules]].concat());
            (ExportedContents::Binary(bytes), left_out)
        }
        (ExportFormat::Wxf, AnyGame::Xiangqi(_)) => {
            (numbered_moves(tree, Notation::Wxf).into(), left_out_text(&everything))
        }
        (ExportFormat::Chinese, AnyGame::Xiangqi(_)) => {
            let is_traditional = language == Language::Traditional;
            let notation = if is_traditional { Notation::ChineseTraditional } else { Notation::Chinese };
            (numbered_moves(tree, notation).into(), left_out_text(&everything))
        }
        (ExportFormat::Sixzc, AnyGame::Liuzichong(game)) => {
            let position = *game.position();
            let file = SixzcFile { position, human: position.side_to_move() };
            let moves = (text::MOVES, tree.main_line().len());
            (file.to_string().into(), left_out_text(&[&[moves][..], &everything].concat()))
        }
        _ => return None,
    };
    Some(ExportedGame { contents, left_out })
}

/// Compares a tree with what is read again from its file. The tags that only the export adds do not count.
fn left_out_of_file(
    tree: &GameTree,
    mut game: files::Game,
    again: Option<files::Game>,
) -> [(Text, usize); 4] {
    game.tags.retain(|tag| tree.tags.iter().any(|(name, _)| *name == tag.name));
    let LeftOut { glyphs, tags, counters } =
        again.map(|again| LeftOut::between(&game, &again)).unwrap_or_default();
    // A reason that a file gave is one of the tags.
    let is_tag = tree.tag("Termination").is_some();
    let reason = tree.declared_result().is_some_and(|(_, result)| result.reason.is_some() && !is_tag);
    [(text::GLYPHS, glyphs), (text::TAGS, tags), (text::COUNTERS, counters), (text::REASONS, reason.into())]
}

/// Writes a sentence about what is there and not written.
fn left_out_text(counts: &[(Text, usize)]) -> LocalizedText {
    let present: Vec<&(Text, usize)> = counts.iter().filter(|(_, count)| *count > 0).collect();
    if present.is_empty() {
        return LocalizedText::default();
    }
    LocalizedText::new(|language| {
        let part = |(name, count): &&(Text, usize)| name.localize_with(language, &[&count.to_string()]);
        let separator = language.choose(", ", "、", "、");
        let parts = present.iter().map(part).collect::<Vec<_>>().join(separator);
        text::LEFT_OUT.localize_with(language, &[&parts])
    })
}

/// Writes the main line as a record, with the tags that a record can contain.
fn to_record(tree: &GameTree) -> Option<String> {
    let line = tree.main_line();
    let MoveTimes { steps, clocks_tag } = MoveTimes::of_line(tree, &line);
    let mut log = line_log(tree, &line, &steps)?;
    let (result, termination) = (tree.result().to_string(), tree.termination());
    let is_result = |name: &str| name == "Result" || name == "Termination";
    for (name, value) in tree.tags.iter().filter(|(name, _)| !is_result(name)) {
        log.add_tag(name, value);
    }
    if let Some((name, clocks)) = clocks_tag {
        log.add_tag(name, &clocks);
    }
    if let Some(reason) = termination {
        log.add_tag("Result", &result);
        log.add_tag("Termination", &reason);
    } else if tree.declared_result().is_some() {
        log.add_tag("Result", &result);
    }
    Some(log.to_string())
}

/// Writes a line as a record without tags, for a picture of it.
#[must_use]
pub fn line_record(tree: &GameTree, line: &[NodeId]) -> Option<String> {
    Some(line_log(tree, line, &[])?.to_string())
}

/// Writes a line with the times of its nodes, as far as they are known.
fn line_log(tree: &GameTree, line: &[NodeId], times: &[Duration]) -> Option<AnyRecord> {
    let setup = tree.setup();
    let mut log = AnyRecord::new(setup.kind(), &setup.options()).ok()?;
    let times = times.iter().map(Some).chain(std::iter::repeat(None));
    for (step, time) in line.iter().filter_map(|id| tree.node(*id).step()).zip(times) {
        log.push(step).ok()?;
        if let Some(time) = time {
            log.set_last_time(*time);
        }
    }
    Some(log)
}

/// Writes the moves of the main line with their numbers, two a line.
fn numbered_moves(tree: &GameTree, notation: Notation) -> String {
    let mut text = String::new();
    let steps = tree.main_line().into_iter().filter_map(|id| tree.played_step(id));
    for (index, (before, action)) in steps.filter_map(|step| Some((step.before, step.action()?))).enumerate()
    {
        let notation = before.translate(action, notation).unwrap_or_else(|_| action.to_owned());
        if index % 2 == 0 {
            text += &format!("{}. {notation}", index / 2 + 1);
        } else {
            text += &format!(" {notation}\n");
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Returns the formats that fit a game.
#[must_use]
pub fn export_formats(kind: GameKind, has_modes: bool) -> Vec<ExportFormat> {
    let fits = |format: &ExportFormat| match format {
        ExportFormat::Record | ExportFormat::Tree | ExportFormat::Position => true,
        ExportFormat::Pgn => kind == GameKind::Xiangqi || kind == GameKind::Chess && !has_modes,
        ExportFormat::DhtmlXq | ExportFormat::Xqf | ExportFormat::Wxf | ExportFormat::Chinese => {
            kind == GameKind::Xiangqi
        }
        ExportFormat::Sixzc => kind == GameKind::Liuzichong,
    };
    ExportFormat::ALL.into_iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use yipan_core::{EndReason, Side};
    use yipan_local_play::DeclaredResult;

    use super::*;
    use crate::import_export::import::import;
    use crate::import_export::share::{from_share_query, to_share_query};
    use crate::tree::test_trees::{played, start};

    fn play_line(kind: GameKind, modes: &[&str], action_count: usize) -> GameTree {
        let mut tree = start(kind, modes);
        let mut end = tree.main_line().last().copied().unwrap_or(tree.root());
        for _ in 0..action_count {
            let actions = tree.game(end).actions();
            let Some(action) = actions.get(actions.len() / 3) else { break };
            let path = tree.play_action(end, action).expect("offered");
            end = path.last().copied().unwrap_or(end);
        }
        tree
    }

    fn end_of(tree: &GameTree) -> NodeId {
        tree.main_line().last().copied().unwrap_or(tree.root())
    }

    fn actions(tree: &GameTree) -> Vec<String> {
        let replay = tree.replay(&tree.main_line());
        replay.actions_before(replay.len())
    }

    #[test]
    fn a_declared_result_survives_every_format_that_has_one() {
        let timeout = DeclaredResult { winner: Some(Side::Second), reason: Some(EndReason::Timeout) };
        for result in [timeout, DeclaredResult::resignation(Side::First), DeclaredResult::agreement()] {
            for (kind, modes) in [
                (GameKind::Chess, &[][..]),
                (GameKind::Chess, &["dice-a"]),
                (GameKind::Xiangqi, &[]),
                (GameKind::Liuzichong, &[]),
            ] {
                let mut tree = play_line(kind, modes, 6);
                tree.set_result(end_of(&tree), Some(result.clone()));
                for format in [ExportFormat::Record, ExportFormat::Tree, ExportFormat::Pgn] {
                    let Some(exported) = export(&tree, tree.root(), format, Language::English) else {
                        continue;
                    };
                    let text = exported.text().expect("a text");
                    let again =
                        import(text.as_bytes(), kind).unwrap_or_else(|error| panic!("{text}: {error}")).tree;
                    assert_eq!(again.declared_result().map(|(_, result)| result), Some(&result), "{text}");
                    assert_eq!(again.result(), result.result());
                }
                let replay = tree.replay(&tree.main_line());
                let shared = from_share_query(kind, &to_share_query(&replay)).expect("a shared replay");
                assert_eq!(shared.declared_result(), Some(&result));
            }
        }
    }

    #[test]
    fn a_main_line_that_goes_on_to_its_end_decides_the_result() {
        let mut tree = start(GameKind::Chess, &[]);
        let end = played(&mut tree, &["f2f3", "e7e5"])[1];
        tree.set_result(end, Some(DeclaredResult::resignation(Side::Second)));
        assert_eq!(tree.result().to_string(), "1-0");
        played(&mut tree, &["g2g4", "d8h4"]);
        assert_eq!(
            (tree.result().to_string(), tree.termination().as_deref()),
            ("0-1".into(), Some("checkmate"))
        );
        for format in [ExportFormat::Record, ExportFormat::Tree, ExportFormat::Pgn] {
            let exported = export(&tree, tree.root(), format, Language::English).expect("offered");
            let again = import(exported.bytes(), GameKind::Chess).expect("a game").tree;
            assert_eq!(again.result(), tree.result(), "{format:?}");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let games: [(GameKind, &[&str]); 5] = [
            (GameKind::Chess, &[]),
            (GameKind::Chess, &["dice-a", "portals", "fog"]),
            (GameKind::Chess, &["gravity", "mines"]),
            (GameKind::Xiangqi, &[]),
            (GameKind::Liuzichong, &[]),
        ];
        for (kind, modes) in games {
            let tree = play_line(kind, modes, 24);
            let end = end_of(&tree);
            for format in export_formats(kind, !modes.is_empty()) {
                for language in Language::ALL {
                    let exported = export(&tree, end, format, language).expect("offered");
                    let again = import(exported.bytes(), kind)
                        .unwrap_or_else(|error| panic!("{exported:?}: {error}"))
                        .tree;
                    match format {
                        // With modes a position is not the whole state.
                        ExportFormat::Position | ExportFormat::Sixzc if modes.is_empty() => {
                            assert_eq!(again.game(again.root()).position(), tree.game(end).position());
                        }
                        ExportFormat::Position | ExportFormat::Sixzc => {}
                        _ => assert_eq!(actions(&again), actions(&tree), "{kind} {exported:?}"),
                    }
                    if matches!(format, ExportFormat::Record | ExportFormat::Tree) {
                        let outcomes = |tree: &GameTree| tree.replay(&tree.main_line()).chance_outcomes();
                        assert_eq!(outcomes(&again), outcomes(&tree));
                    }
                }
            }
        }
    }

    #[test]
    fn the_reason_of_a_declared_result_is_left_out_of_files_of_xiangqi() {
        let mut tree = play_line(GameKind::Xiangqi, &[], 6);
        let end = end_of(&tree);
        let left_out = |tree: &GameTree, format, language| {
            export(tree, end, format, language).expect("offered").left_out.localize(language).to_owned()
        };
        let winner = Some(Side::First);
        for format in [ExportFormat::Xqf, ExportFormat::DhtmlXq] {
            tree.set_result(end, Some(DeclaredResult { winner, reason: None }));
            assert_eq!(left_out(&tree, format, Language::English), "", "{format:?}");
            tree.set_result(end, Some(DeclaredResult { winner, reason: Some(EndReason::Resignation) }));
            let english = left_out(&tree, format, Language::English);
            assert!(english.contains("the reason of the result"), "{format:?}: {english}");
            assert!(left_out(&tree, format, Language::Traditional).contains("終局原因"));
        }
        tree.set_result(end, Some(DeclaredResult { winner, reason: Some(EndReason::Resignation) }));
        assert_eq!(left_out(&tree, ExportFormat::Pgn, Language::English), "");
    }

    #[test]
    fn the_tags_of_a_record_are_kept() {
        let mut tree = play_line(GameKind::Chess, &["mines"], 4);
        tree.tags.push(("White".into(), "Ada".into()));
        let exported = export(&tree, tree.root(), ExportFormat::Record, Language::English).expect("a record");
        let again = import(exported.bytes(), GameKind::Chess).expect("a record").tree;
        assert_eq!(again.tag("White"), Some("Ada"));
    }

    #[test]
    fn no_format_is_listed_that_cannot_be_exported() {
        let tree = play_line(GameKind::Chess, &["mines"], 4);
        for format in ExportFormat::ALL {
            let is_listed = export_formats(GameKind::Chess, true).contains(&format);
            let exported = export(&tree, tree.root(), format, Language::English);
            assert_eq!(exported.is_some(), is_listed, "{format:?}");
        }
    }
}
