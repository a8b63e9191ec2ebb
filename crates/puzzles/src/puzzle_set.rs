use std::fmt;
use std::str::FromStr;

use yipan_games::{GameKind, GameOptions};

/// A set of puzzles: those of a game, or of chess with dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleSet {
    /// Chess.
    Chess,
    /// Xiangqi.
    Xiangqi,
    /// Liuzichong.
    Liuzichong,
    /// Chess with dice: which die is used first?
    Dice,
}

impl PuzzleSet {
    /// Every set.
    pub const ALL: [PuzzleSet; 4] =
        [PuzzleSet::Chess, PuzzleSet::Xiangqi, PuzzleSet::Liuzichong, PuzzleSet::Dice];

    /// Returns the name in files, links and commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleSet::Chess => "chess",
            PuzzleSet::Xiangqi => "xiangqi",
            PuzzleSet::Liuzichong => "liuzichong",
            PuzzleSet::Dice => "dice",
        }
    }

    /// Returns the game.
    #[must_use]
    pub const fn game(self) -> GameKind {
        match self {
            PuzzleSet::Chess | PuzzleSet::Dice => GameKind::Chess,
            PuzzleSet::Xiangqi => GameKind::Xiangqi,
            PuzzleSet::Liuzichong => GameKind::Liuzichong,
        }
    }

    /// Returns the options of a game that begins with the position of a puzzle.
    #[must_use]
    pub fn options(self, position: &str) -> GameOptions {
        let (rules, modes) = match self {
            // All dice are rolled in the first turn.
            PuzzleSet::Dice => (vec!["dice=3".to_owned()], vec!["dice-a".to_owned()]),
            PuzzleSet::Chess | PuzzleSet::Xiangqi | PuzzleSet::Liuzichong => (Vec::new(), Vec::new()),
        };
        GameOptions { position: Some(position.to_owned()), rules, modes }
    }
}

impl fmt::Display for PuzzleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of an unknown set of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no puzzles of `{text}`; choose {}", PuzzleSet::ALL.map(PuzzleSet::name).join(", "))]
pub struct UnknownPuzzleSetError {
    /// The requested set, cut to 32 characters.
    text: String,
}

impl FromStr for PuzzleSet {
    type Err = UnknownPuzzleSetError;

    fn from_str(text: &str) -> Result<PuzzleSet, UnknownPuzzleSetError> {
        let set = PuzzleSet::ALL.into_iter().find(|set| set.name() == text);
        set.ok_or_else(|| UnknownPuzzleSetError { text: text.chars().take(32).collect() })
    }
}
