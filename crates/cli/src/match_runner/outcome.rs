use yipan_chess::pgn::GameResult;
use yipan_core::{Language, Localize, Outcome, Side};
use yipan_games::AnyGame;

use super::forfeit::Forfeit;

/// How a game of a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MatchGameOutcome {
    /// By the rules.
    ByRules(Outcome),
    /// A player did what costs the game.
    Forfeit {
        /// Who.
        loser: Side,
        /// What.
        reason: Forfeit,
    },
    /// After too many moves; it counts as a draw.
    MaxPliesReached,
}

impl MatchGameOutcome {
    /// Who won; nobody in a draw.
    pub(crate) fn winner(&self) -> Option<Side> {
        match self {
            MatchGameOutcome::ByRules(outcome) => outcome.winner,
            MatchGameOutcome::Forfeit { loser, .. } => Some(loser.other()),
            MatchGameOutcome::MaxPliesReached => None,
        }
    }

    /// The key that scripts read.
    pub(crate) fn key(&self) -> String {
        match self {
            MatchGameOutcome::ByRules(outcome) => outcome.reason.to_string(),
            MatchGameOutcome::Forfeit { reason: fault, .. } => fault.key().to_owned(),
            MatchGameOutcome::MaxPliesReached => "unfinished".to_owned(),
        }
    }

    /// Who won and why, for people.
    pub(crate) fn localize(&self, game: &AnyGame, language: Language) -> String {
        let reason_text = match self {
            MatchGameOutcome::ByRules(outcome) => outcome.reason_text(language).to_owned(),
            MatchGameOutcome::Forfeit { loser, reason: fault } => {
                format!("{}: {}", game.side_name(*loser, language), fault.localize(language))
            }
            MatchGameOutcome::MaxPliesReached => {
                language.choose("too many moves", "着数过多", "著數過多").to_owned()
            }
        };
        match self.winner() {
            Some(seat) => {
                let wins = language.choose(" wins", "胜", "勝");
                format!("{}{wins}, {reason_text}", game.side_name(seat, language))
            }
            None => format!("{}, {reason_text}", language.choose("draw", "和棋", "和棋")),
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`, the first seat first.
    pub(crate) fn result(&self) -> GameResult {
        self.winner().map_or(GameResult::Draw, GameResult::Win)
    }
}
