//! The progress with courses, in local storage.

use leptos::prelude::*;
use yipan_client::CourseProgress;

use crate::browser::local_storage;

const STORAGE_KEY: &str = "courses";

/// Returns the stored progress.
pub(super) fn load_progress() -> CourseProgress {
    local_storage::read(STORAGE_KEY).map_or_else(CourseProgress::default, |text| CourseProgress::parse(&text))
}

/// Records a task that was solved, and stores the progress.
pub(super) fn record_solved(progress: RwSignal<CourseProgress>, topic: &str, key: &str) {
    progress.update(|progress| progress.record_solved(topic, key));
    local_storage::write(STORAGE_KEY, &progress.with_untracked(CourseProgress::to_json));
}
