use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::studies as text;
use yipan_client::{GameTree, LocalizedText, Route, new_chapter};
use yipan_core::Side;
use yipan_wire::{ChapterChange, ChapterContents, Study, StudyChange, StudyChapter};

use crate::browser::engine_worker::EngineWorker;
use crate::browser::timer;
use crate::context::{AppContext, use_app_context};
use crate::pages::analysis::AddedGame;
use crate::study_store::{self, StudyError};

/// The delay before a changed chapter is stored, in milliseconds, so that several moves make one request.
const SAVE_DEBOUNCE_MS: u32 = 600;

/// The state of the last change.
#[derive(Clone, Default)]
pub(super) enum SaveStatus {
    /// Nothing has changed.
    #[default]
    Unchanged,
    /// A change waits or is being stored.
    Saving,
    /// Every change is stored.
    Saved,
    /// Another window has changed the same chapter or study. Nothing is stored until it is loaded again.
    Conflict,
    /// The last change could not be stored.
    Failed(LocalizedText),
}

/// An open study.
#[derive(Clone, Copy)]
pub(super) struct StudyState {
    pub(super) context: AppContext,
    /// The study with all changes, stored or not.
    pub(super) study: RwSignal<Study>,
    /// The identifier of the open chapter.
    pub(super) current: RwSignal<Option<String>>,
    pub(super) status: RwSignal<SaveStatus>,
    /// The identifiers of chapters that are to be stored.
    unsaved: StoredValue<Vec<String>>,
    /// Whether the title, the visibility or the order of the chapters is to be stored.
    is_list_unsaved: StoredValue<bool>,
    is_scheduled: StoredValue<bool>,
    /// The result of the last import. A chapter that it adds replaces the panel that shows it.
    pub(super) import_notes: RwSignal<LocalizedText>,
    pub(super) import_worker: StoredValue<EngineWorker, LocalStorage>,
    /// The message about a link to a chapter that does not exist.
    pub(super) chapter_notice: RwSignal<LocalizedText>,
    /// Whether a game is being added. A double click adds one chapter.
    is_adding: StoredValue<bool>,
}

impl StudyState {
    /// Opens a study at a chapter, or at its first one, with a message if it does not have the wanted one.
    pub(super) fn new(study: Study, wanted: Option<String>) -> StudyState {
        let first = study.chapters.first().map(|chapter| chapter.id.clone());
        let is_missing =
            wanted.as_ref().is_some_and(|id| study.chapters.iter().all(|chapter| chapter.id != *id));
        let opened = if is_missing { first } else { wanted.or(first) };
        let chapter_notice = if is_missing { text::NO_SUCH_CHAPTER.into() } else { LocalizedText::default() };
        let state = StudyState {
            context: use_app_context(),
            study: RwSignal::new(study),
            current: RwSignal::new(opened),
            status: RwSignal::new(SaveStatus::default()),
            unsaved: StoredValue::new(Vec::new()),
            is_list_unsaved: StoredValue::new(false),
            is_scheduled: StoredValue::new(false),
            import_notes: RwSignal::new(LocalizedText::default()),
            import_worker: StoredValue::new_local(EngineWorker::default()),
            chapter_notice: RwSignal::new(chapter_notice),
            is_adding: StoredValue::new(false),
        };
        on_cleanup(move || state.import_worker.with_value(EngineWorker::cancel));
        // The last moves before the page is left are stored, too.
        on_cleanup(move || state.store_before_leaving());
        state
    }

    pub(super) fn id(self) -> String {
        self.study.with_untracked(|study| study.id.clone())
    }

    /// Opens a chapter and shows its address, which others can open.
    pub(super) fn open_chapter(self, id: Option<String>) {
        // The page may have been left.
        if self.current.try_set(id.clone()).is_some() {
            return;
        }
        self.chapter_notice.set(LocalizedText::default());
        self.context.show_address(&Route::Study(self.id(), id), false);
    }

    /// Returns a chapter without its version.
    pub(super) fn contents(self, id: &str) -> Option<ChapterContents> {
        self.study.with_untracked(|study| {
            let chapter = study.chapters.iter().find(|chapter| chapter.id == id)?;
            Some(chapter.contents.clone())
        })
    }

    /// Changes a chapter, and stores it soon.
    pub(super) fn edit_chapter(self, id: &str, edit: impl FnOnce(&mut ChapterContents)) {
        self.study.update(|study| {
            if let Some(chapter) = study.chapters.iter_mut().find(|chapter| chapter.id == id) {
                edit(&mut chapter.contents);
            }
        });
        self.unsaved.update_value(|unsaved| {
            if !unsaved.iter().any(|other| other == id) {
                unsaved.push(id.to_owned());
            }
        });
        self.schedule();
    }

    fn schedule(self) {
        if self.is_scheduled.get_value() || matches!(self.status.get_untracked(), SaveStatus::Conflict) {
            return;
        }
        self.is_scheduled.set_value(true);
        self.status.set(SaveStatus::Saving);
        spawn_local(async move {
            timer::sleep(SAVE_DEBOUNCE_MS).await;
            // One request at a time, because each names the version that the one before has made.
            let mut continues = true;
            while continues {
                continues = if let Some(change) = self.take_list_change() {
                    self.store_list(change).await
                } else if let Some(chapter) = self.take_unsaved() {
                    self.store(chapter).await
                } else {
                    false
                };
            }
            let _ = self.is_scheduled.try_set_value(false);
        });
    }

    /// Takes the next chapter to store; `None` if there is none, or the page was left.
    fn take_unsaved(self) -> Option<StudyChapter> {
        let id = self.unsaved.try_update_value(Vec::pop).flatten()?;
        self.study
            .try_with_untracked(|study| study.chapters.iter().find(|chapter| chapter.id == id).cloned())
            .flatten()
    }

    /// Stores a chapter. Returns false if this failed.
    async fn store(self, chapter: StudyChapter) -> bool {
        let StudyChapter { id, version, contents } = chapter;
        let Some(study) = self.study.try_with_untracked(|study| study.id.clone()) else { return false };
        let language = self.context.language.get_untracked();
        let change = ChapterChange { version, contents };
        let stored = study_store::change_chapter(&study, &id, change, language).await;
        if let Err(error) = stored {
            // The next change sends it again.
            if !matches!(error, StudyError::Changed) {
                let _ = self.unsaved.try_update_value(|unsaved| unsaved.push(id));
            }
            self.show(error);
            return false;
        }
        let _ = self.study.try_update_untracked(|study| {
            if let Some(chapter) = study.chapters.iter_mut().find(|chapter| chapter.id == id) {
                chapter.version = version + 1;
            }
        });
        self.show_progress();
        true
    }

    /// Takes the change of the title, the visibility and the order of the chapters, if there is one.
    fn take_list_change(self) -> Option<StudyChange> {
        self.is_list_unsaved.try_update_value(std::mem::take).filter(|is_unsaved| *is_unsaved)?;
        self.study.try_with_untracked(|study| StudyChange {
            version: study.version,
            title: study.title.clone(),
            visibility: study.visibility,
            chapters: study.chapters.iter().map(|chapter| chapter.id.clone()).collect(),
        })
    }

    /// Stores the title, the visibility and the order of the chapters. Returns false if this failed.
    async fn store_list(self, change: StudyChange) -> bool {
        let Some(study) = self.study.try_with_untracked(|study| study.id.clone()) else { return false };
        let language = self.context.language.get_untracked();
        if let Err(error) = study_store::change(&study, change, language).await {
            self.show(error);
            return false;
        }
        let _ = self.study.try_update_untracked(|study| study.version += 1);
        self.show_progress();
        true
    }

    fn show_progress(self) {
        let is_done = self.unsaved.try_with_value(Vec::is_empty) == Some(true)
            && self.is_list_unsaved.try_get_value() == Some(false);
        let _ = self.status.try_set(if is_done { SaveStatus::Saved } else { SaveStatus::Saving });
    }

    fn show(self, error: StudyError) {
        let status = match error {
            StudyError::Changed => SaveStatus::Conflict,
            error => SaveStatus::Failed(error.message()),
        };
        let _ = self.status.try_set(status);
    }

    fn store_before_leaving(self) {
        let language = self.context.language.get_untracked();
        if matches!(self.status.get_untracked(), SaveStatus::Conflict) {
            return;
        }
        if let Some(change) = self.take_list_change() {
            let study = self.id();
            spawn_local(async move {
                let _ = study_store::change(&study, change, language).await;
            });
        }
        while let Some(StudyChapter { id, version, contents }) = self.take_unsaved() {
            let study = self.id();
            spawn_local(async move {
                let change = ChapterChange { version, contents };
                // There is no page left to show an error on.
                let _ = study_store::change_chapter(&study, &id, change, language).await;
            });
        }
    }

    /// Changes the title, the visibility or the order of the chapters, and stores them soon.
    pub(super) fn edit_study(self, edit: impl FnOnce(&mut Study)) {
        self.study.update(edit);
        self.is_list_unsaved.set_value(true);
        self.schedule();
    }

    /// Adds a game of the editor or of an import as the last chapter.
    pub(super) fn add_game(self, AddedGame { tree, notes, on_failure }: AddedGame) {
        if self.is_adding.get_value() {
            return;
        }
        self.is_adding.set_value(true);
        spawn_local(async move {
            let added = self.add_tree(&tree).await;
            let _ = self.is_adding.try_set_value(false);
            if let Err(message) = added {
                on_failure.try_run(message);
                return;
            }
            let message = LocalizedText::new(|language| {
                let added = text::IMPORTED.localize_with(language, &["1"]);
                [added.as_str(), notes.localize(language)].join(" ").trim_end().to_owned()
            });
            let _ = self.import_notes.try_set(message);
        });
    }

    /// Adds a game as the last chapter and opens it.
    ///
    /// # Errors
    /// Returns the message, which the status shows too.
    pub(super) async fn add_tree(self, tree: &GameTree) -> Result<(), LocalizedText> {
        let language = self.context.language.get_untracked();
        let number = self.study.with_untracked(|study| study.chapters.len() + 1);
        let contents = new_chapter(tree, number, language);
        let added = study_store::add_chapter(&self.id(), contents.clone(), language).await;
        match added {
            Ok(id) => {
                let _ = self.study.try_update(|study| {
                    study.chapters.push(StudyChapter { id: id.clone(), version: 1, contents });
                    study.version += 1;
                });
                self.open_chapter(Some(id));
                let _ = self.status.try_set(SaveStatus::Saved);
                Ok(())
            }
            Err(error) => {
                self.show(error.clone());
                Err(error.message())
            }
        }
    }

    /// Deletes a chapter and opens the one that takes its place.
    pub(super) fn remove_chapter(self, id: String) {
        let (study, language) = (self.id(), self.context.language.get_untracked());
        self.unsaved.update_value(|unsaved| unsaved.retain(|other| *other != id));
        spawn_local(async move {
            if let Err(error) = study_store::remove_chapter(&study, &id, language).await {
                return self.show(error);
            }
            let next = self.study.try_update(|study| {
                let index = study.chapters.iter().position(|chapter| chapter.id == id).unwrap_or_default();
                study.chapters.retain(|chapter| chapter.id != id);
                study.version += 1;
                let place = index.min(study.chapters.len().saturating_sub(1));
                study.chapters.get(place).map(|chapter| chapter.id.clone())
            });
            if let Some(next) = next {
                self.open_chapter(next);
            }
        });
    }

    /// Sets the side at the bottom of a chapter.
    pub(super) fn set_bottom(self, id: &str, bottom: Side) {
        self.edit_chapter(id, |contents| contents.bottom = bottom);
    }
}
