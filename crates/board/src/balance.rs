//! How a game stands, as a bar and a curve show it.

use yipan_games::AnyGame;
use yipan_rules::{Language, Seat, Turn};

use crate::Answer;
use crate::text::replay;

/// As good as won.
const WON: f64 = 100.0;

/// How it stands in pawns for the first seat, by the result, by what the computer thinks, or by the solved table.
#[must_use]
pub fn balance(game: &AnyGame, answer: Option<&Answer>) -> Option<f64> {
    let seat = match game.turn() {
        Turn::Over(outcome) => return Some(outcome.winner.map_or(0.0, |seat| WON * sign(seat))),
        Turn::Chance => return None,
        Turn::Player(seat) => seat,
    };
    let answer = answer?;
    let best = answer.table.iter().map(|(_, value, _)| *value).max();
    answer.pawns.or_else(|| best.map(|value| f64::from(value) * WON * sign(seat)))
}

/// The part of a bar that is the first seat's, from 0 to 1: a pawn is much where it is even, little where all is decided.
#[must_use]
pub fn share_of_bar(pawns: f64) -> f64 {
    1.0 / (1.0 + (-0.45 * pawns).exp())
}

/// What a move of a solved game is worth, in words; nothing if it is no move of the table.
#[must_use]
pub fn worth(answer: &Answer, action: &str, language: Language) -> Option<String> {
    let (_, value, plies) = answer.table.iter().find(|(name, ..)| name == action)?;
    let plies = plies.map(|plies| plies.to_string()).unwrap_or_default();
    Some(match value {
        1 => replay::WINS_IN.fill(language, &[&plies]),
        0 => replay::DRAWS.say(language).to_owned(),
        _ => replay::LOSES_IN.fill(language, &[&plies]),
    })
}

const fn sign(seat: Seat) -> f64 {
    match seat {
        Seat::First => 1.0,
        Seat::Second => -1.0,
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;
    use crate::{Chair, Opening, Replay};

    fn line(kind: GameKind, acts: &[&str]) -> Replay {
        let acts: Vec<String> = acts.iter().map(|act| (*act).to_owned()).collect();
        Replay::of(Opening::usual(kind, [Chair::Person; 2], 0), &acts).expect("a game")
    }

    #[test]
    fn a_game_that_is_over_needs_no_thought() {
        let mated = line(GameKind::Chess, &["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(balance(mated.game(4), None), Some(-100.0));
        assert_eq!(balance(mated.game(3), None), None);
    }

    #[test]
    fn the_table_speaks_for_the_one_to_move() {
        let game = line(GameKind::Liuzichong, &["a2b2"]);
        let table = vec![
            ("a3b3".to_owned(), 1, Some(9)),
            ("d3c3".to_owned(), -1, Some(4)),
            ("b3b2".to_owned(), 0, None),
        ];
        let answer = Answer { table, ..Answer::default() };
        assert_eq!(balance(game.game(1), Some(&answer)), Some(-100.0));
        let said = |action| worth(&answer, action, Language::English);
        assert_eq!(said("a3b3").as_deref(), Some("wins in 9"));
        assert_eq!(said("d3c3").as_deref(), Some("loses in 4"));
        assert_eq!((said("b3b2").as_deref(), said("a1a1")), (Some("draws"), None));
    }

    #[test]
    fn the_bar_is_even_in_the_middle_and_never_overflows() {
        assert!((share_of_bar(0.0) - 0.5).abs() < 1e-9);
        assert!(share_of_bar(1.0) > 0.55 && share_of_bar(100.0) <= 1.0 && share_of_bar(-100.0) >= 0.0);
    }
}
