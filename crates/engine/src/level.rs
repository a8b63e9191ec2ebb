use std::{fmt, str::FromStr, time::Duration};

use yipan_core::{Language, Localize};

/// The playing strength of a computer player, from 1 (beginner) to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The parameters of a level.
///
/// Nodes instead of time make a level equally strong on every machine that needs less than [`Level::MAX_MOVE_TIME`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LevelParams {
    /// The node limit of a move.
    pub(crate) nodes: u64,
    /// The number of best moves to choose from.
    pub(crate) multi_pv: usize,
    /// The greatest random error of their scores, in centipawns.
    pub(crate) eval_noise: i32,
    /// The permille of moves that are overlooked; a third of it for captures.
    pub(crate) blunder_permille: u64,
    /// The number of plies played from the opening book.
    pub(crate) book_plies: usize,
}

const LEVEL_PARAMS: [LevelParams; 10] = [
    LevelParams { nodes: 60, multi_pv: 6, eval_noise: 280, blunder_permille: 320, book_plies: 2 },
    LevelParams { nodes: 120, multi_pv: 5, eval_noise: 180, blunder_permille: 220, book_plies: 2 },
    LevelParams { nodes: 300, multi_pv: 5, eval_noise: 110, blunder_permille: 140, book_plies: 4 },
    LevelParams { nodes: 1_000, multi_pv: 4, eval_noise: 60, blunder_permille: 70, book_plies: 4 },
    LevelParams { nodes: 3_000, multi_pv: 3, eval_noise: 36, blunder_permille: 36, book_plies: 6 },
    LevelParams { nodes: 7_000, multi_pv: 3, eval_noise: 24, blunder_permille: 18, book_plies: 6 },
    LevelParams { nodes: 15_000, multi_pv: 2, eval_noise: 14, blunder_permille: 8, book_plies: 8 },
    LevelParams { nodes: 32_000, multi_pv: 2, eval_noise: 6, blunder_permille: 0, book_plies: 8 },
    LevelParams { nodes: 80_000, multi_pv: 1, eval_noise: 0, blunder_permille: 0, book_plies: 12 },
    LevelParams { nodes: 1_000_000, multi_pv: 1, eval_noise: 0, blunder_permille: 0, book_plies: 12 },
];

/// The node limit of a move with modes, where a node takes about ten times as long.
const MAX_NODES_WITH_MODES: u64 = 250_000;

impl Level {
    /// The time that a move of any level may take. Slow machines search fewer nodes.
    pub const MAX_MOVE_TIME: Duration = Duration::from_millis(2_800);

    /// The weakest level.
    pub const MIN: Level = Level(1);
    /// The strongest level.
    pub const MAX: Level = Level(LEVEL_PARAMS.len() as u8);

    /// Returns the level with this number, or `None` if it is not from 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number as usize <= LEVEL_PARAMS.len() { Some(Level(number)) } else { None }
    }

    /// Returns all levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (Level::MIN.0..=Level::MAX.0).map(Level)
    }

    /// Returns the number of the level, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns a transposition table size for one move. A larger table would only take longer to clear.
    #[must_use]
    pub const fn hash_megabytes(self) -> usize {
        hash_megabytes(self.params().nodes)
    }

    /// Returns the node limit of a move.
    #[must_use]
    pub const fn max_nodes(self) -> u64 {
        self.params().nodes
    }

    /// Returns the node limit of a move in chess with modes.
    #[must_use]
    pub const fn max_nodes_with_modes(self) -> u64 {
        let nodes = self.max_nodes();
        if nodes < MAX_NODES_WITH_MODES { nodes } else { MAX_NODES_WITH_MODES }
    }

    pub(crate) const fn params(self) -> LevelParams {
        LEVEL_PARAMS[self.0 as usize - 1]
    }
}

/// Returns a transposition table size for a search of this many nodes.
pub(crate) const fn hash_megabytes(nodes: u64) -> usize {
    1 + (nodes.saturating_mul(32) >> 20) as usize
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A level that a game does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError {
    /// The rejected text, cut to 32 characters.
    text: String,
    max_level: u8,
}

impl LevelError {
    pub(crate) fn new(text: &str, max_level: u8) -> LevelError {
        LevelError { text: text.chars().take(32).collect(), max_level }
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let level = text.parse().ok().and_then(Level::new);
        level.ok_or_else(|| LevelError::new(text, Level::MAX.0))
    }
}

impl Localize for LevelError {
    fn localize(&self, language: Language) -> String {
        let LevelError { text, max_level } = self;
        match language {
            Language::English => {
                format!("`{text}` is not a level of this game; choose one from 1 to {max_level}")
            }
            Language::Simplified => format!("这个棋种没有“{text}”这一级，请从 1 到 {max_level} 中选择"),
            Language::Traditional => format!("這個棋種沒有「{text}」這一級，請從 1 到 {max_level} 中選擇"),
        }
    }
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl std::error::Error for LevelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_prints_as_it_is_read() {
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for text in ["0", "11", "", "-1", "two", "1.5", "99999999999999"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_level_searches_more_and_errs_less_than_the_one_below() {
        for (below, above) in LEVEL_PARAMS.iter().zip(&LEVEL_PARAMS[1..]) {
            assert!(above.nodes >= 2 * below.nodes && above.eval_noise <= below.eval_noise);
            assert!(above.blunder_permille <= below.blunder_permille && above.multi_pv <= below.multi_pv);
        }
    }
}
