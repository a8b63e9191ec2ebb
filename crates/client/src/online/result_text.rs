use yipan_core::Language;
use yipan_games::GameKind;
use yipan_local_play::DeclaredResult;
use yipan_wire::GameEnd;

use crate::text::status_text::declared_result_text;

/// Returns the result of a room's game as a sentence.
#[must_use]
pub fn result_text(kind: GameKind, game_end: &GameEnd, language: Language) -> String {
    let result = DeclaredResult { winner: game_end.winner, reason: Some(game_end.reason) };
    declared_result_text(kind, &result, language)
}

#[cfg(test)]
mod tests {
    use yipan_core::{EndReason, Reason, Side};

    use super::*;

    fn described(winner: Option<Side>, reason: EndReason) -> String {
        let game_end = GameEnd { winner, reason, seed: String::new() };
        result_text(GameKind::Chess, &game_end, Language::English)
    }

    #[test]
    fn the_text_names_the_winner_and_the_reason() {
        assert_eq!(described(Some(Side::Second), Reason::Checkmate.into()), "Black wins: checkmate");
        assert_eq!(described(Some(Side::First), EndReason::Resignation), "Black resigned: White wins");
        assert_eq!(described(None, EndReason::Agreement), "Draw: by agreement");
        assert_eq!(described(None, EndReason::Aborted), "The game was aborted");
        assert_eq!(described(Some(Side::First), Reason::Stalemate.into()), "White wins: Black cannot move");
        assert_eq!(described(None, Reason::Stalemate.into()), "Draw: stalemate");
    }

    #[test]
    fn an_abandoned_game_without_a_winner_does_not_say_that_the_other_side_left() {
        let described_in = |winner, language| {
            let game_end = GameEnd { winner, reason: EndReason::Abandonment, seed: String::new() };
            result_text(GameKind::Chess, &game_end, language)
        };
        assert_eq!(described_in(Some(Side::First), Language::English), "White wins: Black left the game");
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
