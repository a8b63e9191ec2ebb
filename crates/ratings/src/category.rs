use std::fmt;
use std::str::FromStr;

use yipan_clock::TimeControl;
use yipan_games::{GameKind, GameOptions};

use crate::{RuleFamily, Speed, UnratedReason};

/// The kind of games that one rating is about. Its text, such as `chess960.blitz`, is stored and stands in addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Category {
    /// The rules.
    pub family: RuleFamily,
    /// The speed.
    pub speed: Speed,
}

impl Category {
    /// Returns the category of a game with these options and this clock.
    ///
    /// # Errors
    /// Returns [`UnratedReason`] if such a game cannot be rated.
    pub fn of(kind: GameKind, options: &GameOptions, clock: &TimeControl) -> Result<Category, UnratedReason> {
        let speed = Speed::of(kind, clock).ok_or(UnratedReason::NoClock)?;
        let [first, second] = &clock.0;
        if first != second {
            return Err(UnratedReason::UnequalClocks);
        }
        Ok(Category { family: RuleFamily::of(kind, options)?, speed })
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.family, self.speed)
    }
}

/// The error of an unknown category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCategoryError {
    /// The rejected text.
    pub text: String,
}

impl FromStr for Category {
    type Err = ParseCategoryError;

    fn from_str(text: &str) -> Result<Category, ParseCategoryError> {
        let parts = text.split_once('.').and_then(|(family, speed)| {
            let family = RuleFamily::ALL.into_iter().find(|known| known.key() == family)?;
            let speed = Speed::ALL.into_iter().find(|known| known.key() == speed)?;
            Some(Category { family, speed })
        });
        parts.ok_or_else(|| ParseCategoryError { text: text.chars().take(40).collect() })
    }
}
