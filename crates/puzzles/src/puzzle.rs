use std::fmt;
use std::str::FromStr;

use yipan_core::splitmix64;

use crate::theme::{ParseThemeError, PuzzleTheme};

/// A puzzle: the solver moves first, and then every second move; with dice, as the rules say.
///
/// Its text is one line: the position, the moves, the themes and the difficulty, separated by `|`. With dice the roll follows.
///
/// ```
/// use yipan_puzzles::Puzzle;
///
/// let line = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1|a1a8|mate,mate-in-1,back-rank-mate|600";
/// let puzzle: Puzzle = line.parse()?;
/// assert_eq!(puzzle.moves, ["a1a8"]);
/// assert_eq!(puzzle.to_string(), line);
/// # Ok::<(), yipan_puzzles::ParsePuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position as the game writes it.
    pub position: String,
    /// The moves of both sides, in coordinates; without dice an odd number.
    pub moves: Vec<String>,
    /// The facts by which people choose puzzles.
    pub themes: Vec<PuzzleTheme>,
    /// An estimate of the rating of a player who solves half of such puzzles.
    pub difficulty: u32,
    /// The dice that are rolled before the first move, as a record writes them; empty without dice.
    pub dice: Vec<String>,
}

/// The identifier of a puzzle in links: a hash of its position and dice, in seven characters.
pub type PuzzleId = String;

impl Puzzle {
    /// Returns the identifier, which does not change when a file is extended.
    #[must_use]
    pub fn id(&self) -> PuzzleId {
        const DIGITS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        let text = self.position.bytes().chain(self.dice.iter().flat_map(|die| die.bytes()));
        let hash = text.fold(0, |hash, byte| splitmix64(hash ^ u64::from(byte)).1);
        (0..7).map(|digit| char::from(DIGITS[((hash >> (5 * digit)) & 31) as usize])).collect()
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let themes: Vec<_> = self.themes.iter().map(|theme| theme.key()).collect();
        write!(f, "{}|{}|{}|{}", self.position, self.moves.join(" "), themes.join(","), self.difficulty)?;
        if self.dice.is_empty() { Ok(()) } else { write!(f, "|{}", self.dice.join(",")) }
    }
}

/// The error of a line that is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePuzzleError {
    /// There are neither four parts nor, with dice, five.
    #[error(
        "a puzzle has four parts, POSITION|MOVES|THEMES|DIFFICULTY, and with dice a fifth; this line has {parts}"
    )]
    Parts {
        /// The number of parts.
        parts: usize,
    },
    /// The solver does not have the last move.
    #[error(
        "a puzzle has an odd number of moves, because the solver makes the first and the last; this one has {moves}"
    )]
    EvenMoves {
        /// The number of moves.
        moves: usize,
    },
    /// A theme is unknown.
    #[error(transparent)]
    Theme(#[from] ParseThemeError),
    /// The difficulty is not a number.
    #[error("the difficulty is not a number")]
    Difficulty,
    /// There is a character that is not printed, such as a tab.
    #[error("a puzzle has no tabs, carriage returns or other control characters")]
    ControlCharacter,
}

impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    fn from_str(line: &str) -> Result<Puzzle, ParsePuzzleError> {
        if line.chars().any(char::is_control) {
            return Err(ParsePuzzleError::ControlCharacter);
        }
        let parts: Vec<_> = line.split('|').collect();
        let (position, moves, themes, difficulty, dice) = match parts[..] {
            [position, moves, themes, difficulty] => (position, moves, themes, difficulty, ""),
            [position, moves, themes, difficulty, dice] => (position, moves, themes, difficulty, dice),
            _ => return Err(ParsePuzzleError::Parts { parts: parts.len() }),
        };
        let dice: Vec<_> = dice.split(',').filter(|die| !die.is_empty()).map(str::to_owned).collect();
        let moves: Vec<_> = moves.split_whitespace().map(str::to_owned).collect();
        if moves.is_empty() || (dice.is_empty() && moves.len().is_multiple_of(2)) {
            return Err(ParsePuzzleError::EvenMoves { moves: moves.len() });
        }
        let themes =
            themes.split(',').filter(|key| !key.is_empty()).map(str::parse).collect::<Result<_, _>>()?;
        let difficulty = difficulty.parse().map_err(|_| ParsePuzzleError::Difficulty)?;
        Ok(Puzzle { position: position.to_owned(), moves, themes, difficulty, dice })
    }
}
