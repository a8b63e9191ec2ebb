//! Facing generals 将帅对脸: the scenarios from which the rule was derived.
//!
//! The document behind scenarios 1 to 5 correctly forbids facing and allows sharing a file with a piece in
//! between. It is wrong about scenario 3, where it counts three filtered moves: there are eight, because the
//! cannon may still move along the file. It is also wrong about scenario 5, which it calls 将军箭: opening the file
//! is illegal for the mover, because its own general could be captured next.

use std::collections::BTreeSet;

use yipan_core::{Language, MoveKind, MoveList, perft};
use yipan_xiangqi::{BLACK, FacingRule, IllegalMoveError, Move, Position, RED, Setup, SetupError};

/// Some positions have pawns on unreachable points, which does not matter here.
fn read(fen: &str) -> Position {
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup.to_position_lenient().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn texts(moves: impl IntoIterator<Item = Move>) -> BTreeSet<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

fn set(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

/// Compares the legal moves, and the pseudo-legal moves that are not legal.
fn check(fen: &str, legal: &str, filtered: &str) {
    let position = read(fen);
    let mut pseudo = MoveList::new();
    position.pseudo_legal_moves(MoveKind::All, &mut pseudo);
    let (ours, all) = (texts(position.legal_moves()), texts(pseudo));
    assert_eq!(ours, set(legal), "legal moves of {position:?}");
    assert_eq!(&all - &ours, set(filtered), "filtered moves of {position:?}");
}

fn is_invalid(fen: &str) -> bool {
    let setup: Setup = fen.parse().expect(fen);
    matches!(Position::try_from(setup), Err(SetupError::GeneralEnPrise { .. }))
}

fn check_perft(fen: &str, facing: FacingRule, expected: &[u64]) {
    let position = read(fen).with_facing_rule(facing);
    let ours: Vec<u64> = (1..=expected.len()).map(|depth| perft(&position, depth as u32)).collect();
    assert_eq!(ours, expected, "{fen} {facing}");
}

#[test]
fn scenario_1_generals_that_face_make_no_position() {
    let fen = "9/9/4k4/9/9/9/9/9/4K4/9";
    assert!(fen.parse::<Setup>().expect(fen).are_generals_facing());
    assert!(is_invalid(&format!("{fen} w")) && is_invalid(&format!("{fen} b")));
}

#[test]
fn scenario_2_a_rook_between_them_checks_but_they_do_not_face() {
    let fen = "9/9/4k4/9/9/4R4/9/9/4K4/9";
    assert!(!fen.parse::<Setup>().expect(fen).are_generals_facing());
    assert!(is_invalid(&format!("{fen} w")), "the rook could take the general");
    check(&format!("{fen} b"), "e7d7 e7f7", "e7e8");
    assert!(read(&format!("{fen} b")).in_check());
}

#[test]
fn scenario_3_the_sole_blocker_is_pinned_to_the_file() {
    let fen = "9/9/4k4/9/9/4C4/9/9/4K4/9 w";
    check(fen, "e4e2 e4e3 e4e5 e4e6 e1d1 e1f1 e1e0 e1e2", "e4a4 e4b4 e4c4 e4d4 e4f4 e4g4 e4h4 e4i4");
    let reason = read(fen).explain_illegal_move("e4".parse().unwrap(), "a4".parse().unwrap());
    assert_eq!(reason, Some(IllegalMoveError::GeneralsWouldFace { at: "e7".parse().unwrap() }));
    check("9/9/4k4/9/9/4C4/9/9/4K4/9 b", "e7d7 e7f7 e7e8", "");
    check_perft(fen, FacingRule::Standard, &[8, 22, 337, 666]);
}

#[test]
fn scenario_4_a_general_may_not_step_onto_the_open_file_of_the_other() {
    let fen = "9/9/3k5/9/9/9/9/9/4K4/9";
    assert!(!fen.parse::<Setup>().expect(fen).are_generals_facing());
    check(&format!("{fen} w"), "e1e0 e1e2 e1f1", "e1d1");
    check(&format!("{fen} b"), "d7d8", "d7e7");
    check_perft(&format!("{fen} w"), FacingRule::Standard, &[3, 4, 9, 22]);
}

#[test]
fn scenario_5_opening_the_file_is_illegal_for_the_mover() {
    assert!(is_invalid("4k4/9/9/9/4r4/9/9/9/9/4K4 b"), "the rook checks already");
    check("4k4/9/9/9/4r4/9/9/9/9/4K4 w", "e0d0 e0f0", "e0e1");
    // The same with a cannon, which makes the position valid.
    let cannon = "4k4/9/9/9/4c4/9/9/9/9/4K4 b";
    check(
        cannon,
        "e5e1 e5e2 e5e3 e5e4 e5e6 e5e7 e5e8 e9d9 e9e8 e9f9",
        "e5a5 e5b5 e5c5 e5d5 e5f5 e5g5 e5h5 e5i5",
    );
    check_perft(cannon, FacingRule::Standard, &[10, 27, 420, 837]);
    // With a second piece between the generals, neither piece is pinned.
    assert_eq!(read("4k4/9/9/9/4r4/4P4/9/9/9/4K4 b").legal_moves().len(), 15);
}

#[test]
fn the_closing_example_a_pawn_captures_on_the_file_and_no_general_sees_through_it() {
    let before = read("4k4/9/9/9/4r4/4P4/9/9/9/4K4 w");
    let after = before.after(before.resolve("e4e5".parse().unwrap()).expect("the pawn stays on the file"));
    assert!(!after.in_check());
    assert_eq!(texts(after.legal_moves()), set("e9d9 e9e8 e9f9"));
    // The actual 对面笑: the general protects the checking pawn from a distance.
    let before = read("4k4/4r4/4P4/9/9/9/9/9/9/4K4 w");
    for sideways in ["e7d7", "e7f7"] {
        let reason = before.resolve(sideways.parse().unwrap()).expect_err("the rook would check");
        assert!(
            matches!(reason, IllegalMoveError::Pinned { pinner, .. } if pinner == "e8".parse().unwrap()),
            "{reason:?}"
        );
    }
    let after = before.after(before.resolve("e7e8".parse().unwrap()).expect("the pawn captures the rook"));
    assert!(after.in_check());
    assert_eq!(texts(after.legal_moves()), set("e9d9 e9f9"));
}

#[test]
fn a_bare_general_mates_and_stalemates() {
    let mated = read("3k5/9/9/9/9/9/9/9/9/3RK4 b");
    assert!(mated.in_check() && mated.legal_moves().is_empty());
    let stalemated = read("3k5/9/3P5/9/9/9/9/9/9/4K4 b");
    assert!(!stalemated.in_check() && stalemated.legal_moves().is_empty());
    for position in [mated, stalemated] {
        assert_eq!(position.outcome().and_then(|outcome| outcome.winner), Some(RED), "{position:?}");
    }
    let reason_text =
        |position: Position| position.outcome().expect("it is over").reason_text(Language::Simplified);
    assert_eq!([mated, stalemated].map(reason_text), ["将死", "困毙"]);
}

#[test]
fn the_folk_rule_forbids_stepping_onto_the_other_generals_file_again() {
    let rule = FacingRule::NoNewSharedFile;
    check_perft("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", rule, &[44, 1_920, 79_666]);
    let blocked = "3k5/9/9/3p5/9/9/9/9/9/4K4 w";
    check_perft(blocked, FacingRule::Standard, &[3, 8, 18, 55]);
    check_perft(blocked, rule, &[2, 5, 11, 32]);
    check_perft("9/9/4k4/9/9/4C4/9/9/4K4/9 w", rule, &[8, 22, 335, 588]);
    let position = read(blocked).with_facing_rule(rule);
    let reason = position.resolve("e0d0".parse().unwrap()).expect_err("the file is Black's");
    assert_eq!(reason, IllegalMoveError::GeneralsWouldShareFile { at: position.general(BLACK) });
}
