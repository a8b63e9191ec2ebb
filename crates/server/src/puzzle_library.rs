use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use yipan_puzzles::{Puzzle, PuzzleFile, PuzzleId, PuzzleSet};

use crate::http::static_files::StaticFiles;

/// The puzzles of the page, by set. A set is read when it is first needed.
#[derive(Debug, Default)]
pub(crate) struct PuzzleLibrary {
    files: OnceLock<Arc<dyn StaticFiles>>,
    sets: [OnceLock<HashMap<PuzzleId, Puzzle>>; PuzzleSet::ALL.len()],
}

impl PuzzleLibrary {
    /// Sets the files of the page, once.
    pub(crate) fn set_files(&self, files: Arc<dyn StaticFiles>) {
        let _ = self.files.set(files);
    }

    /// Returns a puzzle of a set; `None` if the page does not have it.
    pub(crate) fn find(&self, set: PuzzleSet, id: &str) -> Option<&Puzzle> {
        let index = PuzzleSet::ALL.iter().position(|other| *other == set)?;
        self.sets[index].get_or_init(|| self.read(set)).get(id)
    }

    fn read(&self, set: PuzzleSet) -> HashMap<PuzzleId, Puzzle> {
        let Some(file) = self.files.get().and_then(|files| files.file(&format!("puzzles/{set}.txt"))) else {
            return HashMap::new();
        };
        let parsed = std::str::from_utf8(&file.bytes).ok().and_then(|text| text.parse::<PuzzleFile>().ok());
        let Some(parsed) = parsed.filter(|file| file.set == set) else {
            tracing::error!(%set, "the puzzles of the page cannot be read");
            return HashMap::new();
        };
        parsed.puzzles.into_iter().map(|puzzle| (puzzle.id(), puzzle)).collect()
    }
}
