//! Every ply of a made puzzle is the only good move.

use std::collections::HashSet;

use yipan_puzzles::{AnyPuzzleMaker, Provenance, Puzzle, PuzzleCheck, PuzzleFile, PuzzleSet, PuzzleTheme};

const NODES: u64 = 8_000;
/// The games after which a maker without puzzles has failed.
const MAX_GAMES: u64 = 300;

/// Plays games until there are this many puzzles, and checks each.
#[track_caller]
fn check_made(set: PuzzleSet, count: usize) -> PuzzleFile {
    let mut maker = AnyPuzzleMaker::new(set, NODES);
    let games = (0..MAX_GAMES).flat_map(|number| maker.play_game(1, number));
    let puzzles: Vec<Puzzle> = games.take(count).collect();
    assert_eq!(puzzles.len(), count, "{MAX_GAMES} games gave too few puzzles");
    for puzzle in &puzzles {
        assert_eq!(maker.check(puzzle), PuzzleCheck::Unique, "{puzzle}");
        assert!(!puzzle.themes.is_empty() && puzzle.themes.is_sorted(), "{puzzle}");
    }
    let file = PuzzleFile { set, provenance: Provenance::default(), puzzles };
    assert_eq!(file.first_illegal(), None);
    file
}

/// A single move is a puzzle only if it ends the game.
#[track_caller]
fn check_lengths(file: &PuzzleFile) {
    for puzzle in &file.puzzles {
        let ends =
            puzzle.themes.contains(&PuzzleTheme::Mate) || puzzle.themes.contains(&PuzzleTheme::Stalemate);
        assert!(puzzle.moves.len() > 1 || ends, "{puzzle}");
    }
}

#[test]
fn puzzles_of_chess_have_one_solution() {
    check_lengths(&check_made(PuzzleSet::Chess, 4));
}

#[test]
fn puzzles_of_xiangqi_have_one_solution() {
    check_lengths(&check_made(PuzzleSet::Xiangqi, 4));
}

#[test]
fn puzzles_of_liuzichong_have_one_solution() {
    let made = check_made(PuzzleSet::Liuzichong, 200);
    assert!(made.puzzles.iter().all(|puzzle| puzzle.themes.contains(&PuzzleTheme::OnlyMove)));
    assert!(made.puzzles.iter().any(|puzzle| puzzle.themes.contains(&PuzzleTheme::LongWin)));
}

#[test]
fn puzzles_with_dice_have_one_order() {
    let made = check_made(PuzzleSet::Dice, 6);
    for puzzle in &made.puzzles {
        assert!(puzzle.dice.len() >= 2 && puzzle.moves.len() >= 2, "{puzzle}");
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(puzzle));
    }
}

#[test]
fn a_game_depends_on_its_number_alone() {
    let mut maker = AnyPuzzleMaker::new(PuzzleSet::Xiangqi, NODES);
    let (number, first) = (0..MAX_GAMES)
        .map(|number| (number, maker.play_game(1, number)))
        .find(|(_, puzzles)| !puzzles.is_empty())
        .expect("a game with a puzzle");
    maker.play_game(1, number + 1);
    assert_eq!(maker.play_game(1, number), first);
    assert_eq!(AnyPuzzleMaker::new(PuzzleSet::Xiangqi, NODES).play_game(1, number), first);
}

#[test]
fn puzzles_of_one_game_differ() {
    let mut maker = AnyPuzzleMaker::new(PuzzleSet::Xiangqi, NODES);
    for number in 0..12 {
        let puzzles = maker.play_game(2, number);
        let firsts: HashSet<_> = puzzles.iter().map(|puzzle| &puzzle.moves[0]).collect();
        assert_eq!(firsts.len(), puzzles.len(), "game {number}");
    }
}

#[test]
fn reflected_positions_have_one_key() {
    let key = |set, position: &str| {
        format!("{position}|a1a2|mate|600").parse::<Puzzle>().unwrap().symmetry_key(set)
    };
    let chess = |position| key(PuzzleSet::Chess, position);
    let back_rank = chess("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    assert_eq!(chess("1k6/ppp5/8/8/8/8/8/K6R w - - 4 20"), back_rank);
    assert_eq!(chess("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1"), back_rank);
    assert_ne!(chess("6k1/5ppp/8/8/8/8/8/R6K b - - 0 1"), back_rank);
    assert_ne!(chess("6k1/5ppp/8/8/8/8/R7/7K w - - 0 1"), back_rank);
    let liuzichong = |position| key(PuzzleSet::Liuzichong, position);
    let corner = liuzichong("w2w/www1/bbbw/bb1b b");
    for equal in
        ["w2w/1www/wbbb/b1bb b", "bb1b/bbbw/www1/w2w b", "b2b/bbb1/wwwb/ww1w w", "wwbb/1wbb/1wb1/w1wb b"]
    {
        assert_eq!(liuzichong(equal), corner, "{equal}");
    }
    assert_ne!(liuzichong("w2w/www1/bbbw/bb1b w"), corner);
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
