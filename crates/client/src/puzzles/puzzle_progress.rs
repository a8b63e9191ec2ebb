use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use yipan_puzzles::PuzzleSet;

/// The progress with puzzles on this device. Missing or invalid stored values fall back to the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleProgress {
    /// The progress by the name of the set.
    sets: BTreeMap<String, SetProgress>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct SetProgress {
    /// The puzzles that were solved without help.
    solved: BTreeSet<String>,
    /// The puzzles of the longest streak.
    best_streak: u32,
    /// The last day whose puzzle was solved.
    daily: u64,
}

impl PuzzleProgress {
    /// Parses stored progress.
    #[must_use]
    pub fn parse(text: &str) -> PuzzleProgress {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Returns the progress as JSON, for storage.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    fn set(&self, set: PuzzleSet) -> Option<&SetProgress> {
        self.sets.get(set.name())
    }

    fn set_mut(&mut self, set: PuzzleSet) -> &mut SetProgress {
        self.sets.entry(set.name().to_owned()).or_default()
    }

    /// Records a puzzle that was solved without help.
    pub fn record_solved(&mut self, set: PuzzleSet, id: &str) {
        self.set_mut(set).solved.insert(id.to_owned());
    }

    /// Whether a puzzle was solved without help.
    #[must_use]
    pub fn is_solved(&self, set: PuzzleSet, id: &str) -> bool {
        self.set(set).is_some_and(|progress| progress.solved.contains(id))
    }

    /// Returns the number of puzzles that were solved without help.
    #[must_use]
    pub fn solved_count(&self, set: PuzzleSet) -> usize {
        self.set(set).map_or(0, |progress| progress.solved.len())
    }

    /// Records the length of a streak.
    pub fn record_streak(&mut self, set: PuzzleSet, length: u32) {
        let best = &mut self.set_mut(set).best_streak;
        *best = length.max(*best);
    }

    /// Returns the length of the longest streak.
    #[must_use]
    pub fn best_streak(&self, set: PuzzleSet) -> u32 {
        self.set(set).map_or(0, |progress| progress.best_streak)
    }

    /// Records that the puzzle of a day was solved, with help or without.
    pub fn record_daily(&mut self, set: PuzzleSet, day: u64) {
        self.set_mut(set).daily = day;
    }

    /// Whether the puzzle of a day was solved.
    #[must_use]
    pub fn is_daily_solved(&self, set: PuzzleSet, day: u64) -> bool {
        self.set(set).is_some_and(|progress| progress.daily == day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_survives_storage_and_sets_are_apart() {
        let mut progress = PuzzleProgress::default();
        progress.record_solved(PuzzleSet::Chess, "abcdefg");
        progress.record_streak(PuzzleSet::Xiangqi, 7);
        progress.record_streak(PuzzleSet::Xiangqi, 3);
        progress.record_daily(PuzzleSet::Chess, 20_000);
        let again = PuzzleProgress::parse(&progress.to_json());
        assert_eq!(again, progress);
        assert!(
            again.is_solved(PuzzleSet::Chess, "abcdefg") && !again.is_solved(PuzzleSet::Xiangqi, "abcdefg")
        );
        assert_eq!((again.best_streak(PuzzleSet::Xiangqi), again.best_streak(PuzzleSet::Chess)), (7, 0));
        assert!(
            again.is_daily_solved(PuzzleSet::Chess, 20_000)
                && !again.is_daily_solved(PuzzleSet::Chess, 20_001)
        );
        assert_eq!(again.solved_count(PuzzleSet::Chess), 1);
    }

    #[test]
    fn damaged_progress_is_empty() {
        for text in ["", "{", "[]", r#"{"sets":{"chess":{"best_streak":-1}}}"#] {
            assert_eq!(PuzzleProgress::parse(text), PuzzleProgress::default(), "{text}");
        }
    }
}
