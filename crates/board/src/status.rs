//! What is said of a game in one line, and what is missing from it.

use yipan_games::GameKind;
use yipan_rules::{Language, Outcome, Seat};
use yipan_wire::View;

use crate::text::game;
use crate::{Local, Script};

/// Whose turn it is and why, in plain words.
#[must_use]
pub fn status(kind: GameKind, view: &View, language: Language) -> String {
    let Some(turn) = view.turn.map(Seat::from) else { return String::new() };
    let name = |seat: Seat| capital(kind.seat_words(seat, language));
    if let Some(dice) = &view.dice {
        let owner = Seat::from(dice.owner);
        match dice.phase.as_str() {
            "reply" => {
                let left = dice.dice.iter().filter(|die| !die.used).count().to_string();
                return game::REPLY.fill(language, &[&name(owner), &left, &name(turn)]);
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
    let reason = outcome.reason.words(language);
    match outcome.winner {
        Some(seat) => game::WINS.fill(language, &[&capital(kind.seat_words(seat, language)), reason]),
        None => game::DRAWN.fill(language, &[reason]),
    }
}

/// What is said aloud after the move of this number, from 0: the move, and how the game stands.
#[must_use]
pub fn spoken(local: &Local, number: usize, script: Script) -> String {
    let (kind, language) = (local.grid().kind(), script.language);
    let mut words = String::new();
    if let Some(moved) = local.moves(script).get(number) {
        let name = capital(kind.seat_words(moved.seat, language));
        words += &match &moved.title {
            Some(title) => game::MOVED.fill(language, &[&name, title]),
            None => game::MOVED_UNSEEN.fill(language, &[&name]),
        };
    }
    words += ". ";
    words += &match local.outcome() {
        Some(outcome) => result(kind, outcome, language),
        None => status(kind, &local.view(), language),
    };
    words
}

/// A word at the beginning of a sentence.
#[must_use]
pub fn capital(word: &str) -> String {
    let mut signs = word.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// The men of a seat that have left the board, the dearest first; nothing where some may merely be out of sight.
#[must_use]
pub fn captured(kind: GameKind, view: &View, seat: Seat) -> Vec<char> {
    if !view.hidden.is_empty() {
        return Vec::new();
    }
    let army: &[(char, usize)] = match kind {
        GameKind::Chess => &[('Q', 1), ('R', 2), ('B', 2), ('N', 2), ('P', 8)],
        GameKind::Xiangqi => &[('R', 2), ('C', 2), ('N', 2), ('B', 2), ('A', 2), ('P', 5)],
        GameKind::Liuzichong => return stones(view, seat),
    };
    let count =
        |letter| view.men.iter().filter(|(_, side, man)| Seat::from(*side) == seat && *man == letter).count();
    // A queen more than at the start was a pawn.
    let promoted: usize =
        army[..army.len() - 1].iter().map(|(letter, most)| count(*letter).saturating_sub(*most)).sum();
    army.iter()
        .flat_map(|&(letter, most)| {
            let here = count(letter) + if letter == 'P' { promoted } else { 0 };
            std::iter::repeat_n(letter, most.saturating_sub(here))
        })
        .collect()
}

fn stones(view: &View, seat: Seat) -> Vec<char> {
    let here = view.men.iter().filter(|(_, side, _)| Seat::from(*side) == seat);
    let letter = view.men.first().map_or('S', |(_, _, letter)| *letter);
    vec![letter; 6_usize.saturating_sub(here.count())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chair, Opening};

    fn played(kind: GameKind, acts: &[&str]) -> Local {
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

    #[test]
    fn a_move_and_how_it_stands_then_are_said_aloud() {
        let local = played(GameKind::Liuzichong, &["a2b2"]);
        assert_eq!(spoken(&local, 0, Language::English.into()), "Black: a2b2. White to move");
        let local = played(GameKind::Chess, &["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(spoken(&local, 3, Language::English.into()), "Black: Qh4#. Black wins: checkmate");
    }

    #[test]
    fn what_was_taken_lies_beside_the_board() {
        let local = played(GameKind::Chess, &["e2e4", "d7d5", "e4d5", "d8d5"]);
        assert_eq!(captured(GameKind::Chess, &local.view(), Seat::Second), ['P']);
        assert_eq!(captured(GameKind::Chess, &local.view(), Seat::First), ['P']);
        let xiangqi = played(GameKind::Xiangqi, &["h2h9"]);
        assert_eq!(captured(GameKind::Xiangqi, &xiangqi.view(), Seat::Second), ['N']);
    }
}
