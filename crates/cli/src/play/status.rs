use yipan_core::DieFace;

use super::messages;
use super::session::{BoardCover, NextActor, Session};

impl Session {
    /// Whose turn it is, or how it ended, in lines.
    pub(crate) fn status(&self) -> Vec<String> {
        let language = self.language;
        let name = |seat| self.game.side_name(seat, language);
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
            (NextActor::Human(seat), BoardCover::PendingHide, _) => {
                messages::hide_board_prompt(name(seat), language)
            }
            (NextActor::Human(seat), BoardCover::Hidden, _) => messages::board_hidden(name(seat), language),
            (NextActor::Human(seat), BoardCover::Visible, _) => messages::to_move(name(seat), language),
            (NextActor::Computer(seat), ..) => messages::thinking(name(seat), language),
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

    /// The dice: one that was moved in brackets, one that is dead crossed out.
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
