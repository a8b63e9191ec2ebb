use leptos::prelude::*;
use yipan_client::{GameTree, LocalizedText};

/// The storage of a chapter of a study, in place of that of the analysis page.
#[derive(Clone, Copy)]
pub(crate) struct ChapterStorage {
    /// Called with each changed tree.
    pub(crate) on_save: Callback<String>,
    /// Adds a chapter to the study; `None` for a reader.
    pub(crate) on_add: Option<Callback<AddedGame>>,
}

/// A game that becomes a chapter.
pub(crate) struct AddedGame {
    pub(crate) tree: GameTree,
    /// The sentences about what was not imported.
    pub(crate) notes: LocalizedText,
    /// Called with the reason if the chapter was not added.
    pub(crate) on_failure: Callback<LocalizedText>,
}
