use yipan_core::splitmix64;
use yipan_liuzichong::tablebase::{Tablebase, Wdl};
use yipan_liuzichong::{Move, Position};

use crate::{Puzzle, PuzzleCheck, PuzzleTheme};

/// The plies from which a win is long.
const LONG_WIN: u8 = 15;
/// The longest solution, in plies.
const MAX_PLIES: usize = 15;
/// The shortest win that is a puzzle, in plies.
const MIN_PLIES: u8 = 5;
/// The longest random game, in plies.
const MAX_GAME_PLIES: usize = 60;
/// The greatest number of puzzles from one game, so that they differ.
const MAX_PUZZLES: usize = 2;

/// Makes puzzles of liuzichong from its tablebase, which knows the value of every move.
#[derive(Clone, Copy, Debug, Default)]
pub struct LiuzichongPuzzleMaker;

impl LiuzichongPuzzleMaker {
    /// Plays a random game and returns the puzzles in it. Equal seeds give equal games.
    pub fn play_game(self, seed: u64) -> Vec<Puzzle> {
        let (mut position, mut random, mut puzzles) = (Position::start(), seed, Vec::new());
        for _ in 0..MAX_GAME_PLIES {
            if position.outcome().is_some() || puzzles.len() == MAX_PUZZLES {
                break;
            }
            puzzles.extend(make_puzzle(&position));
            let (moves, value) = (position.legal_moves(), splitmix64(random));
            random = value.0;
            position.play_unchecked(moves[(value.1 % moves.len() as u64) as usize]);
        }
        puzzles
    }

    /// Checks every move of the solver against the tablebase.
    pub fn check(self, puzzle: &Puzzle) -> PuzzleCheck {
        let Ok(mut position) = puzzle.position.parse::<Position>() else { return PuzzleCheck::Unreadable };
        for (ply, text) in puzzle.moves.iter().enumerate() {
            let moves = position.legal_moves();
            let Some(mv) = moves.into_iter().find(|mv| mv.to_string() == *text) else {
                return PuzzleCheck::Unreadable;
            };
            if ply.is_multiple_of(2) && only_winning_move(&position, ply == 0) != Some(mv) {
                return PuzzleCheck::NotUnique { ply };
            }
            position.play_unchecked(mv);
        }
        PuzzleCheck::Unique
    }
}

fn make_puzzle(start: &Position) -> Option<Puzzle> {
    let tablebase = Tablebase::embedded();
    let probed = tablebase.probe(start);
    let plies = probed.plies.filter(|plies| probed.wdl == Wdl::Win && *plies >= MIN_PLIES)?;
    let (mut position, mut line) = (*start, Vec::new());
    while let Some(only) = only_winning_move(&position, line.is_empty()) {
        line.push(only);
        position.play_unchecked(only);
        if position.outcome().is_some() || line.len() >= MAX_PLIES {
            break;
        }
        let reply = *tablebase.best_line(&position).first()?;
        line.push(reply);
        position.play_unchecked(reply);
    }
    // The solver makes the last move, and a puzzle has at least two of them.
    line.truncate(line.len().saturating_sub(usize::from(line.len().is_multiple_of(2))));
    if line.len() < 3 {
        return None;
    }
    let mut themes = vec![PuzzleTheme::OnlyMove];
    themes.extend((plies >= LONG_WIN).then_some(PuzzleTheme::LongWin));
    Some(Puzzle {
        position: start.to_string(),
        moves: line.iter().map(Move::to_string).collect(),
        themes,
        difficulty: 600 + 40 * u32::from(plies) + 60 * (line.len() as u32 / 2),
        dice: Vec::new(),
    })
}

/// Returns the only move that wins. At the start of a puzzle a forced move does not count.
fn only_winning_move(position: &Position, is_first: bool) -> Option<Move> {
    let moves = Tablebase::embedded().probe_moves(position);
    let mut winning = moves.iter().filter(|(_, result)| result.wdl == Wdl::Win);
    match (winning.next(), winning.next()) {
        (Some((only, _)), None) if moves.len() > 1 || !is_first => Some(*only),
        _ => None,
    }
}
