//! Files to import, links, courses, and the state that the page stored earlier.

use yipan_client::{
    Course, CourseProgress, DiceTotals, ExportFormat, GamePreferences, GameTree, LocalStudy, PositionEditor,
    PuzzleProgress, Replay, Route, SavedGame, Settings, export, from_share_query, import as import_file,
    to_share_query,
};
use yipan_core::Language;
use yipan_games::GameKind;

use crate::input;

/// Imports any bytes as a game in every known format. The game is stored and restored unchanged, and exported.
pub fn import(bytes: &[u8]) {
    let (number, bytes) = input::split_byte(bytes);
    let kind = GameKind::ALL[usize::from(number) % GameKind::ALL.len()];
    let Ok(imported) = import_file(bytes, kind) else { return };
    let tree = &imported.tree;
    let stored = tree.save();
    let restored = GameTree::restore(&stored).expect("a stored tree can be restored");
    assert_eq!(restored.save(), stored);
    let format = ExportFormat::ALL[usize::from(number / 3) % ExportFormat::ALL.len()];
    let _ = export(tree, tree.root(), format, Language::English);
}

/// Parses any text as the query of a link to a game, and as a path. The query that a game writes must lead to the same
/// query: outcomes that are not possible were replaced by others.
pub fn share_query(bytes: &[u8]) {
    let (number, bytes) = input::split_byte(bytes);
    let kind = GameKind::ALL[usize::from(number) % GameKind::ALL.len()];
    let text = input::text(bytes);
    if let Some(replay) = from_share_query(kind, text) {
        let query = to_share_query(&replay);
        if !query.is_empty() {
            let again = from_share_query(kind, &query).map(|again| to_share_query(&again));
            assert_eq!(again, Some(query));
        }
    }
    let _ = Route::parse(text);
}

/// Parses any text as a tree file. What was read is written without a fault, and read again unchanged.
pub fn tree_file(bytes: &[u8]) {
    let text = format!("yipan tree 1\n{}", input::text(bytes));
    let Ok(imported) = import_file(text.as_bytes(), GameKind::Chess) else { return };
    let written = |tree: &GameTree| {
        let exported = export(tree, tree.root(), ExportFormat::Tree, Language::English);
        exported.expect("every tree can be written")
    };
    let first = written(&imported.tree);
    let again = import_file(first.bytes(), GameKind::Chess).expect("a written tree can be read");
    assert_eq!(again.errors, []);
    assert_eq!(written(&again.tree), first);
}

/// Parses any text as a course.
pub fn course(bytes: &[u8]) {
    let _ = input::text(bytes).parse::<Course>();
}

/// Parses any text as one of the things that the page stores, selected by the first byte. What is accepted must be usable.
pub fn stored_state(bytes: &[u8]) {
    let (number, bytes) = input::split_byte(bytes);
    let text = input::text(bytes);
    let kind = GameKind::ALL[usize::from(number / 16) % GameKind::ALL.len()];
    match number % 10 {
        0 => drop(Settings::parse(text).to_json()),
        1 => drop(CourseProgress::parse(text).to_json()),
        2 => drop(PuzzleProgress::parse(text).to_json()),
        3 => drop(DiceTotals::parse(text).to_json()),
        4 => drop(GamePreferences::parse(kind, text).to_json()),
        5 => drop(PositionEditor::parse(kind, text)),
        6 => drop(GameTree::restore(text)),
        7 => drop(Replay::restore(text)),
        8 => {
            if let Some(study) = LocalStudy::parse(text) {
                assert!(LocalStudy::parse(&study.to_json()).is_some());
            }
        }
        _ => {
            if let Some(saved) = SavedGame::parse(text) {
                let json = saved.to_json();
                assert_eq!(SavedGame::parse(&json).map(|again| again.to_json()), Some(json));
                let _ = saved.restore();
            }
        }
    }
}
