//! The status of a game in one line.

use yipan_core::{DicePhase, EndReason, Language, Outcome, Side, capitalize};
use yipan_games::GameKind;
use yipan_local_play::DeclaredResult;
use yipan_wire::View;

use crate::text::messages::{game, online, result};
use crate::text::reason_text::reason_text;

/// Returns the side to move, with the check or the dice phase that applies.
#[must_use]
pub fn status_text(kind: GameKind, view: &View, language: Language) -> String {
    let Some(turn) = view.turn else { return String::new() };
    let name = |side: Side| capitalize(kind.side_name(side, language));
    if let Some(dice) = &view.dice {
        let owner = dice.owner;
        match dice.phase {
            DicePhase::Reply => {
                let left = dice.dice.iter().filter(|die| !die.used).count();
                let text = if left == 1 { game::REPLY_ONE } else { game::REPLY };
                return text.localize_with(language, &[&name(owner), &left.to_string(), &name(turn)]);
            }
            DicePhase::Emergency => return game::EMERGENCY.localize_with(language, &[&name(turn)]),
            DicePhase::Turn => {}
        }
    }
    let to_move = game::TO_MOVE.localize_with(language, &[&name(turn)]);
    if view.check { format!("{} {to_move}", game::CHECK.localize(language)) } else { to_move }
}

/// Returns the winner and the reason, or the reason of the draw.
#[must_use]
pub fn outcome_text(kind: GameKind, outcome: Outcome, language: Language) -> String {
    let result = DeclaredResult { winner: outcome.winner, reason: Some(outcome.reason.into()) };
    declared_result_text(kind, &result, language)
}

/// Returns a result as a sentence that names the sides.
#[must_use]
pub fn declared_result_text(kind: GameKind, declared: &DeclaredResult, language: Language) -> String {
    if declared.reason == Some(EndReason::Aborted) {
        return online::ABORTED.localize(language).to_owned();
    }
    let name = |side: Side| capitalize(kind.side_name(side, language));
    let reason = declared.reason.map(|reason| reason_text(kind, declared.winner, reason, language));
    match (declared.winner, reason) {
        (Some(winner), Some(_)) if declared.reason == Some(EndReason::Resignation) => {
            result::RESIGNED_SO_WINS.localize_with(language, &[&name(winner.other()), &name(winner)])
        }
        (Some(winner), None) => game::WON.localize_with(language, &[&name(winner)]),
        (Some(winner), Some(reason)) => game::WINS.localize_with(language, &[&name(winner), &reason]),
        (None, None) => game::DRAW.localize(language).to_owned(),
        (None, Some(reason)) => game::DRAWN.localize_with(language, &[&reason]),
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameResult;

    use super::*;
    use crate::local::local_game_ext::LocalGameExt;
    use crate::local::test_games::played;

    #[test]
    fn the_status_names_the_side_to_move_and_check() {
        let local = played(GameKind::Chess, &["e2e4", "f7f6", "d1h5"]);
        assert_eq!(status_text(GameKind::Chess, &local.view(), Language::English), "Check! Black to move");
        assert_eq!(status_text(GameKind::Chess, &local.view(), Language::Traditional), "將軍！ 輪到黑方");
    }

    #[test]
    fn the_outcome_text_names_winner_and_reason() {
        let local = played(GameKind::Chess, &["f2f3", "e7e5", "g2g4", "d8h4"]);
        let outcome = local.outcome().expect("mate");
        assert_eq!(outcome_text(GameKind::Chess, outcome, Language::English), "Black wins: checkmate");
    }

    fn described(result: GameResult, termination: &str) -> Option<String> {
        DeclaredResult::from_tags(result, termination)
            .map(|result| declared_result_text(GameKind::Xiangqi, &result, Language::English))
    }

    #[test]
    fn the_result_and_termination_of_a_file_are_localized() {
        let red = GameResult::Win(Side::First);
        assert_eq!(described(red, "Time forfeit").as_deref(), Some("Red wins: Black ran out of time"));
        assert_eq!(described(red, "resignation").as_deref(), Some("Black resigned: Red wins"));
        assert_eq!(described(red, "normal").as_deref(), Some("Red wins"));
        assert_eq!(described(GameResult::Draw, "").as_deref(), Some("Draw"));
        assert_eq!(described(GameResult::Draw, "agreement").as_deref(), Some("Draw: by agreement"));
        assert_eq!(described(GameResult::Unknown, "aborted").as_deref(), Some("The game was aborted"));
        assert_eq!(described(GameResult::Unknown, "unterminated"), None);
    }
}
