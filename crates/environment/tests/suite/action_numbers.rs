//! The numbers of actions: distinct in every position, and stable.

use std::collections::HashMap;

use serde::Deserialize;
use yipan_chess::Chess;
use yipan_environment::{ActionLayout, EncodedGame, Environment};
use yipan_liuzichong::Liuzichong;
use yipan_testkit::vectors;
use yipan_xiangqi::Xiangqi;

#[derive(Deserialize)]
struct Row {
    fen: String,
    legal: Vec<String>,
    /// Whether the generals face each other, which no position of a game allows.
    #[serde(default)]
    facing_now: bool,
}

/// Checks that the numbers and the legal moves of a vector are in one-to-one correspondence, and that each number
/// plays its move.
fn check_position<G: EncodedGame>(fen: &str, legal: &[String])
where
    G::Setup: std::str::FromStr<Err: std::fmt::Debug>,
{
    let setup: G::Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error:?}"));
    let environment: Environment<G> = Environment::new(setup, 0);
    if environment.side_to_move().is_none() {
        return;
    }
    let mut moves = HashMap::new();
    for (number, action) in environment.legal_actions() {
        assert!(usize::from(*number) < environment.layout().action_count(), "{fen} {action}");
        let other = moves.insert(*number, action.to_string());
        assert_eq!(other, None, "{fen}: two moves have the number {number}");
    }
    let mut written: Vec<_> = moves.values().cloned().collect();
    written.sort();
    let mut expected = legal.to_vec();
    expected.sort();
    assert_eq!(written, expected, "{fen}");
    for (number, text) in moves {
        let mut after = environment.clone();
        after.step(number).expect("a listed action is legal");
        let mut expected = environment.game().clone();
        let action = text.parse().unwrap_or_else(|_| panic!("{text} is an action"));
        expected.apply(yipan_core::Step::Action(action), &mut yipan_core::NullSink).expect("legal");
        assert!(after.game().pieces() == expected.pieces(), "{fen} {text}");
    }
}

fn check_vectors<G: EncodedGame>(name: &str, options: &str) {
    let rows: Vec<Row> = vectors::rows(name);
    let possible: Vec<Row> = rows.into_iter().filter(|row| !row.facing_now).collect();
    assert!(possible.len() > 1_000, "{name}");
    for Row { fen, legal, .. } in possible {
        check_position::<G>(&format!("{fen}{options}"), &legal);
    }
}

#[test]
fn every_legal_move_of_every_chess_vector_has_its_number() {
    check_vectors::<Chess>("chess_legal.jsonl.gz", "");
}

#[test]
fn every_legal_move_of_every_chess960_vector_has_its_number() {
    check_vectors::<Chess>("chess960_legal.jsonl.gz", " chess960=yes");
}

#[test]
fn every_legal_move_of_every_xiangqi_vector_has_its_number() {
    check_vectors::<Xiangqi>("xiangqi_legal.jsonl.gz", "");
}

#[test]
fn every_legal_move_of_liuzichong_has_its_number() {
    let mut environment: Environment<Liuzichong> = Environment::new("startpos".parse().expect("a setup"), 0);
    for choice in 0..2_000usize {
        let legal = environment.legal_actions();
        let texts: Vec<_> = legal.iter().map(|(_, action)| action.to_string()).collect();
        check_position::<Liuzichong>(&environment.game().position().to_string(), &texts);
        let (number, _) = legal[choice * 7 % legal.len()];
        if environment.step(number).expect("a listed action is legal").is_end() {
            environment.restart(None);
        }
    }
}

#[test]
fn both_sides_number_mirrored_moves_alike() {
    let number = |fen: &str, text: &str| {
        let environment: Environment<Xiangqi> = Environment::new(fen.parse().expect(fen), 0);
        let found = environment.legal_actions().iter().find(|(_, action)| action.to_string() == text);
        found.map(|(number, _)| *number)
    };
    let placement = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let red = number(&format!("{placement} w"), "h2e2");
    assert_eq!(red, Some((2 * 9 + 7) * 90 + 2 * 9 + 4));
    assert_eq!(number(&format!("{placement} b"), "h7e7"), red);
}
