//! Themes are facts about the moves.

use PuzzleTheme::{
    Advantage, BackRankMate, DiscoveredCheck, DoubleCannonMate, DoubleCheck, FacingGeneral, Fork,
    HangingPiece, HorseCannonMate, HorseMate, IronBolt, Mate, MateIn1, Pin, Promotion, QuietMove,
    SmotheredMate, Stalemate, Underpromotion,
};
use yipan_puzzles::{PuzzleGame, PuzzleTheme};

type Chess = yipan_chess::Position;
type Xiangqi = yipan_xiangqi::Position;

#[track_caller]
fn check<P: PuzzleGame>(position: &str, moves: &str, expected: &[PuzzleTheme]) {
    let Ok(root) = position.parse::<P>() else { panic!("{position}") };
    let mut current = root;
    let line: Vec<_> = moves
        .split(' ')
        .map(|text| {
            let mv = current.parse_move(text).unwrap_or_else(|| panic!("{text}"));
            current.make(mv);
            mv
        })
        .collect();
    assert_eq!(root.themes(&line), expected);
}

#[test]
fn mates_of_chess_have_patterns() {
    check::<Chess>("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", &[Mate, MateIn1, BackRankMate]);
    check::<Chess>("6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", "g5f7", &[Mate, MateIn1, SmotheredMate]);
}

#[test]
fn tactics_of_chess_are_named() {
    check::<Chess>("r3k3/8/8/1N6/8/8/8/1K6 w - - 0 1", "b5c7", &[Advantage, Fork]);
    check::<Chess>("4k3/8/2n5/8/8/3B4/8/K7 w - - 0 1", "d3b5", &[Advantage, Pin, QuietMove]);
    check::<Chess>("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4c5", &[Advantage, DiscoveredCheck]);
    check::<Chess>("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4f6", &[Advantage, DoubleCheck]);
    check::<Chess>("4k3/8/8/3n4/8/8/8/K2R4 w - - 0 1", "d1d5", &[Advantage, HangingPiece]);
    check::<Chess>("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", &[Advantage, Promotion, Underpromotion]);
}

#[test]
fn mates_of_xiangqi_have_patterns() {
    check::<Xiangqi>("3ak4/4a4/4N4/9/9/9/9/2C6/9/3K5 w - - 0 1", "c2e2", &[Advantage, QuietMove]);
    check::<Xiangqi>("4k4/9/4N4/9/9/9/9/2C6/9/3K5 w - - 0 1", "c2e2", &[Mate, MateIn1, HorseCannonMate]);
    check::<Xiangqi>("3aka3/9/9/4C4/9/9/9/2C6/9/3K5 w - - 0 1", "c2e2", &[Mate, MateIn1, DoubleCannonMate]);
}

#[test]
fn a_horse_mates_beside_the_palace() {
    let mate = "3k5/R8/9/9/1N7/9/9/9/4R4/5K3 w - - 0 1";
    check::<Xiangqi>(mate, "b5c7", &[Mate, MateIn1, HorseMate]);
}

#[test]
fn a_rook_mates_a_general_whose_guards_are_held_by_a_cannon() {
    // Neither guard can step between: the cannon would have one screen.
    let bolt = "4k4/4a4/4b4/9/9/4C4/R8/9/9/4K4 w - - 0 1";
    check::<Xiangqi>(bolt, "a3a9", &[Mate, MateIn1, IronBolt]);
    // Without the cannon the advisor steps between.
    let open = "4k4/4a4/4b4/9/9/9/R8/9/9/4K4 w - - 0 1";
    check::<Xiangqi>(open, "a3a9", &[Advantage]);
}

#[test]
fn the_other_general_takes_an_escape() {
    check::<Xiangqi>("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", "a1d1", &[Mate, MateIn1, FacingGeneral]);
    let horse = "3k5/R8/9/9/1N7/9/9/9/9/4K4 w - - 0 1";
    check::<Xiangqi>(horse, "b5c7", &[Mate, MateIn1, HorseMate, FacingGeneral]);
    // A rook takes the same escape.
    check::<Xiangqi>("3k5/9/9/9/9/9/9/9/R8/4RK3 w - - 0 1", "a1d1", &[Mate, MateIn1]);
}

#[test]
fn a_side_without_a_move_is_no_mate() {
    check::<Xiangqi>("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", "e1e8", &[QuietMove, Stalemate]);
}
