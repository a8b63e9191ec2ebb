//! The repetition rules: every line of the rules page and of the vectors, in four symmetric forms.

use std::collections::BTreeSet;

use serde::Deserialize;
use yipan_core::{Language, Localize};
use yipan_testkit::vectors;
use yipan_xiangqi::repetition::{
    History, Label, RepetitionRule, Verdict, Violation, adjudicate, advise, banned_moves,
};
use yipan_xiangqi::{BLACK, Color, Position, RED};

use crate::rules_page::{play, test_cases};

/// Returns `R`, `B` or `=`, or `-` without a verdict.
fn mark(verdict: Option<&Verdict>) -> char {
    verdict.map_or('-', |verdict| mark_of_side(verdict.loser()))
}

fn mark_of_side(loser: Option<Color>) -> char {
    match loser {
        None => '=',
        Some(RED) => 'R',
        Some(BLACK) => 'B',
    }
}

#[derive(Deserialize)]
struct Row {
    start_fen: String,
    moves: Vec<String>,
    result: String,
    pikafish: String,
}

impl Row {
    fn adjudicate(&self, rule: RepetitionRule) -> char {
        let start: Position =
            self.start_fen.parse().unwrap_or_else(|error| panic!("{}: {error:?}", self.start_fen));
        mark(adjudicate(&start, &play(&start, &self.moves), rule).as_ref())
    }
}

fn mark_of(result: &str) -> char {
    match result {
        "draw" => '=',
        "loss_for_red" => 'R',
        "loss_for_black" => 'B',
        "none" => '-',
        other => panic!("`{other}` is not a result"),
    }
}

/// The lines on which the WXF rule differs from Fairy-Stockfish and Pikafish, which agree, with the reason. There
/// are none; add decided cases with their line number.
const DISAGREEMENTS: &[(usize, &str)] = &[];

/// The contested lines on which the WXF rule agrees with Fairy-Stockfish, with the reason.
///
/// On all others it agrees with Pikafish, mostly because a victim that was attacked before or stays capturable is
/// not chased (V38, V45). On line 1 the move also checks (V46), and on line 3 pins matter.
const AGREES_WITH_FAIRY_STOCKFISH: &[(usize, &str)] = &[
    (2, "root cutting is no defense for the side whose rook is chased (V20)"),
    (8, "another attacker makes a new threat"),
    (9, "another attacker makes a new threat"),
    (10, "another attacker makes a new threat"),
    (12, "another attacker makes a new threat"),
    (13, "another attacker makes a new threat"),
    (14, "another attacker makes a new threat"),
    (21, "checks of the chased side now and then do not excuse the chase (V22)"),
    (25, "checks of the chased side now and then do not excuse the chase (V22)"),
    (26, "another attacker makes a new threat"),
    (28, "another attacker makes a new threat"),
    (32, "another attacker makes a new threat"),
    (34, "checks of the chased side now and then do not excuse the chase (V22)"),
    (38, "another attacker makes a new threat"),
    (39, "checks of the chased side now and then do not excuse the chase (V22)"),
    (41, "another attacker makes a new threat"),
    (43, "another attacker makes a new threat"),
];

#[test]
fn the_wxf_rule_adjudicates_every_vector_of_the_page() {
    let lines = test_cases();
    assert_eq!(lines.len(), 46);
    for line in lines.iter().flat_map(|line| [line.clone(), line.mirrored(), line.swapped()]) {
        let (now, later) =
            (line.adjudicate(RepetitionRule::Wxf), line.one_ply_later().adjudicate(RepetitionRule::Wxf));
        assert_eq!(mark(now.as_ref()), line.marks[0], "{} {}", line.name, line.fen);
        // Two cycles alternate in V33, so the position one ply later has occurred only twice.
        let expected = if line.name == "V33" { '-' } else { line.marks[0] };
        assert_eq!(mark(later.as_ref()), expected, "{} one ply later, {}", line.name, line.fen);
    }
}

#[test]
fn the_computer_rule_adjudicates_every_vector_of_the_page_as_pikafish_does() {
    for line in test_cases().iter().flat_map(|line| [line.clone(), line.mirrored(), line.swapped()]) {
        let now = line.adjudicate(RepetitionRule::Computer);
        assert_eq!(mark(now.as_ref()), line.marks[1], "{} {}", line.name, line.fen);
        if line.name != "V33" {
            let later = line.one_ply_later().adjudicate(RepetitionRule::Computer);
            assert_eq!(mark(later.as_ref()), line.marks[1], "{} one ply later, {}", line.name, line.fen);
        }
    }
}

#[test]
fn the_cxa_advice_is_right_on_the_vectors_whose_labels_are_clear() {
    for line in test_cases().iter().flat_map(|line| [line.clone(), line.mirrored(), line.swapped()]) {
        let advice = advise(&line.start(), &line.moves()).expect("the position repeats");
        let advised = mark_of_side(advice.should_change);
        assert!(line.marks[2] == '?' || line.marks[2] == advised, "{} {advice:?}", line.name);
        assert_eq!(advice.first_ply + advice.labels.len(), line.moves.len(), "{}", line.name);
    }
}

#[test]
fn only_perpetual_check_loses_without_an_arbiter_or_by_the_plain_rules() {
    for line in test_cases() {
        let wxf = line.adjudicate(RepetitionRule::Wxf);
        let checks = matches!(wxf, Some(Verdict::Loses { violation: Violation::PerpetualCheck, .. }));
        let expected = if checks { wxf } else { Some(Verdict::Draw) };
        assert_eq!(line.adjudicate(RepetitionRule::CheckOnly), expected, "{}", line.name);
        assert_eq!(line.adjudicate(RepetitionRule::CxaAdvisory), expected, "{}", line.name);
        assert_eq!(line.adjudicate(RepetitionRule::Simple), Some(Verdict::Draw), "{}", line.name);
    }
}

#[test]
fn the_ucci_league_adjudicates_at_the_fourth_occurrence_and_considers_only_the_moved_piece() {
    for (name, expected) in [
        ("V01", 'R'), // perpetual check
        ("V02", 'R'), // a bare cannon
        ("V03", '='), // a rooted one
        ("V04", '='), // pieces of a kind
        ("V05", 'R'), // a rooted rook by a horse
        ("V08", '='), // both check
        ("V09", 'R'), // all checks against some
        ("V14", '='), // check and chase in turn
        ("V16", '='), // two rooks in turn
        ("V25", '='), // a pawn that has not crossed the river
        ("V29", '='), // a pawn chases
        ("V31", '='), // the chase is unveiled by another piece
        ("V34", '='), // the root is pinned, which the league does not look at
    ] {
        let mut line = test_cases().into_iter().find(|line| line.name == name).expect(name);
        assert_eq!(mark(line.adjudicate(RepetitionRule::UcciLeague).as_ref()), '-', "{name} at the third");
        let round = line.moves[line.moves.len() - line.cycle_len..].to_vec();
        line.moves.extend(round);
        assert_eq!(mark(line.adjudicate(RepetitionRule::UcciLeague).as_ref()), expected, "{name}");
        assert_eq!(mark(line.mirrored().adjudicate(RepetitionRule::UcciLeague).as_ref()), expected, "{name}");
        assert_eq!(
            mark(line.one_ply_later().adjudicate(RepetitionRule::UcciLeague).as_ref()),
            expected,
            "{name}"
        );
    }
}

#[test]
fn every_vector_is_adjudicated_as_the_engines_do() {
    let rows: Vec<Row> = vectors::rows("xiangqi_repetition.jsonl");
    assert_eq!(rows.len(), 371);
    let different: BTreeSet<usize> = DISAGREEMENTS.iter().map(|(number, _)| *number).collect();
    for (number, row) in (1..).zip(&rows) {
        let agrees = row.adjudicate(RepetitionRule::Wxf) == mark_of(&row.result);
        assert_eq!(agrees, !different.contains(&number), "line {number}: {}", row.start_fen);
        assert_eq!(
            row.adjudicate(RepetitionRule::Computer),
            mark_of(&row.pikafish),
            "line {number}: {}",
            row.start_fen
        );
    }
}

#[test]
fn contested_vectors_are_adjudicated_by_the_page() {
    let rows: Vec<Row> = vectors::rows("xiangqi_repetition_contested.jsonl");
    assert_eq!(rows.len(), 43);
    let fairy: BTreeSet<usize> = AGREES_WITH_FAIRY_STOCKFISH.iter().map(|(number, _)| *number).collect();
    for (number, row) in (1..).zip(&rows) {
        let expected = if fairy.contains(&number) { &row.result } else { &row.pikafish };
        assert_eq!(
            row.adjudicate(RepetitionRule::Wxf),
            mark_of(expected),
            "line {number}: {}",
            row.start_fen
        );
        assert_eq!(
            row.adjudicate(RepetitionRule::Computer),
            mark_of(&row.pikafish),
            "line {number}: {}",
            row.start_fen
        );
    }
}

#[test]
fn a_verdict_names_victim_and_moves_in_three_languages() {
    for (name, plies, english, simplified, traditional) in [
        (
            "V06",
            2,
            "red gives check perpetually and must deviate",
            "红方长将，必须变着",
            "紅方長將，必須變著",
        ),
        (
            "V40",
            3,
            "black chases the red chariot on b8 perpetually and must deviate",
            "黑方长捉红车，必须变着",
            "黑方長捉紅車，必須變著",
        ),
        (
            "V37",
            4,
            "red removes the protection of the black horse on c1 perpetually and must deviate",
            "红方断根捉黑马，必须变着",
            "紅方斷根捉黑馬，必須變著",
        ),
    ] {
        let line = test_cases().into_iter().find(|line| line.name == name).expect(name);
        let verdict = line.adjudicate(RepetitionRule::Wxf).expect("the position repeats");
        let Verdict::Loses { plies: offending_plies, .. } = &verdict else { panic!("{name} has a loser") };
        assert_eq!(*offending_plies, [plies, plies + 2, plies + 4, plies + 6], "{name}");
        let messages = Language::ALL.map(|language| verdict.localize(language));
        assert_eq!(messages, [english, simplified, traditional], "{name}");
    }
    assert_eq!(Verdict::Draw.localize(Language::Simplified), "局面循环，双方不变作和");
}

#[test]
fn a_rook_that_is_pinned_does_not_offer_an_exchange() {
    // The rook on the e-file shields its general from the cannon on e2 and may not capture the rook beside it.
    let start: Position = "4ka3/4a4/9/4r4/9/9/9/1R2C4/p3A4/3K1AB1n w".parse().expect("a position");
    let texts = "b2b6 e6e5 b6b5 e5e6 b5b6 e6e5 b6b5 e5e6 b5b6 e6e5 b6b5";
    let texts: Vec<String> = texts.split(' ').map(str::to_owned).collect();
    for rule in [RepetitionRule::Wxf, RepetitionRule::Computer] {
        assert_eq!(mark(adjudicate(&start, &play(&start, &texts), rule).as_ref()), 'R', "{rule}");
    }
}

#[test]
fn labels_distinguish_check_mate_threat_chase_and_idle() {
    let labels = |name: &str| {
        let line = test_cases().into_iter().find(|line| line.name == name).expect(name);
        advise(&line.start(), &line.moves()).expect("the position repeats").labels[..4].to_vec()
    };
    assert_eq!(labels("V01"), [Label::Check, Label::Idle, Label::Check, Label::Idle]);
    assert_eq!(labels("V02"), [Label::Chase, Label::Idle, Label::Chase, Label::Idle]);
    assert_eq!(labels("V10"), [Label::MateThreat, Label::Idle, Label::MateThreat, Label::Idle]);
    assert_eq!(labels("V14"), [Label::Chase, Label::Idle, Label::Check, Label::Idle]);
}

#[test]
fn the_move_that_completes_the_cycle_is_banned_for_the_violating_side_only() {
    let line = &test_cases()[0];
    let (start, moves) = (line.start(), line.moves());
    // Black would complete the cycle with d8d9, but Red is the violating side.
    assert_eq!(banned_moves(&start, &moves[..7], RepetitionRule::Wxf), []);
    // The same game from one ply later: now Red would complete the cycle.
    let later = start.after(moves[0]);
    let rest = &moves[1..];
    assert_eq!(adjudicate(&later, rest, RepetitionRule::Wxf), None);
    assert_eq!(banned_moves(&later, rest, RepetitionRule::Wxf), [moves[0]]);
    assert_eq!(banned_moves(&later, rest, RepetitionRule::Simple), []);
    assert_eq!(banned_moves(&later, &rest[..3], RepetitionRule::Wxf), []);
}

#[test]
fn no_position_from_before_a_capture_repeats() {
    let start: Position = "3k5/9/9/9/p8/9/9/9/9/R3K4 w".parse().expect("a position");
    let texts = "a0a5 d9d8 a5a0 d8d9 a0a5 d9d8 a5a0 d8d9 a0a5 d9d8 a5a0 d8d9";
    let texts: Vec<String> = texts.split(' ').map(str::to_owned).collect();
    let moves = play(&start, &texts);
    let history = History::from_moves(&start, &moves[..8]);
    assert_eq!((history.occurrences(), history.adjudicate(RepetitionRule::Wxf)), (2, None));
    let mut history = history;
    for &mv in &moves[8..] {
        history.push(mv);
    }
    assert_eq!((history.occurrences(), history.adjudicate(RepetitionRule::Wxf)), (3, Some(Verdict::Draw)));
}
