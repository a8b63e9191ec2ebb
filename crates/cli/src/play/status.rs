use yipan_rules::Face;

use super::session::{Cover, Due, Session};
use super::words;

impl Session {
    /// Whose turn it is, or how it ended, in lines.
    pub(crate) fn status(&self) -> Vec<String> {
        let language = self.language;
        let name = |seat| self.game.seat_words(seat, language);
        let mut lines = Vec::new();
        if let Some(dice) = self.view().and_then(|view| view.dice) {
            lines.push(words::dice(name(dice.owner), &self.faces(&dice.dice), language));
        }
        if self.cover() == Cover::Open
            && self.due() != Due::Over
            && self.view().is_some_and(|view| view.check)
        {
            lines.push(words::check(language).to_owned());
        }
        lines.push(match (self.due(), self.cover(), self.resigned()) {
            (Due::Person(seat), Cover::Leaving, _) => words::leaving(name(seat), language),
            (Due::Person(seat), Cover::Closed, _) => words::closed(name(seat), language),
            (Due::Person(seat), Cover::Open, _) => words::to_move(name(seat), language),
            (Due::Computer(seat), ..) => words::thinking(name(seat), language),
            (Due::Over, _, Some(loser)) => words::resigned(name(loser), name(loser.other()), language),
            (Due::Over, _, None) => self.game.outcome().map_or_else(String::new, |outcome| {
                let reason = outcome.why(language);
                match outcome.winner {
                    Some(winner) => words::won(name(winner), reason, language),
                    None => words::drawn(reason, language),
                }
            }),
        });
        lines
    }

    /// The dice: one that was moved in brackets, one that is dead crossed out.
    fn faces(&self, dice: &[(Face, bool, Option<bool>)]) -> String {
        let face = |(face, used, dead): &(Face, bool, Option<bool>)| {
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
