//! A study on this device, with the rules of those on the server.

use yipan_wire::{
    ChapterChange, ChapterContents, MAX_CHAPTER_BYTES, MAX_CHAPTERS, Study, StudyChange, StudyChapter,
    StudySummary, StudyVisibility,
};

use crate::text::localized_text::LocalizedText;
use crate::text::messages::studies as text;

/// The reason why a study was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyChangeError {
    /// There is no such chapter.
    NotFound,
    /// The study or chapter has another version: another window has changed it.
    Changed,
    /// The study has as many chapters as it may.
    TooManyChapters,
    /// The chapter is too large.
    TooLarge,
}

impl StudyChangeError {
    /// Returns the message.
    #[must_use]
    pub fn message(self) -> LocalizedText {
        match self {
            StudyChangeError::NotFound => text::NOT_FOUND.into(),
            StudyChangeError::Changed => text::CONFLICT.into(),
            StudyChangeError::TooLarge => text::TOO_LARGE.into(),
            StudyChangeError::TooManyChapters => LocalizedText::new(|language| {
                text::TOO_MANY_CHAPTERS.localize_with(language, &[&MAX_CHAPTERS.to_string()])
            }),
        }
    }
}

/// A study that is stored in the browser. Times are in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalStudy(pub Study);

impl LocalStudy {
    /// Creates a study without chapters.
    #[must_use]
    pub fn new(id: String, title: String, now: u64) -> LocalStudy {
        let (visibility, owner) = (StudyVisibility::Private, String::new());
        LocalStudy(Study {
            id,
            title,
            visibility,
            owner,
            is_own: true,
            version: 1,
            updated: now,
            chapters: Vec::new(),
        })
    }

    /// Reads a stored study; `None` if the text is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<LocalStudy> {
        serde_json::from_str(text).ok().map(LocalStudy)
    }

    /// Returns the text to store.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_default()
    }

    /// Returns the study as a list shows it.
    #[must_use]
    pub fn summary(&self) -> StudySummary {
        let Study { id, title, visibility, owner, updated, chapters, .. } = &self.0;
        StudySummary {
            id: id.clone(),
            title: title.clone(),
            visibility: *visibility,
            owner: owner.clone(),
            chapters: chapters.len() as u64,
            updated: *updated,
        }
    }

    /// Adds a chapter after all others.
    ///
    /// # Errors
    /// Returns `StudyChangeError` if the study is full or the chapter too large.
    pub fn add_chapter(
        &mut self,
        id: String,
        contents: ChapterContents,
        now: u64,
    ) -> Result<(), StudyChangeError> {
        if self.0.chapters.len() >= MAX_CHAPTERS {
            return Err(StudyChangeError::TooManyChapters);
        }
        check_size(&contents)?;
        self.0.chapters.push(StudyChapter { id, version: 1, contents });
        self.count_change(now);
        Ok(())
    }

    /// Replaces the contents of a chapter.
    ///
    /// # Errors
    /// Returns `StudyChangeError` if the chapter is gone, has another version or is too large.
    pub fn change_chapter(
        &mut self,
        id: &str,
        change: ChapterChange,
        now: u64,
    ) -> Result<(), StudyChangeError> {
        check_size(&change.contents)?;
        let chapter = self.0.chapters.iter_mut().find(|chapter| chapter.id == id);
        let chapter = chapter.ok_or(StudyChangeError::NotFound)?;
        if chapter.version != change.version {
            return Err(StudyChangeError::Changed);
        }
        chapter.version += 1;
        chapter.contents = change.contents;
        self.0.updated = now;
        Ok(())
    }

    /// Removes a chapter.
    ///
    /// # Errors
    /// Returns `StudyChangeError` if there is no such chapter.
    pub fn remove_chapter(&mut self, id: &str, now: u64) -> Result<(), StudyChangeError> {
        let index = self.0.chapters.iter().position(|chapter| chapter.id == id);
        self.0.chapters.remove(index.ok_or(StudyChangeError::NotFound)?);
        self.count_change(now);
        Ok(())
    }

    /// Changes the title and the order of the chapters.
    ///
    /// # Errors
    /// Returns `StudyChangeError` if the study has another version.
    pub fn change(&mut self, change: StudyChange, now: u64) -> Result<(), StudyChangeError> {
        if self.0.version != change.version {
            return Err(StudyChangeError::Changed);
        }
        self.0.title = change.title;
        let place = |id: &String| change.chapters.iter().position(|other| other == id);
        self.0.chapters.sort_by_key(|chapter| place(&chapter.id).unwrap_or(usize::MAX));
        self.count_change(now);
        Ok(())
    }

    const fn count_change(&mut self, now: u64) {
        self.0.version += 1;
        self.0.updated = now;
    }
}

const fn check_size(contents: &ChapterContents) -> Result<(), StudyChangeError> {
    if contents.tree.len() > MAX_CHAPTER_BYTES { Err(StudyChangeError::TooLarge) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;

    use super::*;

    fn contents(title: &str, tree: &str) -> ChapterContents {
        ChapterContents { title: title.to_owned(), bottom: Side::First, tree: tree.to_owned() }
    }

    fn titles(study: &LocalStudy) -> Vec<&str> {
        study.0.chapters.iter().map(|chapter| chapter.contents.title.as_str()).collect()
    }

    #[test]
    fn a_change_of_an_older_version_is_rejected() {
        let mut study = LocalStudy::new("local-a".into(), "Endings".into(), 1);
        study.add_chapter("a".into(), contents("A", ""), 2).expect("there is room");
        study.add_chapter("b".into(), contents("B", ""), 3).expect("there is room");
        let change = ChapterChange { version: 1, contents: contents("A2", "x") };
        study.change_chapter("a", change.clone(), 4).expect("the first version");
        assert_eq!(study.change_chapter("a", change.clone(), 5), Err(StudyChangeError::Changed));
        assert_eq!(study.change_chapter("c", change, 5), Err(StudyChangeError::NotFound));
        let order = StudyChange {
            version: 3,
            title: "New".into(),
            visibility: StudyVisibility::Public,
            chapters: vec!["b".into(), "a".into()],
        };
        study.change(order.clone(), 6).expect("the third version");
        assert_eq!(study.change(order, 7), Err(StudyChangeError::Changed));
        assert_eq!(titles(&study), ["B", "A2"]);
        assert_eq!((study.0.version, study.0.updated), (4, 6));
        study.remove_chapter("b", 8).expect("it is there");
        assert_eq!(study.remove_chapter("b", 8), Err(StudyChangeError::NotFound));
        assert_eq!(study.summary().chapters, 1);
        assert_eq!(LocalStudy::parse(&study.to_json()), Some(study));
        assert_eq!(LocalStudy::parse("{}"), None);
    }

    #[test]
    fn number_and_size_of_chapters_are_limited() {
        let mut study = LocalStudy::new("local-a".into(), "Endings".into(), 1);
        let large = contents("Large", &"x".repeat(MAX_CHAPTER_BYTES + 1));
        assert_eq!(study.add_chapter("a".into(), large, 1), Err(StudyChangeError::TooLarge));
        for number in 0..MAX_CHAPTERS {
            study.add_chapter(number.to_string(), contents("A", ""), 1).expect("there is room");
        }
        let more = study.add_chapter("more".into(), contents("A", ""), 1);
        assert_eq!(more, Err(StudyChangeError::TooManyChapters));
    }
}
