//! The progress with puzzles, in local storage.

use leptos::prelude::*;
use yipan_client::PuzzleProgress;

use crate::browser::local_storage;

const STORAGE_KEY: &str = "puzzles";

/// The milliseconds of a day.
const DAY_MS: f64 = 86_400_000.0;

/// Returns the stored progress.
pub(crate) fn load_progress() -> PuzzleProgress {
    local_storage::read(STORAGE_KEY).map_or_else(PuzzleProgress::default, |text| PuzzleProgress::parse(&text))
}

/// Changes the progress and stores it.
pub(crate) fn update_progress(progress: RwSignal<PuzzleProgress>, change: impl FnOnce(&mut PuzzleProgress)) {
    progress.update(change);
    local_storage::write(STORAGE_KEY, &progress.with_untracked(PuzzleProgress::to_json));
}

/// Returns the number of the day in UTC, from 1970-01-01.
pub(crate) fn today() -> u64 {
    (js_sys::Date::now() / DAY_MS) as u64
}
