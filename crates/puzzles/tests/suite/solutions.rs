//! The moves of a solver are compared with the solution.

use yipan_puzzles::{Puzzle, PuzzleSet};

/// The rook is lured away, then the other one mates.
const TWO_MOVES: &str = "5rk1/5ppp/8/8/8/8/R7/R5K1 w - - 0 1|a2a8 f8a8 a1a8|mate|900";
const DICE: &str = "6k1/5ppp/8/8/8/8/7P/R6K w - - 0 1|a1a8|mate|600|die rook,die king,die pawn";

/// Returns whether the moves solve the puzzle; `None` if one of them is illegal.
fn is_solved(set: PuzzleSet, line: &str, moves: &[&str]) -> Option<bool> {
    let puzzle: Puzzle = line.parse().unwrap();
    let moves: Vec<_> = moves.iter().map(|mv| (*mv).to_owned()).collect();
    puzzle.is_solved_by(set, &moves).ok()
}

#[test]
fn every_move_of_the_solver_counts() {
    let check = |moves: &[&str]| is_solved(PuzzleSet::Chess, TWO_MOVES, moves);
    assert_eq!(check(&["a2a8", "a1a8"]), Some(true));
    assert_eq!(check(&["a2a8"]), Some(false));
    assert_eq!(check(&[]), Some(false));
    assert_eq!(check(&["g1f1", "a1a8"]), Some(false));
    assert_eq!(check(&["a2a8", "g1f1"]), Some(false));
    assert_eq!(check(&["a2h8"]), None);
    assert_eq!(check(&["nonsense"]), None);
}

#[test]
fn another_mate_is_as_good() {
    let line = "6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1|a1a8|mate|600";
    assert_eq!(is_solved(PuzzleSet::Chess, line, &["b1b8"]), Some(true));
    assert_eq!(is_solved(PuzzleSet::Chess, line, &["b1b7"]), Some(false));
}

#[test]
fn dice_are_rolled_before_the_first_move() {
    assert_eq!(is_solved(PuzzleSet::Dice, DICE, &["a1a8"]), Some(true));
    assert_eq!(is_solved(PuzzleSet::Dice, DICE, &["h1g1"]), Some(false));
}
