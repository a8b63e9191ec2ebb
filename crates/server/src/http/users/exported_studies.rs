//! The studies of an account as JSON, one after the other.

use std::sync::Arc;

use futures_util::stream::{self, Stream};
use serde::Serialize;
use utoipa::ToSchema;
use yipan_wire::{StudyChapter, StudyVisibility};

use crate::app_state::AppState;
use crate::http::studies::chapter;
use crate::storage::store::StoreError;
use crate::storage::study_rows::StudyRow;

/// A study with its chapters.
#[derive(Serialize, ToSchema)]
pub(super) struct ExportedStudy {
    id: String,
    title: String,
    visibility: StudyVisibility,
    created: u64,
    updated: u64,
    chapters: Vec<StudyChapter>,
}

/// Returns the studies of a user, the one that was changed last first, each as JSON.
pub(super) fn exported_studies(
    app: Arc<AppState>,
    user_id: String,
) -> impl Stream<Item = Result<String, StoreError>> {
    stream::try_unfold(None, move |listed: Option<std::vec::IntoIter<StudyRow>>| {
        let (app, user_id) = (Arc::clone(&app), user_id.clone());
        async move {
            let mut remaining = match listed {
                Some(remaining) => remaining,
                None => {
                    let listed = app.store.studies_of(&user_id).await?;
                    listed.into_iter().map(|listed| listed.study).collect::<Vec<_>>().into_iter()
                }
            };
            let Some(study) = remaining.next() else { return Ok(None) };
            Ok(Some((export(&app, study).await?, Some(remaining))))
        }
    })
}

async fn export(app: &AppState, study: StudyRow) -> Result<String, StoreError> {
    let chapters = app.store.chapters_of(&study.id).await?;
    let StudyRow { id, title, visibility, created, updated, .. } = study;
    let chapters = chapters.into_iter().map(chapter).collect();
    let study = ExportedStudy { id, title, visibility, created, updated, chapters };
    serde_json::to_string(&study).map_err(|error| StoreError::Failed(error.to_string()))
}
