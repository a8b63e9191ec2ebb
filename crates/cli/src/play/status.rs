use yipan_core::DieFace;
use yipan_local_play::WaitingFor;

use super::messages;
use super::session::Session;

impl Session {
    /// Returns the status lines: dice, check, and the side to move or the result.
    pub(crate) fn status(&self) -> Vec<String> {
        let language = self.language;
        let name = |side| self.game().side_name(side, language);
        let mut lines = Vec::new();
        if let Some(dice) = self.view().and_then(|view| view.dice) {
            lines.push(messages::dice(name(dice.owner), &self.dice_text(&dice.dice), language));
        }
        let waiting_for = self.local().waiting_for();
        if matches!(waiting_for, WaitingFor::Human(_) | WaitingFor::Computer(..))
            && self.view().is_some_and(|view| view.in_check)
        {
            lines.push(messages::check(language).to_owned());
        }
        lines.push(match waiting_for {
            WaitingFor::ScreenHandover(side) if self.is_covered() => {
                messages::board_hidden(name(side), language)
            }
            WaitingFor::ScreenHandover(side) => messages::hide_board_prompt(name(side), language),
            WaitingFor::Human(side) => messages::to_move(name(side), language),
            WaitingFor::Computer(side, _) => messages::thinking(name(side), language),
            WaitingFor::Nothing => self.result_text(),
        });
        lines
    }

    /// Returns the result of a finished game. At a terminal the only one without an outcome by the rules is a resignation.
    fn result_text(&self) -> String {
        let language = self.language;
        let name = |side| self.game().side_name(side, language);
        if let Some(winner) = self.local().declared_result().and_then(|result| result.winner) {
            return messages::resigned(name(winner.other()), name(winner), language);
        }
        let Some(outcome) = self.local().outcome() else { return String::new() };
        let reason = outcome.reason_text(language);
        match outcome.winner {
            Some(winner) => messages::won(name(winner), reason, language),
            None => messages::drawn(reason, language),
        }
    }

    /// Formats the dice: a used one in parentheses, a dead one after `×`.
    fn dice_text(&self, dice: &[(DieFace, bool, Option<bool>)]) -> String {
        let face = |(face, used, dead): &(DieFace, bool, Option<bool>)| {
            let at = face.at.map(|cell| self.game().cell_name(cell)).unwrap_or_default();
            match (used, dead) {
                (true, _) => format!("({}{at})", face.letter),
                (false, Some(true)) => format!("×{}{at}", face.letter),
                (false, _) => format!("{}{at}", face.letter),
            }
        };
        dice.iter().map(face).collect::<Vec<_>>().join(" ")
    }
}
