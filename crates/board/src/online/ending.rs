use yipan_games::GameKind;
use yipan_rules::{Language, Outcome, Reason, Seat};
use yipan_wire::{Ending, Side};

use crate::Verdict;
use crate::text::online;

/// Why a game ended that this side has won, or nobody, by the key of its reason; nothing for a key that nobody knows.
#[must_use]
pub(crate) fn reason_words(winner: Option<Side>, key: &str, language: Language) -> Option<&'static str> {
    let by_rules = Reason::ALL.iter().copied().find(|reason| reason.to_string() == key);
    match (by_rules, key) {
        (Some(reason), _) => Some(Outcome { winner: winner.map(Seat::from), reason }.why(language)),
        (None, "resignation") => Some(online::RESIGNATION.say(language)),
        (None, "agreement") => Some(online::AGREEMENT.say(language)),
        (None, "timeout") => Some(online::TIMEOUT.say(language)),
        (None, "abandonment") if winner.is_some() => Some(online::ABANDONMENT.say(language)),
        (None, "abandonment") => Some(online::ABANDONED.say(language)),
        _ => None,
    }
}

/// How a game of the hall ended, in plain words.
#[must_use]
pub fn ending(kind: GameKind, ending: &Ending, language: Language) -> String {
    Verdict { winner: ending.winner, reason: ending.reason.clone() }.words(kind, language)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(winner: Option<Side>, reason: &str) -> String {
        let told = Ending { winner, reason: reason.into(), seed: String::new() };
        ending(GameKind::Chess, &told, Language::English)
    }

    #[test]
    fn it_says_who_won_and_why() {
        assert_eq!(said(Some(Side::Second), "checkmate"), "Black wins: checkmate");
        assert_eq!(said(Some(Side::First), "resignation"), "White wins: the other side resigned");
        assert_eq!(said(None, "agreement"), "Draw: both agreed");
        assert_eq!(said(None, "aborted"), "The game was called off");
        assert_eq!(said(Some(Side::First), "stalemate"), "White wins: the side to move is blocked");
        assert_eq!(said(None, "stalemate"), "Draw: stalemate");
    }

    #[test]
    fn an_abandoned_game_without_a_winner_does_not_say_that_the_other_side_left() {
        let said_in = |winner, language| {
            let told = Ending { winner, reason: "abandonment".into(), seed: String::new() };
            ending(GameKind::Chess, &told, language)
        };
        assert_eq!(said_in(Some(Side::First), Language::English), "White wins: the other side left");
        assert_eq!(said_in(None, Language::English), "Draw: the game was abandoned");
        assert_eq!(said_in(None, Language::Simplified), "和棋：对局未能继续");
        assert_eq!(said_in(None, Language::Traditional), "和棋：對局未能繼續");
    }

    #[test]
    fn every_reason_has_words() {
        for reason in Reason::ALL {
            let words = said(None, &reason.to_string());
            assert!(words.ends_with(reason.words(Language::English)), "{words}");
        }
    }
}
