use yipan_games::GameKind;
use yipan_rules::{Language, Reason, Seat};
use yipan_wire::Ending;

use crate::capital;
use crate::text::{game, online};

/// The reasons of the rules, which the hall tells by their keys.
const REASONS: [Reason; 16] = [
    Reason::Checkmate,
    Reason::Stalemate,
    Reason::Material,
    Reason::Repetition,
    Reason::FiftyMoves,
    Reason::SeventyFiveMoves,
    Reason::PerpetualCheck,
    Reason::PerpetualChase,
    Reason::NoCapture,
    Reason::KingMine,
    Reason::KingExposed,
    Reason::FiftyTurns,
    Reason::NoMen,
    Reason::LoneMan,
    Reason::Blocked,
    Reason::FewMen,
];

/// How a game of the hall ended, in plain words.
#[must_use]
pub fn ending(kind: GameKind, ending: &Ending, language: Language) -> String {
    let by_rules = REASONS.into_iter().find(|reason| reason.to_string() == ending.reason);
    let reason = match (by_rules, ending.reason.as_str()) {
        (Some(reason), _) => reason.words(language),
        (None, "resignation") => online::RESIGNATION.say(language),
        (None, "agreement") => online::AGREEMENT.say(language),
        (None, "timeout") => online::TIMEOUT.say(language),
        (None, "abandonment") => online::ABANDONMENT.say(language),
        (None, "aborted") => return online::ABORTED.say(language).to_owned(),
        (None, other) => other,
    };
    match ending.winner.map(Seat::from) {
        Some(seat) => game::WINS.fill(language, &[&capital(kind.seat_words(seat, language)), reason]),
        None => game::DRAWN.fill(language, &[reason]),
    }
}

#[cfg(test)]
mod tests {
    use yipan_wire::Side;

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
    }

    #[test]
    fn every_reason_has_words() {
        for reason in REASONS {
            let words = said(None, &reason.to_string());
            assert!(words.ends_with(reason.words(Language::English)), "{words}");
        }
    }
}
