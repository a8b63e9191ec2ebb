use super::store_error::StoreFuture;
use super::study_rows::{ChapterRow, ListedStudy, StudyRow, StudyUpdate};

/// The part of the store that is about studies.
pub trait StudyStore {
    /// Adds a study. Returns false if its owner has `max` studies.
    fn add_study(&self, study: StudyRow, max: u32) -> StoreFuture<'_, bool>;

    /// Returns a study.
    fn study(&self, id: &str) -> StoreFuture<'_, Option<StudyRow>>;

    /// Returns the studies of an account, the one that was changed last first.
    fn studies_of(&self, user_id: &str) -> StoreFuture<'_, Vec<ListedStudy>>;

    /// Returns public studies that were changed before a time, the latest first.
    fn public_studies(&self, before: u64, limit: u32) -> StoreFuture<'_, Vec<ListedStudy>>;

    /// Changes a study. Returns false, and changes nothing, unless it has the version of the update.
    fn update_study(&self, update: StudyUpdate) -> StoreFuture<'_, bool>;

    /// Removes a study with its chapters. Returns whether there was one.
    fn remove_study(&self, id: &str) -> StoreFuture<'_, bool>;

    /// Returns the chapters of a study in order.
    fn chapters_of(&self, study_id: &str) -> StoreFuture<'_, Vec<ChapterRow>>;

    /// Returns the bytes of the trees of all studies of an account, without those of one chapter.
    fn study_bytes(&self, user_id: &str, except_chapter: &str) -> StoreFuture<'_, u64>;

    /// Adds a chapter after all others. Returns false if the study is gone or has `max` chapters.
    fn add_chapter(&self, chapter: ChapterRow, max: u32, updated: u64) -> StoreFuture<'_, bool>;

    /// Changes the contents of a chapter. Returns false, and changes nothing, unless it has the version of the row.
    fn update_chapter(&self, chapter: ChapterRow, updated: u64) -> StoreFuture<'_, bool>;

    /// Removes a chapter. Returns whether there was one.
    fn remove_chapter(&self, study_id: &str, id: &str, updated: u64) -> StoreFuture<'_, bool>;
}
