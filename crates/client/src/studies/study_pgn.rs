//! Studies as PGN: one game for each chapter.

use yipan_core::{Language, Side};
use yipan_wire::{ChapterContents, MAX_STUDY_TITLE_CHARACTERS, Study};

use crate::import_export::export::{ExportFormat, export};
use crate::import_export::exported_game::ExportedGame;
use crate::text::messages::{online, studies as text};
use crate::tree::game_tree::GameTree;

/// The tag with the title of a chapter.
const CHAPTER_TAG: &str = "ChapterName";

/// The tag with the title of a study.
const STUDY_TAG: &str = "StudyName";

/// A study as PGN.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StudyPgn {
    /// The games.
    pub text: String,
    /// The number of chapters that PGN cannot express, such as those with dice.
    pub left_out: usize,
}

/// Writes a study as PGN, with the titles as tags.
#[must_use]
pub fn study_pgn(study: &Study, language: Language) -> StudyPgn {
    let mut pgn = StudyPgn::default();
    for chapter in &study.chapters {
        let exported = GameTree::restore(&chapter.contents.tree).and_then(|mut tree| {
            tree.tags.retain(|(name, _)| name != CHAPTER_TAG && name != STUDY_TAG);
            tree.tags.push((STUDY_TAG.to_owned(), study.title.clone()));
            tree.tags.push((CHAPTER_TAG.to_owned(), chapter.contents.title.clone()));
            export(&tree, tree.root(), ExportFormat::Pgn, language)
        });
        match exported.as_ref().and_then(ExportedGame::text) {
            Some(text) => {
                if !pgn.text.is_empty() {
                    pgn.text.push('\n');
                }
                pgn.text += text;
            }
            None => pgn.left_out += 1,
        }
    }
    pgn
}

/// Creates the chapter of a game: its title is that of the tag, the players, or the number of the chapter.
#[must_use]
pub fn new_chapter(tree: &GameTree, number: usize, language: Language) -> ChapterContents {
    let tag = |name: &str| {
        let found = tree.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.trim());
        found.filter(|value| !value.is_empty() && *value != "?")
    };
    let players = || Some((tag("White").or_else(|| tag("Red"))?, tag("Black")?));
    let title = match (tag(CHAPTER_TAG), players()) {
        (Some(title), _) => title.to_owned(),
        (None, Some((first, second))) => online::VERSUS.localize_with(language, &[first, second]),
        (None, None) => text::CHAPTER_NAME.localize_with(language, &[&number.to_string()]),
    };
    let title: String = title.chars().filter(|letter| !letter.is_control()).collect();
    let title = title.chars().take(MAX_STUDY_TITLE_CHARACTERS).collect();
    ChapterContents { title, bottom: Side::First, tree: tree.save() }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;
    use yipan_wire::{StudyChapter, StudyVisibility};

    use super::*;
    use crate::import_export::game_choices::GameChoices;
    use crate::import_export::import::import;
    use crate::tree::test_trees::{grow, start};

    fn study(trees: &[GameTree]) -> Study {
        let chapter = |(index, tree): (usize, &GameTree)| StudyChapter {
            id: index.to_string(),
            version: 1,
            contents: new_chapter(tree, index + 1, Language::English),
        };
        Study {
            id: "s".into(),
            title: "Endings \"A\"".into(),
            visibility: StudyVisibility::Private,
            owner: String::new(),
            is_own: true,
            version: 1,
            updated: 0,
            chapters: trees.iter().enumerate().map(chapter).collect(),
        }
    }

    #[test]
    fn the_chapters_of_an_exported_study_are_imported_again() {
        let mut trees = vec![start(GameKind::Chess, &[]), start(GameKind::Xiangqi, &[])];
        for (seed, tree) in (1..).zip(&mut trees) {
            grow(tree, seed, 40);
        }
        trees[0].tags.push(("White".into(), "Ada".into()));
        trees[0].tags.push(("Black".into(), "Bob".into()));
        trees.push(start(GameKind::Liuzichong, &[]));
        let study = study(&trees);
        let titles: Vec<&str> =
            study.chapters.iter().map(|chapter| chapter.contents.title.as_str()).collect();
        assert_eq!(titles, ["Ada – Bob", "Chapter 2", "Chapter 3"]);
        let pgn = study_pgn(&study, Language::English);
        assert_eq!(pgn.left_out, 1, "PGN has no liuzichong");
        let mut choices = GameChoices::default();
        assert!(choices.scan(pgn.text.as_bytes(), pgn.text.len()));
        assert_eq!(choices.games().len(), 2);
        for (choice, chapter) in choices.games().iter().zip(&study.chapters) {
            let game = &pgn.text.as_bytes()[choice.bytes.clone()];
            let imported = import(game, GameKind::Chess).expect("a game").tree;
            let again = new_chapter(&imported, 9, Language::English);
            assert_eq!(again.title, chapter.contents.title);
            let stored = GameTree::restore(&chapter.contents.tree).expect("a tree");
            assert_eq!(imported.main_line().len(), stored.main_line().len());
            assert_eq!(imported.counts(), stored.counts());
        }
    }
}
