//! Imports of records, PGN, positions, plain moves and files of other programs.

use yipan_chess::pgn::{self as chess_pgn, GameResult};
use yipan_core::{Language, Localize};
use yipan_games::{AnyGame, AnyRecord, GameKind, GameOptions};
use yipan_liuzichong::sixzc::SixzcFile;
use yipan_local_play::{DeclaredResult, LocalSetup, PlayerKind};
use yipan_xiangqi::files::{self, dhtmlxq, encoding, xqf};

use crate::import_export::import_error::{ImportError, MAX_IMPORT_BYTES};
use crate::import_export::tree_file::{self, parse::parse_tree};
use crate::import_export::tree_pgn::{chess_tree, xiangqi_tree};
use crate::text::localized_text::LocalizedText;
use crate::text::messages::import_export as text;
use crate::tree::game_tree::GameTree;

/// An imported game.
#[derive(Clone, Debug)]
pub struct ImportedGame {
    /// The game with its variations, comments and tags.
    pub tree: GameTree,
    /// The moves that a tree cannot contain: null moves, and moves after the end of a game.
    pub moves_left_out: usize,
    /// The first error. The tree contains what is before it, and if it is in a variation, what is after that variation.
    pub error: Option<ImportError>,
}

impl ImportedGame {
    /// Returns what was not imported, in sentences; empty if everything was.
    #[must_use]
    pub fn notes(&self) -> LocalizedText {
        LocalizedText::new(|language| {
            let mut notes = Vec::new();
            if let Some(error) = &self.error {
                let separator = language.choose(". ", "。", "。");
                let reason = yipan_core::capitalize(&error.localize(language));
                let kept = if error.is_in_variation() { text::VARIATION_CUT } else { text::READ_UP_TO };
                notes.push(format!("{reason}{separator}{}", kept.localize(language)));
            }
            if self.moves_left_out > 0 {
                let count = self.moves_left_out.to_string();
                notes.push(text::MOVES_LEFT_OUT.localize_with(language, &[&count]));
            }
            notes.join(if language == Language::English { " " } else { "" })
        })
    }
}

impl From<GameTree> for ImportedGame {
    fn from(tree: GameTree) -> ImportedGame {
        ImportedGame { tree, moves_left_out: 0, error: None }
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
        let error = parsed.error.map(ImportError::Tree);
        Ok(ImportedGame { tree: parsed.tree, moves_left_out: 0, error })
    } else if text.contains("[DhtmlXQ") {
        import_xiangqi(&dhtmlxq::read(text).map_err(ImportError::DhtmlXq)?)
    } else if is_json_object(text) {
        let saved: SixzcFile = text.trim().parse().map_err(ImportError::Sixzc)?;
        Ok(start_tree(GameKind::Liuzichong, Some(saved.position.to_string()))?.into())
    } else if text.trim_start().starts_with('[') {
        let is_xiangqi = text.contains("Chinese Chess") || text.contains("[Red ");
        import_moves(text, if is_xiangqi { GameKind::Xiangqi } else { GameKind::Chess })
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
    let shifted = |mut error: ImportError| {
        error.shift_lines(lines);
        error
    };
    let mut imported = import(bytes, preferred_kind).map_err(shifted)?;
    imported.error = imported.error.map(shifted);
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
    let is_whole = |imported: &ImportedGame| has_moves(imported) && imported.error.is_none();
    let first = import_moves(text, preferred_kind);
    if first.as_ref().is_ok_and(is_whole) {
        return first;
    }
    let other = kinds[1..].iter().filter_map(|kind| import_moves(text, *kind).ok()).find(is_whole);
    match (other, first) {
        (Some(imported), _) => Ok(imported),
        (None, Ok(imported)) if !has_moves(&imported) => Err(imported.error.unwrap_or(ImportError::Empty)),
        (None, first) => first,
    }
}

/// Imports moves in any notation, with or without tags and numbers.
fn import_moves(text: &str, kind: GameKind) -> Result<ImportedGame, ImportError> {
    match kind {
        GameKind::Chess => {
            let game = chess_pgn::games(text.as_bytes()).next().ok_or(ImportError::Empty)?;
            let (game, error) = match game {
                Ok(game) => (game, None),
                Err(error) => (*error.partial_game.clone(), Some(ImportError::Chess(Box::new(error)))),
            };
            let standard = yipan_chess::Position::start().to_string();
            let position = Some(game.start.to_string()).filter(|position| *position != standard);
            let mut tree = start_tree(GameKind::Chess, position)?;
            let moves_left_out = chess_tree(&mut tree, &game);
            or_error(ImportedGame { tree, moves_left_out, error })
        }
        GameKind::Xiangqi => {
            let game = files::pgn::games(text.as_bytes()).next().ok_or(ImportError::Empty)?;
            let (game, error) = match game {
                Ok(game) => (game, None),
                Err(error) => (*error.partial_game.clone(), Some(ImportError::Xiangqi(Box::new(error)))),
            };
            or_error(ImportedGame { error, ..import_xiangqi(&game)? })
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

/// Whether a text is a JSON object, not PGN that begins with a comment.
fn is_json_object(text: &str) -> bool {
    text.trim_start().strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'))
}

/// Returns the error of a text of which no move could be read.
fn or_error(imported: ImportedGame) -> Result<ImportedGame, ImportError> {
    match imported.error {
        Some(error) if imported.tree.main_line().is_empty() => Err(error),
        _ => Ok(imported),
    }
}

fn import_xiangqi(game: &files::Game) -> Result<ImportedGame, ImportError> {
    let standard = yipan_xiangqi::Position::start().to_string();
    let position = Some(game.start.to_string()).filter(|position| *position != standard);
    let mut tree = start_tree(GameKind::Xiangqi, position)?;
    let moves_left_out = xiangqi_tree(&mut tree, game);
    Ok(ImportedGame { tree, moves_left_out, error: None })
}

fn start_tree(kind: GameKind, position: Option<String>) -> Result<GameTree, ImportError> {
    GameTree::start(LocalSetup { position, ..default_setup(kind) }).map_err(ImportError::Game)
}

fn default_setup(kind: GameKind) -> LocalSetup {
    LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn null_moves_are_left_out_and_counted() {
        let imported = import(b"1. e4 e5 (1... -- 2. d4) 2. Nf3 *", GameKind::Chess).expect("a game");
        assert_eq!((imported.tree.main_line().len(), imported.moves_left_out), (3, 2));
        assert!(imported.notes().localize(Language::English).starts_with("Moves left out: 2 "));
        let whole = import(b"{ before } 1. e4 *", GameKind::Liuzichong).expect("a game");
        assert!(whole.notes().is_empty());
        assert_eq!(whole.tree.node(whole.tree.root()).comment(), "before");
    }
}
