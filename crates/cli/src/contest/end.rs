use yipan_chess::pgn::GameResult;
use yipan_games::AnyGame;
use yipan_rules::{Language, Outcome, Seat, Words};

use super::fault::Fault;

/// How a game of a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By the rules.
    Ruled(Outcome),
    /// A player did what costs the game.
    Forfeit {
        /// Who.
        loser: Seat,
        /// What.
        fault: Fault,
    },
    /// After too many moves; it counts as a draw.
    Unfinished,
}

impl End {
    /// Who won; nobody in a draw.
    pub(crate) fn winner(&self) -> Option<Seat> {
        match self {
            End::Ruled(outcome) => outcome.winner,
            End::Forfeit { loser, .. } => Some(loser.other()),
            End::Unfinished => None,
        }
    }

    /// The key that scripts read.
    pub(crate) fn key(&self) -> String {
        match self {
            End::Ruled(outcome) => outcome.reason.to_string(),
            End::Forfeit { fault, .. } => fault.key().to_owned(),
            End::Unfinished => "unfinished".to_owned(),
        }
    }

    /// Who won and why, for people.
    pub(crate) fn words(&self, game: &AnyGame, language: Language) -> String {
        let why = match self {
            End::Ruled(outcome) => outcome.why(language).to_owned(),
            End::Forfeit { loser, fault } => {
                format!("{}: {}", game.seat_words(*loser, language), fault.words(language))
            }
            End::Unfinished => language.pick("too many moves", "着数过多", "著數過多").to_owned(),
        };
        match self.winner() {
            Some(seat) => {
                let wins = language.pick(" wins", "胜", "勝");
                format!("{}{wins}, {why}", game.seat_words(seat, language))
            }
            None => format!("{}, {why}", language.pick("draw", "和棋", "和棋")),
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`, the first seat first.
    pub(crate) fn result(&self) -> GameResult {
        self.winner().map_or(GameResult::Draw, GameResult::Won)
    }
}
