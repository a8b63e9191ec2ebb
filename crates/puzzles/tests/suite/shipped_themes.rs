//! The themes of every shipped puzzle, checked against its moves.
//!
//! The end of a line is judged by the rules of the game, not by the code that named the themes.

use PuzzleTheme::{
    Advantage, BackRankMate, DiceOrder, DiscoveredCheck, DoubleCannonMate, DoubleCheck, FacingGeneral, Fork,
    HangingPiece, HorseCannonMate, HorseMate, IronBolt, LongMate, LongWin, Mate, MateIn1, MateIn2, MateIn3,
    OnlyMove, Pin, Promotion, QuietMove, Sacrifice, SmotheredMate, Stalemate, Underpromotion,
};
use yipan_core::{NullSink, Outcome, Reason, Turn};
use yipan_games::AnyGame;
use yipan_liuzichong::tablebase::{Tablebase, Wdl};
use yipan_puzzles::{LiuzichongPuzzleMaker, Puzzle, PuzzleCheck, PuzzleGame, PuzzleSet, PuzzleTheme};

use crate::shipped::shipped;

/// The plies from which a win of liuzichong is long.
const LONG_WIN: u8 = 15;

/// A puzzle whose moves were played.
struct Played {
    outcome: Option<Outcome>,
    /// Whether the solver has won.
    is_won: bool,
    /// The moves of the solver.
    own_moves: usize,
}

fn play(puzzle: &Puzzle, set: PuzzleSet) -> Played {
    let mut game = puzzle.start_game(set).unwrap_or_else(|error| panic!("{puzzle}: {error}"));
    let (solver, mut own_moves) = (game.turn(), 0);
    for action in &puzzle.moves {
        own_moves += usize::from(game.turn() == solver);
        game.apply_action(action, &mut NullSink).unwrap_or_else(|error| panic!("{puzzle}: {error}"));
    }
    let outcome = AnyGame::outcome(&game);
    let winner = outcome.and_then(|outcome| outcome.winner);
    let is_won = winner.is_some_and(|side| Turn::Player(side) == solver);
    Played { outcome, is_won, own_moves }
}

fn is_mate(played: &Played) -> bool {
    played.is_won && played.outcome.is_some_and(|outcome| outcome.reason == Reason::Checkmate)
}

/// Whether the theme of a puzzle is true of its moves; `None` for themes about single moves.
fn holds(theme: PuzzleTheme, puzzle: &Puzzle, set: PuzzleSet, played: &Played) -> Option<bool> {
    let mates_in = |moves: usize| is_mate(played) && played.own_moves == moves;
    let start = || puzzle.position.parse().unwrap_or_else(|_| panic!("{puzzle}"));
    Some(match theme {
        // With dice a king may also be left without an answer by the second die.
        Mate if set == PuzzleSet::Dice => played.is_won,
        Mate => is_mate(played),
        MateIn1 => mates_in(1),
        MateIn2 => mates_in(2),
        MateIn3 => mates_in(3),
        LongMate => is_mate(played) && played.own_moves > 3,
        BackRankMate | SmotheredMate | HorseCannonMate | DoubleCannonMate | HorseMate | IronBolt
        | FacingGeneral => is_mate(played),
        Advantage => played.outcome.is_none(),
        Stalemate => played.is_won && !is_mate(played),
        Promotion => own_moves(puzzle).any(|action| action.len() == 5),
        Underpromotion => own_moves(puzzle).any(|action| action.len() == 5 && !action.ends_with('q')),
        OnlyMove => LiuzichongPuzzleMaker.check(puzzle) == PuzzleCheck::Unique,
        LongWin => {
            let probed = Tablebase::embedded().probe(&start());
            probed.wdl == Wdl::Win && probed.plies.is_some_and(|plies| plies >= LONG_WIN)
        }
        DiceOrder => played.own_moves >= 2 && puzzle.dice.iter().any(|die| *die != puzzle.dice[0]),
        Fork | Pin | DoubleCheck | DiscoveredCheck | Sacrifice | HangingPiece | QuietMove => return None,
    })
}

/// Returns the moves of the solver, who makes every second one.
fn own_moves(puzzle: &Puzzle) -> impl Iterator<Item = &String> {
    puzzle.moves.iter().step_by(2)
}

#[test]
fn every_theme_that_is_about_the_end_of_a_shipped_puzzle_holds() {
    for set in PuzzleSet::ALL {
        for puzzle in &shipped(set).0.puzzles {
            let played = play(puzzle, set);
            for theme in &puzzle.themes {
                assert_ne!(holds(*theme, puzzle, set, &played), Some(false), "{theme}: {puzzle}");
            }
        }
    }
}

#[test]
fn every_end_of_a_shipped_puzzle_has_its_theme() {
    for set in [PuzzleSet::Chess, PuzzleSet::Xiangqi] {
        for puzzle in &shipped(set).0.puzzles {
            let played = play(puzzle, set);
            for theme in [Mate, MateIn1, MateIn2, MateIn3, LongMate, Advantage, Stalemate] {
                let is_named = puzzle.themes.contains(&theme);
                assert_eq!(Some(is_named), holds(theme, puzzle, set, &played), "{theme}: {puzzle}");
            }
        }
    }
}

/// Checks that the rules name the same themes for the moves of every puzzle, those about single moves included.
fn check_named<P: PuzzleGame>(set: PuzzleSet) {
    for puzzle in &shipped(set).0.puzzles {
        let Ok(root) = puzzle.position.parse::<P>() else { panic!("{puzzle}") };
        let mut current = root;
        let line: Vec<_> = puzzle
            .moves
            .iter()
            .map(|text| {
                let mv = current.parse_move(text).unwrap_or_else(|| panic!("{text}: {puzzle}"));
                current.make(mv);
                mv
            })
            .collect();
        assert_eq!(puzzle.themes, root.themes(&line), "{puzzle}");
    }
}

#[test]
fn every_shipped_puzzle_has_exactly_the_themes_of_its_moves() {
    check_named::<yipan_chess::Position>(PuzzleSet::Chess);
    check_named::<yipan_xiangqi::Position>(PuzzleSet::Xiangqi);
}

#[test]
fn a_shipped_puzzle_with_checks_or_captures_in_its_themes_has_them() {
    for puzzle in &shipped(PuzzleSet::Chess).0.puzzles {
        let Ok(mut position) = puzzle.position.parse::<yipan_chess::Position>() else { panic!("{puzzle}") };
        let (mut has_double, mut has_discovered) = (false, false);
        for (ply, text) in puzzle.moves.iter().enumerate() {
            let mv = position.parse_move(text).unwrap_or_else(|| panic!("{text}: {puzzle}"));
            let is_capture = position.captured_kind(mv).is_some();
            position = position.after(mv);
            let checkers = position.checkers();
            if ply == 0 {
                let is_quiet = !is_capture && checkers.is_empty();
                assert!(is_quiet || !puzzle.themes.contains(&QuietMove), "{puzzle}");
                let is_retaken = || position.legal_moves().iter().any(|reply| reply.to() == mv.to());
                let takes_hanging = is_capture && !is_retaken();
                assert!(takes_hanging || !puzzle.themes.contains(&HangingPiece), "{puzzle}");
            }
            if ply.is_multiple_of(2) {
                has_double |= checkers.more_than_one();
                has_discovered |= !checkers.is_empty() && !checkers.contains(mv.to());
            }
        }
        assert_eq!(puzzle.themes.contains(&DoubleCheck), has_double, "{puzzle}");
        assert!(has_discovered || !puzzle.themes.contains(&DiscoveredCheck), "{puzzle}");
    }
}
