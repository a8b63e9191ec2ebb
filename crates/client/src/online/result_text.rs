use yipan_core::{EndReason, Language, Outcome, Side};
use yipan_games::GameKind;
use yipan_wire::GameEnd;

use crate::DeclaredResult;
use crate::text::online;

/// Returns the text of a reason, which may depend on whether a side won.
#[must_use]
pub(crate) fn reason_text(winner: Option<Side>, reason: EndReason, language: Language) -> &'static str {
    match reason {
        EndReason::Rules(reason) => Outcome { winner, reason }.reason_text(language),
        EndReason::Resignation => online::RESIGNATION.localize(language),
        EndReason::Agreement => online::AGREEMENT.localize(language),
        EndReason::Timeout => online::TIMEOUT.localize(language),
        EndReason::Abandonment if winner.is_some() => online::ABANDONMENT.localize(language),
        EndReason::Abandonment => online::ABANDONED.localize(language),
        EndReason::Aborted => online::ABORTED.localize(language),
    }
}

/// How a game of the hall ended, in plain words.
#[must_use]
pub fn result_text(kind: GameKind, game_end: &GameEnd, language: Language) -> String {
    DeclaredResult { winner: game_end.winner, reason: Some(game_end.reason) }.localize(kind, language)
}

#[cfg(test)]
mod tests {
    use yipan_core::Reason;

    use super::*;

    fn described(winner: Option<Side>, reason: EndReason) -> String {
        let game_end = GameEnd { winner, reason, seed: String::new() };
        result_text(GameKind::Chess, &game_end, Language::English)
    }

    #[test]
    fn it_says_who_won_and_why() {
        assert_eq!(described(Some(Side::Second), Reason::Checkmate.into()), "Black wins: checkmate");
        assert_eq!(
            described(Some(Side::First), EndReason::Resignation),
            "White wins: the other side resigned"
        );
        assert_eq!(described(None, EndReason::Agreement), "Draw: both agreed");
        assert_eq!(described(None, EndReason::Aborted), "The game was called off");
        assert_eq!(
            described(Some(Side::First), Reason::Stalemate.into()),
            "White wins: the side to move is blocked"
        );
        assert_eq!(described(None, Reason::Stalemate.into()), "Draw: stalemate");
    }

    #[test]
    fn an_abandoned_game_without_a_winner_does_not_say_that_the_other_side_left() {
        let described_in = |winner, language| {
            let told = GameEnd { winner, reason: EndReason::Abandonment, seed: String::new() };
            result_text(GameKind::Chess, &told, language)
        };
        assert_eq!(described_in(Some(Side::First), Language::English), "White wins: the other side left");
        assert_eq!(described_in(None, Language::English), "Draw: the game was abandoned");
        assert_eq!(described_in(None, Language::Simplified), "和棋：对局未能继续");
        assert_eq!(described_in(None, Language::Traditional), "和棋：對局未能繼續");
    }

    #[test]
    fn every_reason_has_a_text() {
        for reason in Reason::ALL {
            let text = described(None, (*reason).into());
            assert!(text.ends_with(reason.localize(Language::English)), "{text}");
        }
    }
}
