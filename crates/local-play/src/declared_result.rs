use serde::{Deserialize, Serialize};
use yipan_core::{EndReason, Side};
use yipan_games::GameResult;

/// A result that the rules did not decide: by resignation, agreement, timeout, abandonment or abort.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeclaredResult {
    /// The winner; `None` for a draw or an aborted game.
    #[serde(default)]
    pub winner: Option<Side>,
    /// The reason; `None` if a file does not give one.
    #[serde(default)]
    pub reason: Option<EndReason>,
}

impl DeclaredResult {
    /// Creates the result of a resignation by `side`.
    #[must_use]
    pub fn resignation(side: Side) -> DeclaredResult {
        DeclaredResult { winner: Some(side.other()), reason: Some(EndReason::Resignation) }
    }

    /// Creates the result of a draw by agreement.
    #[must_use]
    pub fn agreement() -> DeclaredResult {
        DeclaredResult { winner: None, reason: Some(EndReason::Agreement) }
    }

    /// Creates the result from the tags of a file; `None` if the game is unfinished.
    #[must_use]
    pub fn from_tags(result: GameResult, termination: &str) -> Option<DeclaredResult> {
        let reason = match termination.trim().to_ascii_lowercase().as_str() {
            "time forfeit" => Some(EndReason::Timeout),
            "abandoned" => Some(EndReason::Abandonment),
            key => EndReason::from_key(key),
        };
        match result {
            GameResult::Win(side) => Some(DeclaredResult { winner: Some(side), reason }),
            GameResult::Draw => Some(DeclaredResult { winner: None, reason }),
            GameResult::Unknown if reason == Some(EndReason::Aborted) => {
                Some(DeclaredResult { winner: None, reason })
            }
            GameResult::Unknown => None,
        }
    }

    /// Returns the result as PGN writes it.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self.winner {
            Some(side) => GameResult::Win(side),
            None if self.reason == Some(EndReason::Aborted) => GameResult::Unknown,
            None => GameResult::Draw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_written_as_it_was_read() {
        for result in [GameResult::Win(Side::First), GameResult::Win(Side::Second), GameResult::Draw] {
            assert_eq!(
                DeclaredResult::from_tags(result, "timeout").map(|result| result.result()),
                Some(result)
            );
        }
        assert_eq!(
            DeclaredResult::from_tags(GameResult::Unknown, "aborted").map(|result| result.result()),
            Some(GameResult::Unknown)
        );
    }
}
