use yipan_core::Language;
use yipan_games::GameKind;
use yipan_wire::GameEnd;

use crate::local::declared_result::DeclaredResult;

/// Returns the result of a room's game as a sentence.
#[must_use]
pub fn result_text(kind: GameKind, game_end: &GameEnd, language: Language) -> String {
    DeclaredResult { winner: game_end.winner, reason: game_end.reason.clone() }.localize(kind, language)
}

#[cfg(test)]
mod tests {
    use yipan_core::Reason;
    use yipan_wire::WireSide;

    use super::*;

    fn described(winner: Option<WireSide>, reason: &str) -> String {
        let game_end = GameEnd { winner, reason: reason.into(), seed: String::new() };
        result_text(GameKind::Chess, &game_end, Language::English)
    }

    #[test]
    fn the_text_names_the_winner_and_the_reason() {
        assert_eq!(described(Some(WireSide::Second), "checkmate"), "Black wins: checkmate");
        assert_eq!(described(Some(WireSide::First), "resignation"), "White wins: the other side resigned");
        assert_eq!(described(None, "agreement"), "Draw: by agreement");
        assert_eq!(described(None, "aborted"), "The game was aborted");
        assert_eq!(described(Some(WireSide::First), "stalemate"), "White wins: the side to move is blocked");
        assert_eq!(described(None, "stalemate"), "Draw: stalemate");
    }

    #[test]
    fn an_abandoned_game_without_a_winner_does_not_say_that_the_other_side_left() {
        let described_in = |winner, language| {
            let game_end = GameEnd { winner, reason: "abandonment".into(), seed: String::new() };
            result_text(GameKind::Chess, &game_end, language)
        };
        assert_eq!(described_in(Some(WireSide::First), Language::English), "White wins: the other side left");
        assert_eq!(described_in(None, Language::English), "Draw: the game was abandoned");
        assert_eq!(described_in(None, Language::Simplified), "和棋：对局未能继续");
        assert_eq!(described_in(None, Language::Traditional), "和棋：對局未能繼續");
    }

    #[test]
    fn every_reason_has_a_text() {
        for reason in Reason::ALL {
            let text = described(None, &reason.to_string());
            assert!(text.ends_with(reason.localize(Language::English)), "{text}");
        }
    }
}
