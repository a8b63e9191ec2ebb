//! Laws that every repetition rule obeys.

use proptest::prelude::*;
use yipan_xiangqi::repetition::{History, RepetitionRule};
use yipan_xiangqi::{Color, Move};

use crate::rules_page::{TestCase, swapped_move, test_cases};

/// Plays a line and continues by numbers, mostly back and forth to cause repetitions.
fn play_randomly(line: &TestCase, numbers: &[u8]) -> Vec<Move> {
    let mut moves = line.moves();
    let mut position = moves.iter().fold(line.start(), |position, &mv| position.after(mv));
    for &number in numbers {
        let legal = position.legal_moves();
        let back = moves.iter().rev().nth(1).map(|mv| Move::new(mv.to(), mv.from()));
        let mv = match back.filter(|mv| number % 8 != 0 && legal.contains(mv)) {
            Some(mv) => mv,
            None if legal.is_empty() => break,
            None => legal[usize::from(number) % legal.len()],
        };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

/// Checks the laws that hold after every move of a game and of its color-swapped counterpart.
#[track_caller]
fn check_laws(history: &History, swapped: &History) {
    for rule in RepetitionRule::ALL {
        let (verdict, swapped_verdict) = (history.adjudicate(rule), swapped.adjudicate(rule));
        assert_eq!(verdict.is_some(), swapped_verdict.is_some(), "{rule}");
        let loser = verdict.and_then(|verdict| verdict.loser());
        assert_eq!(loser.map(Color::other), swapped_verdict.and_then(|verdict| verdict.loser()), "{rule}");

        let loses = |mv: &Move| {
            let mut next = history.clone();
            next.push(*mv);
            next.adjudicate(rule)
                .is_some_and(|verdict| verdict.loser() == Some(history.position().side_to_move()))
        };
        let banned: Vec<Move> = history.position().legal_moves().into_iter().filter(loses).collect();
        assert_eq!(history.banned_moves(rule), banned, "{rule}");
    }
    let [labels, swapped_labels] = [history, swapped].map(|game| game.advise().map(|advice| advice.labels));
    assert_eq!(labels, swapped_labels);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn swapping_the_colors_swaps_the_violating_side(
        number in 0..46_usize,
        numbers in prop::collection::vec(any::<u8>(), 40),
    ) {
        let line = &test_cases()[number];
        let (mut history, mut mirror) = (History::new(&line.start()), History::new(&line.swapped().start()));
        for mv in play_randomly(line, &numbers) {
            history.push(mv);
            mirror.push(swapped_move(&mv.to_string()).parse().expect("a move"));
            check_laws(&history, &mirror);
        }
    }
}
