//! Studies in either database.

use super::sql_store::SqlStore;
use super::studies::{self, StudyWrite};
use super::write::Write;
use crate::storage::store::StoreFuture;
use crate::storage::study_rows::{ChapterRow, ListedStudy, StudyRow, StudyUpdate};
use crate::storage::study_store::StudyStore;

impl SqlStore {
    fn write_study(&self, write: StudyWrite) -> StoreFuture<'_, bool> {
        Box::pin(async { self.write(Write::Study(write)).await })
    }
}

impl StudyStore for SqlStore {
    fn add_study(&self, study: StudyRow, max: u32) -> StoreFuture<'_, bool> {
        self.write_study(StudyWrite::Add { study, max })
    }

    fn study(&self, id: &str) -> StoreFuture<'_, Option<StudyRow>> {
        let id = id.to_owned();
        Box::pin(async move { Ok(studies::study(&self.readers, &id).await?) })
    }

    fn studies_of(&self, user_id: &str) -> StoreFuture<'_, Vec<ListedStudy>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(studies::of_user(&self.readers, &user_id).await?) })
    }

    fn public_studies(&self, before: u64, limit: u32) -> StoreFuture<'_, Vec<ListedStudy>> {
        Box::pin(async move { Ok(studies::public(&self.readers, before, limit).await?) })
    }

    fn update_study(&self, update: StudyUpdate) -> StoreFuture<'_, bool> {
        self.write_study(StudyWrite::Update(update))
    }

    fn remove_study(&self, id: &str) -> StoreFuture<'_, bool> {
        self.write_study(StudyWrite::Remove { id: id.to_owned() })
    }

    fn chapters_of(&self, study_id: &str) -> StoreFuture<'_, Vec<ChapterRow>> {
        let study_id = study_id.to_owned();
        Box::pin(async move { Ok(studies::chapters_of(&self.readers, &study_id).await?) })
    }

    fn study_bytes(&self, user_id: &str, except_chapter: &str) -> StoreFuture<'_, u64> {
        let [user_id, except_chapter] = [user_id, except_chapter].map(str::to_owned);
        Box::pin(async move { Ok(studies::bytes_of_user(&self.readers, &user_id, &except_chapter).await?) })
    }

    fn add_chapter(&self, chapter: ChapterRow, max: u32, updated: u64) -> StoreFuture<'_, bool> {
        self.write_study(StudyWrite::AddChapter { chapter, max, updated })
    }

    fn update_chapter(&self, chapter: ChapterRow, updated: u64) -> StoreFuture<'_, bool> {
        self.write_study(StudyWrite::UpdateChapter { chapter, updated })
    }

    fn remove_chapter(&self, study_id: &str, id: &str, updated: u64) -> StoreFuture<'_, bool> {
        let [study_id, id] = [study_id, id].map(str::to_owned);
        self.write_study(StudyWrite::RemoveChapter { study_id, id, updated })
    }
}
