use yipan_client::text::{Text, puzzles as text};

/// The way puzzles are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PuzzleMode {
    /// The puzzle of the day.
    Daily,
    /// One puzzle after the other, by theme.
    Practice,
    /// Harder and harder puzzles until the first mistake.
    Streak,
}

impl PuzzleMode {
    pub(super) const ALL: [PuzzleMode; 3] = [PuzzleMode::Daily, PuzzleMode::Practice, PuzzleMode::Streak];

    /// Returns the part of the URL.
    pub(super) const fn key(self) -> &'static str {
        match self {
            PuzzleMode::Daily => "daily",
            PuzzleMode::Practice => "practice",
            PuzzleMode::Streak => "streak",
        }
    }

    pub(super) const fn name(self) -> Text {
        match self {
            PuzzleMode::Daily => text::DAILY,
            PuzzleMode::Practice => text::PRACTICE,
            PuzzleMode::Streak => text::STREAK,
        }
    }

    /// Parses the part of a URL: a mode, or the identifier of a puzzle, which is for practice.
    pub(super) fn parse(choice: String) -> (PuzzleMode, Option<String>) {
        match PuzzleMode::ALL.into_iter().find(|mode| mode.key() == choice) {
            Some(mode) => (mode, None),
            None => (PuzzleMode::Practice, Some(choice)),
        }
    }
}
