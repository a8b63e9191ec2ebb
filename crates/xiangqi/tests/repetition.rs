//! The repetition rules: every line of the rules page and of the vectors, in four symmetric forms.
// tidy: long because it is one list of games that the laws judge

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde::Deserialize;
use yipan_core::{Language, Localize};
use yipan_testkit::vectors;
use yipan_xiangqi::repetition::{
    History, Label, RepetitionRule, Verdict, Violation, adjudicate, advise, banned_moves,
};
use yipan_xiangqi::{BLACK, Color, Move, Position, RED};

/// The vectors of the rules page.
///
/// Each has a name and the losing side (`R`, `B`, or `=` for neither) by the rules of the WXF, of Pikafish and of
/// the CXA (`?` if the page gives none). Then follow the position, the moves that lead into the cycle, the cycle,
/// which is played twice unless marked `once`, and the subject.
const VECTORS: &str = "\
V01 RRR | 3k5/R8/9/9/9/9/9/9/9/4K4 w | | a8a9 d9d8 a9a8 d8d9 | perpetual check, lone rook
V02 RRR | 3ak4/4a4/9/9/9/c8/9/9/9/1RBAKAB2 w | | b0a0 a4b4 a0b0 b4a4 | rook chases bare cannon
V03 === | 3ak4/4a4/9/9/9/c7r/9/9/9/1RBAKAB2 w | | b0a0 a4b4 a0b0 b4a4 | same, cannon truly rooted
V04 === | 3ak4/4a4/9/9/r8/9/9/9/9/1RBAKAB2 w | | b0a0 a5b5 a0b0 b5a5 | rook v rook = exchange offer
V05 RRR | 3ak4/4a4/4r4/3N5/4r4/9/4P4/9/9/2BAKAB2 w | | d6c4 e5e4 c4d6 e4e5 | horse chases a PROTECTED rook
V06 RR? | c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w | h8h9 f9f8 | h9h8 f8f9 h8h9 f9f8 | perpetual check, one piece
V07 RR? | 4R4/3k5/5R3/9/9/2B6/n8/3pB4/4p4/3K5 w | e9d9 d8e8 | d9e9 e8d8 e9d9 d8e8 | perpetual check, two pieces
V08 ==? | 3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w | e6e7 f8e8 e7f7 | e8f8 f7e7 f8e8 e7f7 | mutual perpetual check
V09 RR? | 5c3/8R/4k2P1/3P5/5P3/6P2/5pN2/5A3/4CK3/6rn1 w | f5e5 | f3e3 e5f5 e3f3 f5e5 | all checks v one counter-check
V10 ==R | 3ak1b2/4a4/4b4/r3C2R1/p8/9/P8/4p4/4p4/5K3 w | h6g6 g9i7 | g6h6 i7g9 h6g6 g9i7 | perpetual mate threat (长杀) v idle
V11 ==R | 2b2k3/9/4b2P1/3N5/1R6p/6P2/5p2r/8n/4p4/5K3 w | d6c8 f9f8 c8d6 | f8f9 d6c8 f9f8 c8d6 | 长杀 v idle
V12 ==R | 2bak4/4a4/4b4/8p/5R3/8P/n8/1r2C4/9/1cBAKAB2 w | f5h5 | e9f9 h5f5 f9e9 f5h5 | check/kill alternating v idle
V13 ==R | 2ba1k3/4a4/b8/7R1/9/9/1r2p4/9/4A4/2B1KAB1c w | h6h9 f9f8 h9h0 | i0i1 h0h8 f8f9 h8h1 i1i0 h1h9 f9f8 h9h0 | check/chase alternating v idle
V14 ==R | 1R1C1abr1/4k4/4b4/p7p/2p6/9/r1P3P2/B8/9/2B1KA3 w | b9b8 e8e9 | b8b9 e9e8 b9b8 e8e9 | check/chase alternating v idle
V15 RR? | 2bak4/4a4/4b4/2p5p/6p2/2Pp5/4P4/2N4C1/2CrA4/3AK4 w | h2h1 d1d3 h1h3 | d3d1 h3h1 d1d3 h1h3 | cannon chases rook that is rooted once and counter-attacks once
V16 ==R | 4k4/9/9/9/C8/9/pp5pp/4B4/9/r1BAKA2r w | a5i5 i0h0 i5a5 | a0b0 a5h5 h0i0 h5b5 b0a0 b5i5 i0h0 i5a5 | one cannon, two rooks in turn
V17 ==? | 2b1ka3/4a4/4b4/9/9/9/9/4B3R/4A1rc1/4KA3 w | i2h2 h1i1 | h2i2 i1h1 i2h2 h1i1 | rooted cannon
V18 RR? | 2bk1a3/4a4/4b4/9/c8/1R7/3r5/4B4/4A4/4KAB2 w | b4a4 a5e5 a4e4 | e5a5 e4a4 a5e5 a4e4 | chase v one kill
V19 RR= | 3aka3/7R1/7c1/9/9/9/9/9/4A4/3AK1p2 b | h7c7 h8c8 | c7h7 c8h8 h7c7 h8c8 | chase v perpetual kill
V20 R=? | 2baka3/C4rN2/4b1n2/1Rp5p/6p2/2P6/4c1P1c/4B3C/4A4/4KAB2 w | b6b8 f9e8 b8b6 | e8f9 b6b8 f9e8 b8b6 | chase of a rook v root-cutting counter-chase
V21 ==? | 3akc3/4a4/9/9/3n5/1R7/9/9/4A4/4KAB2 w | b4b5 d5c3 b5c5 c3e4 c5c4 e4d6 c4d4 d6f5 d4d5 | f5e3 d5e5 e3c4 e5e4 c4d6 e4d4 d6f5 d4d5 | both chase every move
V22 R=? | 3akr3/n3a4/4b4/9/P1b6/9/1n7/4B4/3RA4/2BAK4 w | d1d3 b3c1 d3d1 | c1b3 d1d3 b3c1 d3d1 | chase v intermittent checks by the victim side
V23 RR? | 5ab2/4k2P1/5an1b/p1p3p2/8p/2P4N1/6P1P/B8/5p2c/3KC4 w | h4f5 g7i6 f5h4 | i6g7 h4f5 g7i6 f5h4 | horse chases an impaired (blocked) horse: not an exchange
V24 RR? | 3akabC1/9/4b4/7P1/2n6/8p/3p5/9/4A1c2/2BAK1B1C w | g0i2 g1i1 i2g0 | i1g1 g0i2 g1i1 i2g0 | victim = crossed pawn
V25 ==? | 3akabC1/9/4b4/7P1/2n5p/9/3p5/9/4A1c2/2BAK1B1C w | g0i2 g1i1 i2g0 | i1g1 g0i2 g1i1 i2g0 | victim = uncrossed pawn
V26 R=? | 3akabC1/9/4b4/r3p4/p1p6/4P4/P1P5n/NCr1B4/4A4/R2AK1B2 w | h9h2 i3g2 e2g4 g2h4 g4e2 | h4g2 e2g4 g2h4 g4e2 | cannon+screen chases rook v root-cutting
V27 ==? | 4ka3/4a4/9/4r4/9/9/9/1C2C4/p3A4/3K1AB1n w | b2b6 e6e5 b6b5 | e5e6 b5b6 e6e5 b6b5 | rook pinned by cannon
V28 ==? | 4ka3/4a4/4b4/p7p/9/4C4/4P4/4B4/3K5/3Ac1B2 w | d1e1 e0f0 e1f1 | f0e0 f1e1 e0f0 e1f1 | general chases
V29 ==? | 4k1b1c/7P1/3a5/9/9/9/9/9/3K5/9 w | h8i8 i9h9 i8h8 | h9i9 h8i8 i9h9 i8h8 | pawn chases
V30 ==? | 4kab2/4a4/4b1n2/4p2P1/2p5P/9/9/7C1/4A4/4K4 w | h6g6 g7h9 | g6h6 h9g7 h6g6 g7h9 | pawn + cannon, chases only on alternate moves
V31 RR? | 1c1ak4/N1PNa4/9/9/5P3/9/9/4Bp3/9/3p1K1p1 w | c8b8 b9c9 b8c8 | c9b9 c8b8 b9c9 b8c8 | pawn moves unveil horse chases: not excused
V32 BB? | 3aka3/9/4b4/p8/2b6/2N3B2/4P3p/2C1B4/3rA1p2/3AK4 w | c2c3 d1d3 c3c1 d3d1 | c1c3 d1d3 c3c1 d3d1 | cannon takes turns at two pawns; rook chases the cannon
V33 ==? | 3rkabc1/4a3R/4b4/9/9/9/9/B8/1R2A4/c1BAK4 w | i8h8 h9i9 b1a1 a0b0 | h8i8 i9h9 i8h8 h9i9 a1b1 b0a0 b1a1 a0b0 once | two rooks, two cannons: judge the whole span, not the last loop
V34 RR? | 2baka3/9/4b4/9/6c2/3R5/4c4/4C4/4N4/3AKA3 w | d4g4 g5d5 g4d4 | d5g5 d4g4 g5d5 g4d4 | false root: protector is pinned
V35 ==? | 3akab2/9/4b3r/8c/p8/7R1/P8/9/4A4/r1BAK3R w | h4h6 i6i3 h6h3 | i3i6 h3h6 i6i3 h6h3 | true root
V36 RR? | 2bak1r2/4a4/1C2b4/9/6p2/9/9/9/7R1/c1BAK4 w | h1a1 a0b0 a1b1 | b0a0 b1a1 a0b0 a1b1 | chase that also offers an exchange
V37 RR? | 2ca1k3/4a4/b3b4/2P5P/6p2/1c7/9/B7N/2nR5/2BAK4 w | c6b6 e7c5 b6c6 | c5e7 c6b6 e7c5 b6c6 | root-cutting (断根捉) v idle
V38 ==? | 3k2b2/4P4/4b4/9/8p/6Bc1/6P1P/3AB4/4pp3/1p1K3R1 w | h0h1 h4h3 | h1h0 h3h4 h0h1 h4h3 | static attack; victim does not run
V39 =R? | 3akab2/c2R1R2c/4b4/9/9/9/9/4B4/4K4/2B6 w | d8d6 d9e8 | d6d8 e8d9 f8f6 f9e8 f6f8 e8f9 d8d6 d9e8 | root-cutting v steady counter-chase
V40 BB? | 2bakab2/6c2/2C3c2/p1N1p3p/1R1P5/5r3/P2CP1n1P/4B1p2/4A4/4KAB2 w | b5b8 f9e8 | c7c8 e8f9 c8c7 f9e8 | Black chases rook
V41 BB? | 9/3kc4/3a5/3P5/9/4p4/9/4K4/9/3C5 w | | d6e6 e4d4 e6d6 d4e4 | perpetual check v intermittent check
V42 BB? | 3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w | | f1e1 f2e2 e1f1 e2f2 | perpetual check by a pawn still loses
V43 ==? | 2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/1C1AKA3 w | a4a5 | a6b6 a5b5 b6a6 b5a5 | only the pawn chases
V44 BB? | 3k5/9/9/9/9/9/3r5/9/9/3NK4 w | | d0c2 d3c3 c2d0 c3d3 | horse beside its general: the general is not a root because recapture would face
V45 ==? | 9/4ak3/9/p6P1/9/P1p3B2/9/3r5/5N3/2B1KA3 b | | e8d9 f0e1 d9e8 e1f0 | rook attacked all the time by advisor/horse in turn, never evades
V46 ==? | 3k5/9/9/9/9/9/9/9/cr1CAK3/9 w | | d1d3 b1b3 d3d1 b3b1 | moves that check AND chase: disputed";

/// A line of play to adjudicate.
#[derive(Clone)]
struct TestCase {
    name: String,
    fen: String,
    moves: Vec<String>,
    /// The number of moves in the cycle.
    cycle_len: usize,
    /// The marks for the WXF, Pikafish and the CXA.
    marks: Vec<char>,
}

fn test_cases() -> Vec<TestCase> {
    let read = |text: &str| {
        let fields: Vec<&str> = text.split('|').map(str::trim).collect();
        let [head, fen, lead, cycle, _] = fields[..] else { panic!("a vector has five fields: {text}") };
        let (name, marks) = head.split_once(' ').expect("a name and its marks");
        let (cycle, times) = cycle.strip_suffix(" once").map_or((cycle, 2), |cycle| (cycle, 1));
        let cycle: Vec<String> = cycle.split_whitespace().map(str::to_owned).collect();
        let mut moves: Vec<String> = lead.split_whitespace().map(str::to_owned).collect();
        moves.extend(std::iter::repeat_n(&cycle, times).flatten().cloned());
        let (name, fen, marks) = (name.to_owned(), fen.to_owned(), marks.chars().collect());
        TestCase { name, fen, moves, cycle_len: cycle.len(), marks }
    };
    VECTORS.lines().map(read).collect()
}

impl TestCase {
    /// Returns the line with files mirrored.
    fn mirrored(&self) -> TestCase {
        let (board, side) = self.fen.split_once(' ').expect("a board and a side");
        let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
        let fen = format!("{} {side}", ranks.join("/"));
        self.with(fen, |point| {
            point.chars().map(|c| if c.is_alphabetic() { mirror_char(c, 'a', 'i') } else { c }).collect()
        })
    }

    /// Returns the line with colors swapped, so that the other side loses.
    fn swapped(&self) -> TestCase {
        let (fen, marks) = (
            swapped(&self.fen),
            self.marks.iter().map(|mark| match mark {
                'R' => 'B',
                'B' => 'R',
                other => *other,
            }),
        );
        let line = self.with(fen, swapped_move);
        TestCase { marks: marks.collect(), ..line }
    }

    fn with(&self, fen: String, change: impl Fn(&str) -> String) -> TestCase {
        let moves = self.moves.iter().map(|text| change(text)).collect();
        TestCase { fen, moves, ..self.clone() }
    }

    /// Returns the line with the first move of the cycle played once more.
    fn one_ply_later(&self) -> TestCase {
        let mut later = self.clone();
        later.moves.push(self.moves[self.moves.len() - self.cycle_len].clone());
        later
    }

    fn start(&self) -> Position {
        self.fen.parse().unwrap_or_else(|error| panic!("{}: {error:?}", self.name))
    }

    /// Returns the moves, which must be legal.
    fn moves(&self) -> Vec<Move> {
        play(&self.start(), &self.moves)
    }

    fn adjudicate(&self, rule: RepetitionRule) -> Option<Verdict> {
        adjudicate(&self.start(), &self.moves(), rule)
    }
}

/// Returns the FEN with colors swapped, without the fields after the side to move.
fn swapped(fen: &str) -> String {
    let mut fields = fen.split(' ');
    let (board, side) = (fields.next().expect("a board"), fields.next().expect("a side"));
    let swap = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    let ranks: Vec<String> = board.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
    format!("{} {}", ranks.join("/"), if side == "w" { "b" } else { "w" })
}

fn swapped_move(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_digit() { mirror_char(c, '0', '9') } else { c }).collect()
}

fn mirror_char(c: char, low: char, high: char) -> char {
    char::from(low as u8 + high as u8 - c as u8)
}

#[track_caller]
fn play(start: &Position, texts: &[String]) -> Vec<Move> {
    let mut position = *start;
    let mut played = Vec::new();
    for text in texts {
        let mv: Move = text.parse().expect("a move");
        assert!(position.legal_moves().contains(&mv), "{text} is legal in {position:?}");
        position.play_unchecked(mv);
        played.push(mv);
    }
    played
}

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
            "black chases the red rook on b8 perpetually and must deviate",
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
