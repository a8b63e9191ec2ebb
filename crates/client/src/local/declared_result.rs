use serde::{Deserialize, Serialize};
use yipan_chess::pgn::GameResult;
use yipan_core::{EndReason, Language, Side};
use yipan_games::GameKind;

use crate::text::messages::{game, online};
use crate::text::reason_text::reason_text;
use crate::text::status_text::capitalize;

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

    /// Returns the result as a sentence.
    #[must_use]
    pub fn localize(&self, kind: GameKind, language: Language) -> String {
        if self.reason == Some(EndReason::Aborted) {
            return online::ABORTED.localize(language).to_owned();
        }
        let winner = self.winner.map(|side| capitalize(kind.side_name(side, language)));
        let reason = self.reason.map(|reason| reason_text(self.winner, reason, language));
        match (winner, reason) {
            (Some(name), None) => game::WON.localize_with(language, &[&name]),
            (Some(name), Some(reason)) => game::WINS.localize_with(language, &[&name, reason]),
            (None, None) => game::DRAW.localize(language).to_owned(),
            (None, Some(reason)) => game::DRAWN.localize_with(language, &[reason]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(result: GameResult, termination: &str) -> Option<String> {
        DeclaredResult::from_tags(result, termination)
            .map(|result| result.localize(GameKind::Xiangqi, Language::English))
    }

    #[test]
    fn the_result_and_termination_of_a_file_are_localized() {
        let red = GameResult::Win(Side::First);
        assert_eq!(described(red, "Time forfeit").as_deref(), Some("Red wins: time ran out"));
        assert_eq!(described(red, "resignation").as_deref(), Some("Red wins: the other side resigned"));
        assert_eq!(described(red, "normal").as_deref(), Some("Red wins"));
        assert_eq!(described(GameResult::Draw, "").as_deref(), Some("Draw"));
        assert_eq!(described(GameResult::Draw, "agreement").as_deref(), Some("Draw: by agreement"));
        assert_eq!(described(GameResult::Unknown, "aborted").as_deref(), Some("The game was aborted"));
        assert_eq!(described(GameResult::Unknown, "unterminated"), None);
    }

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
