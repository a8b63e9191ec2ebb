//! What is said of a game in one line.

use yipan_games::GameKind;
use yipan_rules::{Language, Outcome, Seat};
use yipan_wire::View;

use crate::text::game;

/// Whose turn it is and why, in plain words.
#[must_use]
pub fn status(kind: GameKind, view: &View, language: Language) -> String {
    let Some(turn) = view.turn.map(Seat::from) else { return String::new() };
    let name = |seat: Seat| capital(kind.seat_words(seat, language));
    if let Some(dice) = &view.dice {
        let owner = Seat::from(dice.owner);
        match dice.phase.as_str() {
            "reply" => {
                let left = dice.dice.iter().filter(|die| !die.used).count();
                let text = if left == 1 { game::REPLY_ONE } else { game::REPLY };
                return text.fill(language, &[&name(owner), &left.to_string(), &name(turn)]);
            }
            "emergency" => return game::EMERGENCY.fill(language, &[&name(turn)]),
            _ => {}
        }
    }
    let to_move = game::TO_MOVE.fill(language, &[&name(turn)]);
    if view.check { format!("{} {to_move}", game::CHECK.say(language)) } else { to_move }
}

/// How it ended, in plain words.
#[must_use]
pub fn result(kind: GameKind, outcome: Outcome, language: Language) -> String {
    let reason = outcome.why(language);
    match outcome.winner {
        Some(seat) => game::WINS.fill(language, &[&capital(kind.seat_words(seat, language)), reason]),
        None => game::DRAWN.fill(language, &[reason]),
    }
}

/// A word at the beginning of a sentence.
#[must_use]
pub fn capital(word: &str) -> String {
    let mut signs = word.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{Chair, Local, Opening};

    /// A game of two people at one screen, as it stands after these moves.
    pub(crate) fn played(kind: GameKind, acts: &[&str]) -> Local {
        let acts: Vec<String> = acts.iter().map(|act| (*act).to_owned()).collect();
        let local = Local::replay(Opening::usual(kind, [Chair::Person; 2], 1), &acts).expect("a game");
        assert_eq!(local.acts().len(), acts.len());
        local
    }

    #[test]
    fn it_says_whose_turn_it_is_and_that_a_king_is_in_check() {
        let local = played(GameKind::Chess, &["e2e4", "f7f6", "d1h5"]);
        assert_eq!(status(GameKind::Chess, &local.view(), Language::English), "Check! Black to move");
        assert_eq!(status(GameKind::Chess, &local.view(), Language::Traditional), "將軍！ 輪到黑方");
    }

    #[test]
    fn it_says_how_the_game_ended() {
        let local = played(GameKind::Chess, &["f2f3", "e7e5", "g2g4", "d8h4"]);
        let outcome = local.outcome().expect("mate");
        assert_eq!(result(GameKind::Chess, outcome, Language::English), "Black wins: checkmate");
    }
}
