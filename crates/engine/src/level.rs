use std::{fmt, str::FromStr};

use yipan_rules::{Language, Words};

/// How strong a rival is, from 1 (a beginner) to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level does. It is measured in positions, never in time, so that a level is as strong on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recipe {
    /// How many positions it looks at.
    pub(crate) nodes: u64,
    /// How many moves it weighs against each other.
    pub(crate) lines: usize,
    /// By how much it may misjudge each of them, in hundredths of a pawn.
    pub(crate) noise: i32,
    /// How many of a thousand moves it does not see at all; of those that take something a third as many.
    pub(crate) oversight: u64,
    /// For how many plies it plays from the book.
    pub(crate) book: usize,
}

const RECIPES: [Recipe; 10] = [
    Recipe { nodes: 60, lines: 6, noise: 280, oversight: 320, book: 2 },
    Recipe { nodes: 120, lines: 5, noise: 180, oversight: 220, book: 2 },
    Recipe { nodes: 300, lines: 5, noise: 110, oversight: 140, book: 4 },
    Recipe { nodes: 1_000, lines: 4, noise: 60, oversight: 70, book: 4 },
    Recipe { nodes: 3_000, lines: 3, noise: 36, oversight: 36, book: 6 },
    Recipe { nodes: 7_000, lines: 3, noise: 24, oversight: 18, book: 6 },
    Recipe { nodes: 15_000, lines: 2, noise: 14, oversight: 8, book: 8 },
    Recipe { nodes: 32_000, lines: 2, noise: 6, oversight: 0, book: 8 },
    Recipe { nodes: 80_000, lines: 1, noise: 0, oversight: 0, book: 12 },
    Recipe { nodes: 250_000, lines: 1, noise: 0, oversight: 0, book: 12 },
];

impl Level {
    /// The weakest.
    pub const FIRST: Level = Level(1);
    /// The strongest.
    pub const LAST: Level = Level(RECIPES.len() as u8);

    /// The level of this number, from 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number as usize <= RECIPES.len() { Some(Level(number)) } else { None }
    }

    /// Every level, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (Level::FIRST.0..=Level::LAST.0).map(Level)
    }

    /// 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Megabytes that hold what it looks at for one move. More would only take longer to clear.
    #[must_use]
    pub const fn megabytes(self) -> usize {
        1 + ((self.recipe().nodes * 32) >> 20) as usize
    }

    /// The number of positions it looks at for one move, at most.
    #[must_use]
    pub const fn positions(self) -> u64 {
        self.recipe().nodes
    }

    pub(crate) const fn recipe(self) -> Recipe {
        RECIPES[self.0 as usize - 1]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A level that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel {
    /// What was asked for.
    pub text: String,
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let level = text.parse().ok().and_then(Level::new);
        level.ok_or_else(|| UnknownLevel { text: text.chars().take(32).collect() })
    }
}

impl Words for UnknownLevel {
    fn words(&self, language: Language) -> String {
        let (text, last) = (&self.text, Level::LAST);
        match language {
            Language::English => format!("`{text}` is not a level; choose one from 1 to {last}"),
            Language::Simplified => format!("没有“{text}”这一级，请从 1 到 {last} 中选择"),
            Language::Traditional => format!("沒有「{text}」這一級，請從 1 到 {last} 中選擇"),
        }
    }
}

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Language::English))
    }
}

impl std::error::Error for UnknownLevel {}

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
    fn every_level_sees_more_and_errs_less_than_the_one_below() {
        for (below, above) in RECIPES.iter().zip(&RECIPES[1..]) {
            assert!(above.nodes >= 2 * below.nodes && above.noise <= below.noise);
            assert!(above.oversight <= below.oversight && above.lines <= below.lines);
        }
    }
}
