//! Imports of records, PGN, positions, plain moves and files of other programs.

use yipan_chess::pgn::{self as chess_pgn, GameResult};
use yipan_core::{Language, Localize};
use yipan_games::{AnyGame, AnyRecord, GameKind, GameOptions};
use yipan_liuzichong::sixzc::SixzcFile;
use yipan_local_play::{DeclaredResult, LocalSetup, PlayerKind};
use yipan_pgn::{PgnError, PgnFault, PgnPosition, Tag, find_tag, leading_tags, more_faults};
use yipan_xiangqi::files::{self, dhtmlxq, encoding, xqf};

use crate::import_export::import_error::{ImportError, MAX_IMPORT_BYTES};
use crate::import_export::move_times::read_times;
use crate::import_export::tree_file::{self, parse::ParsedTree, parse::parse_tree};
use crate::import_export::tree_pgn::{chess_tree, xiangqi_tree};
use crate::text::localized_text::LocalizedText;
use crate::text::messages::import_export as text;
use crate::tree::game_tree::GameTree;

/// An imported game.
#[derive(Clone, Debug)]
pub struct ImportedGame {
    /// The game with its variations, comments and tags.
    pub tree: GameTree,
    /// The number of moves that a tree cannot contain and that are text in a comment instead: null moves, moves after the
    /// end of a game, and all that follows them in their line.
    pub moves_as_text: usize,
    /// The errors in the order of the text. The tree contains the game without the faulty parts.
    pub errors: Vec<ImportError>,
    /// The number of errors that are not listed, because there are too many.
    pub omitted_errors: usize,
    /// Whether the last error ended the game, so that the main line is only its beginning.
    pub is_cut: bool,
}

impl ImportedGame {
    /// Returns what was not imported, in sentences; empty if everything was. Several errors have a line each.
    #[must_use]
    pub fn notes(&self) -> LocalizedText {
        LocalizedText::new(|language| {
            let sentence = |error: &ImportError| yipan_core::capitalize(&error.localize(language));
            let mut lines: Vec<String> = self.errors.iter().map(sentence).collect();
            if self.omitted_errors > 0 {
                lines.push(more_faults(self.omitted_errors, language));
            }
            let mut notes = Vec::new();
            if !lines.is_empty() {
                let separator = if lines.len() == 1 { language.choose(". ", "。", "。") } else { "\n" };
                let kept = if self.is_cut { text::READ_UP_TO } else { text::FAULTS_LEFT_OUT };
                notes.push(format!("{}{separator}{}", lines.join("\n"), kept.localize(language)));
            }
            if self.moves_as_text > 0 {
                let count = self.moves_as_text.to_string();
                notes.push(text::MOVES_AS_TEXT.localize_with(language, &[&count]));
            }
            notes.join(if language == Language::English { " " } else { "" })
        })
    }
}

impl From<GameTree> for ImportedGame {
    fn from(tree: GameTree) -> ImportedGame {
        ImportedGame { tree, moves_as_text: 0, errors: Vec::new(), omitted_errors: 0, is_cut: false }
    }
}

/// Imports a game in any known format. If the text fits several games, `preferred_kind` is chosen; of several games in PGN, the
/// first.
///
/// # Errors
/// Returns `ImportError` if the input is too large, empty or malformed, or contains an illegal move.
pub fn import(bytes: &[u8], preferred_kind: GameKind) -> Result<ImportedGame, ImportError> {
    if bytes.len() > MAX_IMPORT_BYTES {
        return Err(ImportError::TooLarge);
    }
    if bytes.starts_with(b"XQ") {
        return import_xiangqi(&xqf::read(bytes).map_err(ImportError::Xqf)?);
    }
    let (text, _) = encoding::decode(bytes);
    let text = text.trim_end();
    if text.trim().is_empty() {
        Err(ImportError::Empty)
    } else if text.trim_start().starts_with("yipan record") {
        Ok(import_record(text.trim_start())?.into())
    } else if text.trim_start().starts_with(tree_file::SIGNATURE) {
        let parsed = parse_tree(text).map_err(ImportError::Tree)?;
        let ParsedTree { tree, errors, omitted_errors, is_cut } = parsed;
        let errors = errors.into_iter().map(ImportError::Tree).collect();
        Ok(ImportedGame { errors, omitted_errors, is_cut, ..tree.into() })
    } else if text.contains("[DhtmlXQ") {
        import_xiangqi(&dhtmlxq::read(text).map_err(ImportError::DhtmlXq)?)
    } else if is_json_object(text) {
        let saved: SixzcFile = text.trim().parse().map_err(ImportError::Sixzc)?;
        Ok(start_tree(GameKind::Liuzichong, Some(saved.position.to_string()))?.into())
    } else if text.trim_start().starts_with('[') {
        import_moves(text, tagged_kind(text))
    } else {
        import_untagged(text, preferred_kind)
    }
}

/// Imports one of several games of a file. `first_line` is the line at which its text begins, counted from 1.
///
/// # Errors
/// Returns `ImportError` as [`import`] does, with the line of the file.
pub fn import_from_line(
    bytes: &[u8],
    first_line: usize,
    preferred_kind: GameKind,
) -> Result<ImportedGame, ImportError> {
    let lines = first_line.saturating_sub(1);
    let mut imported = import(bytes, preferred_kind).map_err(|mut error| {
        error.shift_lines(lines);
        error
    })?;
    imported.errors.iter_mut().for_each(|error| error.shift_lines(lines));
    Ok(imported)
}

/// Imports a Yipan record.
///
/// # Errors
/// Returns `ImportError` if the record is malformed or contains an illegal step.
pub fn import_record(text: &str) -> Result<GameTree, ImportError> {
    let record = AnyRecord::parse(text).map_err(ImportError::Record)?;
    let GameOptions { position, rules, modes } = record.options();
    let standard =
        AnyGame::start(record.kind(), &GameOptions::default()).map_err(ImportError::Game)?.position();
    let position = position.filter(|position| *position != standard);
    let setup = LocalSetup { position, rules, modes, ..default_setup(record.kind()) };
    let mut tree = GameTree::before_chance(setup).map_err(ImportError::Game)?;
    let mut end = tree.root();
    for (step, number) in record.steps().iter().zip(1..) {
        end = tree.add_step(end, step).map_err(|error| ImportError::Step { number, error })?;
    }
    tree.resolve_pending_chance();
    let result = record.tag("Result").and_then(GameResult::parse).unwrap_or_default();
    let result = DeclaredResult::from_tags(result, record.tag("Termination").unwrap_or_default());
    let is_open = tree.game(end).outcome().is_none();
    tree.set_result(end, result.filter(|_| is_open));
    tree.tags = record.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    read_times(&mut tree, &record);
    Ok(tree)
}

/// Imports a position or moves without tags: first as the preferred game, then as any other.
fn import_untagged(text: &str, preferred_kind: GameKind) -> Result<ImportedGame, ImportError> {
    let others = GameKind::ALL.into_iter().filter(|kind| *kind != preferred_kind);
    let kinds: Vec<GameKind> = std::iter::once(preferred_kind).chain(others).collect();
    let position = text.trim();
    let positions = kinds.iter().find_map(|kind| start_tree(*kind, Some(position.to_owned())).ok());
    if let Some(tree) = positions {
        return Ok(tree.into());
    }
    // A single line with several slashes was meant as a position, so the error of the position is returned.
    if position.lines().count() == 1 && position.matches('/').count() >= 3 {
        return start_tree(preferred_kind, Some(position.to_owned())).map(ImportedGame::from);
    }
    let has_moves = |imported: &ImportedGame| !imported.tree.main_line().is_empty();
    let is_whole = |imported: &ImportedGame| has_moves(imported) && imported.errors.is_empty();
    let first = import_moves(text, preferred_kind);
    if first.as_ref().is_ok_and(is_whole) {
        return first;
    }
    let other = kinds[1..].iter().filter_map(|kind| import_moves(text, *kind).ok()).find(is_whole);
    match (other, first) {
        (Some(imported), _) => Ok(imported),
        (None, Ok(imported)) if !has_moves(&imported) => {
            Err(imported.errors.into_iter().next_back().unwrap_or(ImportError::Empty))
        }
        (None, first) => first,
    }
}

/// Imports moves in any notation, with or without tags and numbers.
fn import_moves(text: &str, kind: GameKind) -> Result<ImportedGame, ImportError> {
    match kind {
        GameKind::Chess => {
            let without_fog = without_fog_variant(text);
            let modes = without_fog.iter().map(|_| "fog".to_owned()).collect();
            let text = without_fog.as_deref().unwrap_or(text);
            let first = FirstGame::of(chess_pgn::games(text.as_bytes())).ok_or(ImportError::Empty)?;
            let standard = yipan_chess::Position::start().to_string();
            let position = Some(first.game.start.to_string()).filter(|position| *position != standard);
            let setup = LocalSetup { position, modes, ..default_setup(GameKind::Chess) };
            let mut tree = GameTree::start(setup).map_err(ImportError::Game)?;
            let moves_as_text = chess_tree(&mut tree, &first.game);
            let imported = ImportedGame { moves_as_text, ..tree.into() };
            first.with_errors(imported, |fault| ImportError::Chess(Box::new(fault)))
        }
        GameKind::Xiangqi => {
            let first = FirstGame::of(files::pgn::games(text.as_bytes())).ok_or(ImportError::Empty)?;
            let imported = import_xiangqi(&first.game)?;
            first.with_errors(imported, |fault| ImportError::Xiangqi(Box::new(fault)))
        }
        GameKind::Liuzichong => {
            let is_number = |word: &&str| word.ends_with('.');
            let mut tree = start_tree(GameKind::Liuzichong, None)?;
            let mut end = tree.root();
            for (word, number) in text.split_whitespace().filter(|word| !is_number(word)).zip(1..) {
                // Recorded games can continue after the rules have ended them; the rest is dropped.
                if tree.game(end).outcome().is_some() {
                    break;
                }
                let path =
                    tree.play_action(end, word).map_err(|error| ImportError::Step { number, error })?;
                end = path.last().copied().unwrap_or(end);
            }
            Ok(tree.into())
        }
    }
}

/// Returns a PGN game in fog without its variant, whose moves are those of standard chess; `None` for another game.
///
/// The place of the tag is left empty, so that faults keep their lines and columns.
fn without_fog_variant(text: &str) -> Option<String> {
    let tags = leading_tags::<yipan_chess::Position>(text.as_bytes());
    let (_, variant) = find_tag(&tags, "Variant")?;
    let letters = variant.chars().filter(char::is_ascii_alphanumeric);
    if !letters.collect::<String>().eq_ignore_ascii_case("fogofwar") {
        return None;
    }
    let start = text.find("[Variant")?;
    let length = text[start..].find(']')? + 1;
    let mut without = text.to_owned();
    without.replace_range(start..start + length, &" ".repeat(length));
    Some(without)
}

/// Returns the game of PGN with tags. That of xiangqi has a tag for the game or for the red player.
fn tagged_kind(text: &str) -> GameKind {
    let tags = leading_tags::<yipan_xiangqi::Position>(text.as_bytes());
    // Tags for which the rules of xiangqi have no start position name another game.
    let names_xiangqi = |tag: &Tag| yipan_xiangqi::Position::from_tags(std::slice::from_ref(tag)).is_ok();
    let is_xiangqi = |tag: &Tag| match tag.name.as_str() {
        "Red" => true,
        "Game" | "Variant" => names_xiangqi(tag),
        _ => false,
    };
    if tags.iter().any(is_xiangqi) { GameKind::Xiangqi } else { GameKind::Chess }
}

/// Whether a text is a JSON object, not PGN that begins with a comment.
fn is_json_object(text: &str) -> bool {
    text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'))
}

/// The first game of a PGN text, as far as it could be read, and its faults.
struct FirstGame<S: PgnPosition> {
    game: yipan_pgn::Game<S>,
    faults: Vec<PgnFault<S>>,
    omitted_faults: usize,
    is_cut: bool,
}

impl<S: PgnPosition> FirstGame<S> {
    fn of(mut games: impl Iterator<Item = Result<yipan_pgn::Game<S>, PgnError<S>>>) -> Option<FirstGame<S>> {
        let mut first = match games.next()? {
            Ok(game) => FirstGame { game, faults: Vec::new(), omitted_faults: 0, is_cut: false },
            Err(error) => FirstGame {
                game: *error.partial_game,
                faults: error.faults,
                omitted_faults: error.omitted_faults,
                is_cut: !error.is_read_to_end,
            },
        };
        // The text after the result is an error without a game.
        if let Some(Err(error)) = games.next()
            && *error.partial_game == yipan_pgn::Game::default()
        {
            first.faults.extend(error.faults);
        }
        Some(first)
    }

    /// Adds the faults to an imported game. If it has no move, it is not worth more than its last fault.
    fn with_errors(
        self,
        imported: ImportedGame,
        to_error: impl Fn(PgnFault<S>) -> ImportError,
    ) -> Result<ImportedGame, ImportError> {
        let mut errors: Vec<ImportError> = self.faults.into_iter().map(to_error).collect();
        if imported.tree.main_line().is_empty()
            && let Some(error) = errors.pop()
        {
            return Err(error);
        }
        Ok(ImportedGame { errors, omitted_errors: self.omitted_faults, is_cut: self.is_cut, ..imported })
    }
}

fn import_xiangqi(game: &files::Game) -> Result<ImportedGame, ImportError> {
    let standard = yipan_xiangqi::Position::start().to_string();
    let position = Some(game.start.to_string()).filter(|position| *position != standard);
    let mut tree = start_tree(GameKind::Xiangqi, position)?;
    let moves_as_text = xiangqi_tree(&mut tree, game);
    Ok(ImportedGame { moves_as_text, ..tree.into() })
}

fn start_tree(kind: GameKind, position: Option<String>) -> Result<GameTree, ImportError> {
    GameTree::start(LocalSetup { position, ..default_setup(kind) }).map_err(ImportError::Game)
}

fn default_setup(kind: GameKind) -> LocalSetup {
    LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use yipan_core::{NullSink, Step, Turn};
    use yipan_games::PgnHeader;

    use super::*;
    use crate::import_export::export::{ExportFormat, export};

    fn imported_actions(text: &str, preferred_kind: GameKind) -> (GameKind, Vec<String>) {
        let imported =
            import(text.as_bytes(), preferred_kind).unwrap_or_else(|error| panic!("{text}: {error}"));
        let replay = imported.tree.replay(&imported.tree.main_line());
        (replay.grid().kind(), replay.actions_before(replay.len()))
    }

    #[test]
    fn moves_are_read_in_every_notation() {
        let chess = (GameKind::Chess, vec!["e2e4".to_owned(), "e7e5".to_owned(), "g1f3".to_owned()]);
        assert_eq!(imported_actions("1. e4 e5 2. Nf3", GameKind::Chess), chess);
        assert_eq!(imported_actions("[White \"A\"]\n\n1. e4 e5 2. Nf3 *", GameKind::Liuzichong), chess);
        let xiangqi = (GameKind::Xiangqi, vec!["h2e2".to_owned(), "h9g7".to_owned()]);
        assert_eq!(imported_actions("1. 炮二平五 马8进7", GameKind::Chess), xiangqi);
        assert_eq!(imported_actions("C2=5 h8+7", GameKind::Xiangqi), xiangqi);
        let liuzichong = (GameKind::Liuzichong, vec!["a2b2".to_owned(), "a3b3".to_owned()]);
        assert_eq!(imported_actions("1. a2b2 a3b3", GameKind::Liuzichong), liuzichong);
    }

    #[test]
    fn the_tags_decide_the_game_and_not_what_is_said_of_it() {
        let chess = "[Event \"Chinese Chess Cup\"]\n[Site \"[Red Square]\"]\n\n1. e4 {Chinese Chess} *";
        assert_eq!(imported_actions(chess, GameKind::Xiangqi).0, GameKind::Chess);
        for tag in ["[Game \"Chinese Chess\"]", "[Red \"A\"]", "[Variant \"xiangqi\"]"] {
            let text = format!("{tag}\n\n1. C2=5 *");
            assert_eq!(imported_actions(&text, GameKind::Chess).0, GameKind::Xiangqi, "{text}");
        }
    }

    #[test]
    fn the_pgn_of_a_game_in_fog_is_read_again() {
        let castling = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1"];
        for (position, moves) in [
            (None, &castling[..]),
            (Some("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1"), &["e5d6", "a8b7"][..]),
            (Some("chess960:0"), &["e2e4", "e7e5"][..]),
        ] {
            let options = GameOptions {
                position: position.map(str::to_owned),
                modes: vec!["fog".to_owned()],
                ..GameOptions::default()
            };
            let start = AnyGame::start(GameKind::Chess, &options).expect("a game");
            let pgn = start.to_pgn(moves.iter().copied(), &PgnHeader::default()).expect("PGN");
            let imported = import(pgn.as_bytes(), GameKind::Xiangqi).expect(&pgn);
            assert!(imported.notes().is_empty(), "{pgn}: {:?}", imported.notes());
            let tree = imported.tree;
            assert_eq!(tree.setup().modes, ["fog"]);
            assert_eq!(tree.game(tree.root()).position(), start.position(), "{pgn}");
            assert_eq!(tree.main_line().len(), moves.len(), "{pgn}");
        }
        let faulty = "[White \"A\"]\n[Variant \"Fog of War\"]\n\n1. e4 e5 2. Qd4 *\n";
        let imported = import(faulty.as_bytes(), GameKind::Chess).expect("two moves");
        assert!(
            imported.notes().localize(Language::English).starts_with("Line 4, column 13"),
            "{imported:?}"
        );
    }

    #[test]
    fn the_times_of_a_record_become_clocks_and_are_written_again() {
        let options = GameOptions { modes: vec!["dice-b".to_owned()], ..GameOptions::default() };
        let mut game = AnyGame::start(GameKind::Chess, &options).expect("a game");
        let mut log = AnyRecord::new(GameKind::Chess, &options).expect("a record");
        log.add_tag("White", "Ada");
        let mut now = 0;
        while now < 9_000 || game.turn() == Turn::Chance {
            let step = match game.turn() {
                Turn::Chance => {
                    let (outcome, _) = game.chance_outcomes().swap_remove(0);
                    game.apply_chance(&outcome, &mut NullSink).expect("possible");
                    Step::Chance(outcome)
                }
                _ => {
                    now += 1_250;
                    let action = game.actions().swap_remove(0);
                    game.apply_action(&action, &mut NullSink).expect("legal");
                    Step::Action(action)
                }
            };
            log.push(&step).expect("a step");
            log.set_last_time(Duration::from_millis(now));
        }
        let actions = log.steps().iter().filter(|step| matches!(step, Step::Action(_))).count();
        let clocks: Vec<String> = (0..actions).map(|index| (300_000 - 1_050 * index).to_string()).collect();
        log.add_tag("Clocks", &clocks.join(" "));
        let text = log.to_string();
        let tree = import(text.as_bytes(), GameKind::Chess).expect("a record").tree;
        let comments: Vec<&str> = tree
            .main_line()
            .into_iter()
            .map(|id| tree.node(id).comment())
            .filter(|text| !text.is_empty())
            .collect();
        assert_eq!(comments.len(), actions);
        assert_eq!(comments[1], "[%clk 0:04:58.95] [%emt 0:00:01.25]");
        assert_eq!(tree.counts().comments, 0);
        let again = export(&tree, tree.root(), ExportFormat::Record, Language::English).expect("a record");
        assert_eq!((again.text(), again.left_out.is_empty()), (Some(text.as_str()), true));
    }

    #[test]
    fn positions_of_the_games_are_recognized() {
        for (position, kind) in [
            ("8/P6k/8/8/8/8/8/K7 w - - 0 1", GameKind::Chess),
            ("3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1", GameKind::Xiangqi),
            ("wb2/4/b3/3b b", GameKind::Liuzichong),
        ] {
            let tree = import(position.as_bytes(), GameKind::Chess).expect("a position").tree;
            assert_eq!((tree.grid().kind(), tree.game(tree.root()).position().as_str()), (kind, position));
        }
        let error = import(b"8/P6k/8/8/8/8/8/8 w - - 0 1", GameKind::Chess).expect_err("no king");
        assert!(matches!(error, ImportError::Game(_)), "{error}");
    }

    #[test]
    fn an_illegal_move_an_empty_text_and_a_huge_text_are_rejected() {
        let error = import(b"1. e5 e4", GameKind::Chess).expect_err("too far");
        assert!(
            error.localize(Language::Simplified).chars().any(|character| character as u32 > 0x2E80),
            "{error}"
        );
        assert_eq!(import(b" \n", GameKind::Chess).err(), Some(ImportError::Empty));
        let huge = vec![b'x'; MAX_IMPORT_BYTES + 1];
        assert_eq!(import(&huge, GameKind::Chess).err(), Some(ImportError::TooLarge));
    }

    #[test]
    fn a_fault_gives_its_line_and_keeps_what_is_before_it() {
        let text = "\n[White \"A\"]\n\n1. e4 e5 (1... c5)\n2. Nf3 Qd4 3. d4 *\n";
        let imported = import_from_line(text.as_bytes(), 101, GameKind::Chess).expect("two moves and a half");
        assert_eq!((imported.tree.main_line().len(), imported.tree.counts().variations), (3, 1));
        let notes = imported.notes();
        let english = notes.localize(Language::English);
        assert!(english.starts_with("Line 105, column 8:"), "{english}");
        assert!(english.ends_with("The game was read up to this error."), "{english}");
        assert!(notes.localize(Language::Simplified).contains("105"), "{notes:?}");
    }

    #[test]
    fn every_fault_has_a_line_of_its_own_and_costs_only_itself() {
        let text = "[White x]\n\n1. e4 (1. e5) e5 $300\n2. Nf3 ] Nc6 * Bb5";
        let imported = import_from_line(text.as_bytes(), 11, GameKind::Chess).expect("a game");
        assert_eq!((imported.tree.main_line().len(), imported.is_cut), (4, false));
        let notes = imported.notes();
        let english = notes.localize(Language::English);
        let places: Vec<&str> = english.lines().filter_map(|line| Some(line.split_once(':')?.0)).collect();
        let expected = ["11, column 8", "13, column 11", "13, column 18", "14, column 8", "14, column 16"];
        assert_eq!(places, expected.map(|place| format!("Line {place}")));
        assert!(english.ends_with("\nOnly the faulty parts were left out; the game was read to its end."));
        assert_eq!(notes.localize(Language::Traditional).lines().count(), 6);

        let many = format!("1. e4 {}e5 *", ") ".repeat(150));
        let imported = import(many.as_bytes(), GameKind::Chess).expect("a game");
        assert_eq!((imported.errors.len(), imported.omitted_errors), (100, 50));
        assert!(imported.notes().localize(Language::Simplified).contains("\n另有 50 处错误\n"));
    }

    #[test]
    fn a_comment_before_the_first_move_does_not_decide_the_game() {
        let whole = import(b"{ before } 1. e4 *", GameKind::Liuzichong).expect("a game");
        assert!(whole.notes().is_empty());
        assert_eq!(whole.tree.node(whole.tree.root()).comment(), "before");
    }
}
