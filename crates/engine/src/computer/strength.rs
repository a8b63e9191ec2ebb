use yipan_games::GameKind;
use yipan_liuzichong::ai::AiLevel;

use crate::level::{Level, LevelError};

/// The playing strength of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Plays random legal actions.
    Random,
    /// Plays at a level of the game, from 1.
    Level(u8),
    /// Plays as well as the limits allow.
    Best,
}

impl Strength {
    /// Returns the number of levels of a game. This is the only place that defines it.
    #[must_use]
    pub const fn level_count(kind: GameKind) -> u8 {
        match kind {
            GameKind::Chess | GameKind::Xiangqi => Level::MAX.number(),
            GameKind::Liuzichong => AiLevel::LEVEL_COUNT,
        }
    }

    /// Parses the number of a level of a game.
    ///
    /// # Errors
    /// Returns `LevelError` if the text is not a number from 1 to [`Strength::level_count`].
    pub fn parse_level(text: &str, kind: GameKind) -> Result<u8, LevelError> {
        let max_level = Strength::level_count(kind);
        match text.parse() {
            Ok(number) if (1..=max_level).contains(&number) => Ok(number),
            _ => Err(LevelError::new(text, max_level)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_of_a_game_is_parsed_and_no_other() {
        for kind in GameKind::ALL {
            let max_level = Strength::level_count(kind);
            for number in 1..=max_level {
                assert_eq!(Strength::parse_level(&number.to_string(), kind), Ok(number));
            }
            for text in ["0", "-1", "x", "", "256", &(max_level + 1).to_string()] {
                let error = Strength::parse_level(text, kind).expect_err(text).to_string();
                assert!(error.contains(&format!("`{text}`")) && error.contains(&format!("to {max_level}")));
            }
        }
    }
}
