use yipan_chess::pgn::GameResult;
use yipan_core::{Language, Localize, Outcome, Side};
use yipan_games::AnyGame;

use crate::forfeit::Forfeit;

/// The outcome of a game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchGameOutcome {
    /// The game ended by its rules.
    ByRules(Outcome),
    /// A player lost by a failure outside the rules.
    Forfeit {
        /// The side that loses.
        loser: Side,
        /// The failure.
        reason: Forfeit,
    },
    /// The game reached the limit of plies and counts as a draw.
    MaxPliesReached,
}

impl MatchGameOutcome {
    /// Returns the winner, or `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match self {
            MatchGameOutcome::ByRules(outcome) => outcome.winner,
            MatchGameOutcome::Forfeit { loser, .. } => Some(loser.other()),
            MatchGameOutcome::MaxPliesReached => None,
        }
    }

    /// Returns the stable key of the termination, used in JSON.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            MatchGameOutcome::ByRules(outcome) => outcome.reason.to_string(),
            MatchGameOutcome::Forfeit { reason, .. } => reason.key().to_owned(),
            MatchGameOutcome::MaxPliesReached => "max-plies".to_owned(),
        }
    }

    /// Describes the result and its reason in a sentence.
    #[must_use]
    pub fn localize(&self, game: &AnyGame, language: Language) -> String {
        let reason_text = match self {
            MatchGameOutcome::ByRules(outcome) => outcome.reason_text(language).to_owned(),
            MatchGameOutcome::Forfeit { loser, reason } => {
                format!("{}: {}", game.side_name(*loser, language), reason.localize(language))
            }
            MatchGameOutcome::MaxPliesReached => {
                language.choose("ply limit reached", "达到步数上限", "達到步數上限").to_owned()
            }
        };
        match self.winner() {
            Some(side) => {
                let wins = language.choose(" wins", "胜", "勝");
                format!("{}{wins}, {reason_text}", game.side_name(side, language))
            }
            None => format!("{}, {reason_text}", language.choose("draw", "和棋", "和棋")),
        }
    }

    /// Returns the PGN result, from the first side's point of view.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.winner().map_or(GameResult::Draw, GameResult::Win)
    }
}
