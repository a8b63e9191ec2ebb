//! Every ply of a made puzzle is the only good move.

use yipan_puzzles::{AnyPuzzleMaker, Provenance, Puzzle, PuzzleCheck, PuzzleFile, PuzzleSet, PuzzleTheme};

const NODES: u64 = 12_000;

#[track_caller]
fn check_made(set: PuzzleSet, games: impl IntoIterator<Item = u64>) -> PuzzleFile {
    let mut maker = AnyPuzzleMaker::new(set, NODES);
    let puzzles: Vec<Puzzle> = games.into_iter().flat_map(|number| maker.play_game(1, number)).collect();
    assert!(!puzzles.is_empty(), "the games gave no puzzle");
    for puzzle in &puzzles {
        assert_eq!(maker.check(puzzle), PuzzleCheck::Unique, "{puzzle}");
        assert!(!puzzle.themes.is_empty() && puzzle.themes.is_sorted(), "{puzzle}");
    }
    let file = PuzzleFile { set, provenance: Provenance::default(), puzzles };
    assert_eq!(file.first_illegal(), None);
    file
}

#[test]
fn puzzles_of_chess_have_one_solution() {
    check_made(PuzzleSet::Chess, [0]);
}

#[test]
fn puzzles_of_xiangqi_have_one_solution() {
    check_made(PuzzleSet::Xiangqi, [14]);
}

#[test]
fn puzzles_of_liuzichong_have_one_solution() {
    let made = check_made(PuzzleSet::Liuzichong, 0..300);
    assert!(made.puzzles.iter().all(|puzzle| puzzle.themes.contains(&PuzzleTheme::OnlyMove)));
    assert!(made.puzzles.iter().any(|puzzle| puzzle.themes.contains(&PuzzleTheme::LongWin)));
}

#[test]
fn puzzles_with_dice_have_one_order() {
    let made = check_made(PuzzleSet::Dice, 0..2);
    for puzzle in &made.puzzles {
        assert!(puzzle.dice.len() >= 2 && puzzle.moves.len() >= 2, "{puzzle}");
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(puzzle));
    }
}

#[test]
fn a_game_depends_on_its_number_alone() {
    let mut maker = AnyPuzzleMaker::new(PuzzleSet::Chess, NODES);
    let first = maker.play_game(1, 0);
    maker.play_game(1, 3);
    assert!(!first.is_empty());
    assert_eq!(maker.play_game(1, 0), first);
    assert_eq!(AnyPuzzleMaker::new(PuzzleSet::Chess, NODES).play_game(1, 0), first);
}

#[test]
fn the_check_rejects_a_second_solution_and_a_wrong_one() {
    let mut maker = AnyPuzzleMaker::new(PuzzleSet::Chess, NODES);
    let mut check = |line: &str| maker.check(&line.parse().unwrap());
    assert_eq!(check("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1|a1a8|mate|600"), PuzzleCheck::Unique);
    let two_rooks = "6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1|a1a8|mate|600";
    assert_eq!(check(two_rooks), PuzzleCheck::NotUnique { ply: 0 });
    assert_eq!(check("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1|a1a7|mate|600"), PuzzleCheck::NotUnique { ply: 0 });
    assert_eq!(check("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1|a1b8|mate|600"), PuzzleCheck::Unreadable);
    assert_eq!(check("8/8/8/8/8/8/8/8 w - - 0 1|a1a8|mate|600"), PuzzleCheck::Unreadable);
}

#[test]
fn the_check_of_liuzichong_rejects_another_move() {
    let mut maker = AnyPuzzleMaker::new(PuzzleSet::Liuzichong, NODES);
    let puzzle = (0..).find_map(|number| maker.play_game(5, number).pop()).unwrap();
    let position: yipan_liuzichong::Position = puzzle.position.parse().unwrap();
    for mv in position.legal_moves() {
        let other = Puzzle { moves: vec![mv.to_string()], ..puzzle.clone() };
        let expected = if other.moves[0] == puzzle.moves[0] {
            PuzzleCheck::Unique
        } else {
            PuzzleCheck::NotUnique { ply: 0 }
        };
        assert_eq!(maker.check(&other), expected, "{other}");
    }
}
