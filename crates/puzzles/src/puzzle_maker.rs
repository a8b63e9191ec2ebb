use yipan_core::splitmix64;
use yipan_engine::{Level, LevelPlayer, Limits, NoControl};

use crate::only_line::{Margins, OnlyLineSearch, only_or_forced_move};
use crate::positions::{legal_moves, position_after};
use crate::{Puzzle, PuzzleCheck, PuzzleGame};

/// The random plies at the start of a game.
const RANDOM_PLIES: usize = 4;
/// The longest game.
const MAX_PLIES: usize = 160;
/// The nodes with which every position of a game is looked at.
const GLANCE_NODES: u64 = 2_500;
/// The value for the side that moved last from which a mistake is no news: the solver was winning before.
const ALREADY_LOST: i32 = -180;
/// The value from which a game is decided, and the plies after which such a game ends.
const DECIDED: i32 = 900;
const DECIDED_PLIES: usize = 4;
/// The numbers of nodes that measure the difficulty: a hard solution is found with many.
const DIFFICULTY_NODES: [u64; 5] = [50, 200, 1_000, 5_000, 20_000];

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
    /// A search with a small table.
    glance: OnlyLineSearch<P>,
    search: OnlyLineSearch<P>,
    player: LevelPlayer<P>,
    nodes: u64,
}

impl<P: PuzzleGame> PuzzleMaker<P> {
    /// Creates a maker that confirms each move of a solution with this many nodes.
    #[must_use]
    pub fn new(nodes: u64) -> PuzzleMaker<P> {
        PuzzleMaker {
            glance: OnlyLineSearch::new(GLANCE_NODES),
            search: OnlyLineSearch::new(nodes),
            player: LevelPlayer::new(1),
            nodes,
        }
    }

    /// Plays a game and returns the puzzles in it. Equal seeds give equal games.
    pub fn play_game(&mut self, seed: u64) -> Vec<Puzzle> {
        let mut random = seed;
        let mut next = |limit: usize| {
            let (state, value) = splitmix64(random);
            random = state;
            (value % limit as u64) as usize
        };
        let mut position = P::start();
        for _ in 0..RANDOM_PLIES {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                return Vec::new();
            }
            position.make(moves[next(moves.len())]);
        }
        // Levels 2 to 6 play like people who make mistakes that others punish.
        let levels = [next(5), next(5)].map(|number| Level::new(2 + number as u8).unwrap_or(Level::MIN));
        let (mut puzzles, mut value_before, mut decided_plies) = (Vec::new(), 0, 0);
        for ply in 0..MAX_PLIES {
            let lines = self.glance.lines(&position, 1, GLANCE_NODES);
            let Some(value) = lines.first().map(|best| best.value) else { break };
            if value_before > ALREADY_LOST && value >= Margins::MAKE.winning {
                let lines = self.glance.lines(&position, 2, 2 * GLANCE_NODES);
                let is_only = Margins::CHECK.only_move(&lines).is_some();
                puzzles.extend(is_only.then(|| self.make_puzzle(&position)).flatten());
            }
            value_before = value;
            decided_plies = if value.abs() >= DECIDED { decided_plies + 1 } else { 0 };
            if decided_plies >= DECIDED_PLIES {
                break;
            }
            let (history, move_seed) = (position.empty_history(), next(usize::MAX) as u64);
            let level = levels[ply % 2];
            let chosen =
                self.player.choose(&position, &history, level, move_seed, Limits::default(), &NoControl);
            let Some(chosen) = chosen else { break };
            position.make(chosen.mv);
            if position.outcome().is_some() {
                break;
            }
        }
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

    /// Makes a puzzle of the line that is found with all nodes and that a quarter of them confirms.
    fn make_puzzle(&mut self, position: &P) -> Option<Puzzle> {
        let quick = self.search.lines(position, 2, self.nodes / 4);
        Margins::CHECK.only_move(&quick)?;
        let found = self.search.only_line(position, self.nodes)?;
        let line = &found[..self.confirmed_plies(position, &found)];
        let is_cut_mate = line.len() < found.len() && ends_game(position, &found);
        if line.is_empty() || is_cut_mate || is_trivial(position, line) {
            return None;
        }
        Some(Puzzle {
            position: position.to_string(),
            moves: move_texts(position, line),
            themes: position.themes(line),
            difficulty: self.difficulty(position, line),
            dice: Vec::new(),
        })
    }

    /// Returns the length of the part of a line in which a quarter of the nodes finds the same moves of the solver.
    fn confirmed_plies(&mut self, start: &P, line: &[P::Move]) -> usize {
        let (mut position, mut confirmed) = (*start, 0);
        for (ply, mv) in line.iter().enumerate() {
            if ply.is_multiple_of(2) {
                let lines = self.search.lines(&position, 2, self.nodes / 4);
                if only_or_forced_move(&lines, Margins::CHECK, ply == 0) != Some(*mv) {
                    break;
                }
                confirmed = ply + 1;
            }
            position.make(*mv);
        }
        confirmed
    }

    /// Estimates the difficulty from the nodes that the search needs for the first move and from the length.
    fn difficulty(&mut self, position: &P, line: &[P::Move]) -> u32 {
        let misses = DIFFICULTY_NODES
            .into_iter()
            .filter(|nodes| {
                let lines = self.glance.lines(position, 1, *nodes);
                lines.first().is_none_or(|best| best.moves[0] != line[0])
            })
            .count() as u32;
        700 + 250 * misses + 120 * (line.len() as u32 / 2)
    }
}

/// Tests whether the solution is a single capture, which needs no foresight.
fn is_trivial<P: PuzzleGame>(position: &P, line: &[P::Move]) -> bool {
    line.len() == 1 && position.move_features(line[0]).captured.is_some() && !ends_game(position, line)
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
