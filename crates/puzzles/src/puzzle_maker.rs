use crate::mistakes::Mistakes;
use crate::only_line::{Margins, OnlyLineSearch, only_or_forced_move};
use crate::positions::{legal_moves, position_after};
use crate::random_choice::RandomChoice;
use crate::{Puzzle, PuzzleCheck, PuzzleGame, PuzzleTheme};

/// The greatest number of puzzles from one game, so that they differ.
const MAX_PUZZLES: usize = 6;

/// Makes puzzles of a game by search.
///
/// ```
/// use yipan_puzzles::{PuzzleCheck, PuzzleMaker};
///
/// let mut maker = PuzzleMaker::<yipan_chess::Position>::new(2_000);
/// let puzzle = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1|a1a8|mate|600".parse()?;
/// assert_eq!(maker.check(&puzzle), PuzzleCheck::Unique);
/// # Ok::<(), yipan_puzzles::ParsePuzzleError>(())
/// ```
pub struct PuzzleMaker<P: PuzzleGame> {
    mistakes: Mistakes<P>,
    search: OnlyLineSearch<P>,
    nodes: u64,
}

impl<P: PuzzleGame> PuzzleMaker<P> {
    /// Creates a maker that confirms each move of a solution with this many nodes.
    #[must_use]
    pub fn new(nodes: u64) -> PuzzleMaker<P> {
        PuzzleMaker { mistakes: Mistakes::new(), search: OnlyLineSearch::new(nodes), nodes }
    }

    /// Plays a game and returns the puzzles in it. Equal seeds give equal games.
    pub fn play_game(&mut self, seed: u64) -> Vec<Puzzle> {
        let (search, nodes, mut puzzles) = (&mut self.search, self.nodes, Vec::<Puzzle>::new());
        self.mistakes.play_game(RandomChoice::new(seed), |position| {
            let puzzle = make_puzzle(search, position, nodes);
            let is_new = |puzzle: &Puzzle| !puzzles.iter().any(|known| is_same_idea(known, puzzle));
            let puzzle = puzzle.filter(is_new)?;
            puzzles.push(puzzle);
            Some(puzzles.len() < MAX_PUZZLES)
        });
        puzzles
    }

    /// Checks every move of the solver with the nodes of this maker.
    pub fn check(&mut self, puzzle: &Puzzle) -> PuzzleCheck {
        let Ok(mut position) = puzzle.position.parse::<P>() else { return PuzzleCheck::Unreadable };
        for (ply, text) in puzzle.moves.iter().enumerate() {
            let Some(mv) = position.parse_move(text) else { return PuzzleCheck::Unreadable };
            if ply.is_multiple_of(2) {
                let lines = self.search.lines(&position, 2, self.nodes);
                if only_or_forced_move(&lines, Margins::CHECK, ply == 0) != Some(mv) {
                    return PuzzleCheck::NotUnique { ply };
                }
            }
            position.make(mv);
        }
        PuzzleCheck::Unique
    }
}

/// Makes a puzzle of the line that is found with all nodes and that a quarter of them confirms.
///
/// The quarter is searched first, because it rejects most positions.
fn make_puzzle<P: PuzzleGame>(search: &mut OnlyLineSearch<P>, position: &P, nodes: u64) -> Option<Puzzle> {
    let (quick, found_after) = search.timed_lines(position, nodes / 4);
    let first = Margins::CHECK.only_move(&quick)?;
    let found = search.only_line(position, nodes)?;
    if found[0] != first || is_single_advantage(position, &found) {
        return None;
    }
    let line = &found[..confirmed_plies(search, position, &found, nodes / 4)];
    let is_cut_mate = line.len() < found.len() && ends_game(position, &found);
    if is_cut_mate || is_single_advantage(position, line) {
        return None;
    }
    let themes = position.themes(line);
    Some(Puzzle {
        position: position.to_string(),
        moves: move_texts(position, line),
        difficulty: difficulty(found_after, legal_moves(position).len(), line.len(), &themes),
        themes,
        dice: Vec::new(),
    })
}

/// Returns the length of the part of a line in which fewer nodes find the same moves of the solver. The first is known
/// to be found.
fn confirmed_plies<P: PuzzleGame>(
    search: &mut OnlyLineSearch<P>,
    start: &P,
    line: &[P::Move],
    nodes: u64,
) -> usize {
    let (mut position, mut confirmed) = (*start, 1);
    for (ply, mv) in line.iter().enumerate() {
        if ply > 0 && ply.is_multiple_of(2) {
            let lines = search.lines(&position, 2, nodes);
            if only_or_forced_move(&lines, Margins::CHECK, false) != Some(*mv) {
                break;
            }
            confirmed = ply + 1;
        }
        position.make(*mv);
    }
    confirmed
}

/// Estimates the difficulty from the nodes after which a search has found the first move, the number of moves to choose
/// from, the length, and whether the first move is one that people overlook.
fn difficulty(found_after: u64, choices: usize, plies: usize, themes: &[PuzzleTheme]) -> u32 {
    let overlooked = [(PuzzleTheme::Sacrifice, 120), (PuzzleTheme::QuietMove, 100)];
    let surprise: u32 =
        overlooked.iter().filter(|(theme, _)| themes.contains(theme)).map(|(_, rating)| rating).sum();
    400 + 60 * (1 + found_after).ilog2() + 2 * choices as u32 + 150 * (plies as u32 / 2) + surprise
}

/// Tests whether the solution is a single move that does not end the game. Its point lies beyond the solution, and
/// another move often wins as well.
fn is_single_advantage<P: PuzzleGame>(position: &P, line: &[P::Move]) -> bool {
    line.len() == 1 && !ends_game(position, line)
}

/// Tests whether two puzzles of one game begin or end with the same move of the solver.
fn is_same_idea(one: &Puzzle, other: &Puzzle) -> bool {
    one.moves.first() == other.moves.first() || one.moves.last() == other.moves.last()
}

fn ends_game<P: PuzzleGame>(position: &P, line: &[P::Move]) -> bool {
    legal_moves(&position_after(position, line)).is_empty()
}

fn move_texts<P: PuzzleGame>(start: &P, line: &[P::Move]) -> Vec<String> {
    let mut position = *start;
    let text = |mv: &P::Move| {
        let text = position.move_text(*mv);
        position.make(*mv);
        text
    };
    line.iter().map(text).collect()
}
