use yipan_core::DieFace;

use super::messages;
use super::session::{BoardCover, NextActor, Session};

impl Session {
    /// Returns the status lines: dice, check, and the side to move or the result.
    pub(crate) fn status(&self) -> Vec<String> {
        let language = self.language;
        let name = |side| self.game.side_name(side, language);
        let mut lines = Vec::new();
        if let Some(dice) = self.view().and_then(|view| view.dice) {
            lines.push(messages::dice(name(dice.owner), &self.dice_text(&dice.dice), language));
        }
        if self.board_cover() == BoardCover::Visible
            && self.next_actor() != NextActor::Over
            && self.view().is_some_and(|view| view.in_check)
        {
            lines.push(messages::check(language).to_owned());
        }
        lines.push(match (self.next_actor(), self.board_cover(), self.resigned_side()) {
            (NextActor::Human(side), BoardCover::PendingHide, _) => {
                messages::hide_board_prompt(name(side), language)
            }
            (NextActor::Human(side), BoardCover::Hidden, _) => messages::board_hidden(name(side), language),
            (NextActor::Human(side), BoardCover::Visible, _) => messages::to_move(name(side), language),
            (NextActor::Computer(side), ..) => messages::thinking(name(side), language),
            (NextActor::Over, _, Some(loser)) => {
                messages::resigned(name(loser), name(loser.other()), language)
            }
            (NextActor::Over, _, None) => self.game.outcome().map_or_else(String::new, |outcome| {
                let reason = outcome.reason_text(language);
                match outcome.winner {
                    Some(winner) => messages::won(name(winner), reason, language),
                    None => messages::drawn(reason, language),
                }
            }),
        });
        lines
    }

    /// Formats the dice: a used one in parentheses, a dead one after `×`.
    fn dice_text(&self, dice: &[(DieFace, bool, Option<bool>)]) -> String {
        let face = |(face, used, dead): &(DieFace, bool, Option<bool>)| {
            let at = face.at.map(|cell| self.game.cell_name(cell)).unwrap_or_default();
            match (used, dead) {
                (true, _) => format!("({}{at})", face.letter),
                (false, Some(true)) => format!("×{}{at}", face.letter),
                (false, _) => format!("{}{at}", face.letter),
            }
        };
        dice.iter().map(face).collect::<Vec<_>>().join(" ")
    }
}
