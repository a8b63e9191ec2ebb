use yipan_chess::{Action, Chess};
use yipan_core::{Game, NullSink, Side, Step, Turn};

use crate::dice_win_search::{DiceWinSearch, actions, is_won_by};
use crate::random_choice::RandomChoice;
use crate::{Puzzle, PuzzleCheck, PuzzleSet, PuzzleTheme};

/// The longest random game, in turns.
const MAX_TURNS: usize = 60;
/// The rolls that are looked at in each position.
const ROLLS: usize = 4;
/// The greatest number of puzzles from one game, so that they differ.
const MAX_PUZZLES: usize = 3;
/// The share of the moves that take a piece where they can, in percent: with few pieces on the board kings are exposed,
/// and the search has little to do.
const CAPTURE_PERCENT: usize = 60;
/// The least number of first moves among which the solution is hidden.
const MIN_CHOICES: usize = 5;

/// Makes puzzles of chess with dice: the order in which the dice win by force in this turn.
///
/// The dice are rolled, so nothing is left to chance until the turn ends, and the search is exact.
#[derive(Clone, Copy, Debug)]
pub struct DicePuzzleMaker {
    nodes: u64,
}

impl DicePuzzleMaker {
    /// Creates a maker that gives up a position after this many nodes.
    #[must_use]
    pub const fn new(nodes: u64) -> DicePuzzleMaker {
        DicePuzzleMaker { nodes }
    }

    /// Plays a random game and returns the puzzles in it. Equal seeds give equal games.
    pub fn play_game(self, seed: u64) -> Vec<Puzzle> {
        let mut random = RandomChoice::new(seed);
        let (mut position, mut puzzles) = ("startpos".to_owned(), Vec::new());
        for _ in 0..MAX_TURNS {
            let mut last_roll = None;
            for _ in 0..ROLLS {
                // Each turn begins a game of its own, as it does for the solver.
                let Some((game, dice)) = roll(&position, &mut random) else { return puzzles };
                let puzzle = self.make_puzzle(&position, &dice, &game);
                last_roll = Some(game);
                if let Some(puzzle) = puzzle {
                    puzzles.push(puzzle);
                    break;
                }
            }
            let Some(mut game) = last_roll.filter(|_| puzzles.len() < MAX_PUZZLES) else { break };
            while let Turn::Player(_) = game.turn() {
                let action = random_action(&game, &mut random);
                game.apply(Step::Action(action), &mut NullSink).expect("a listed action is legal");
            }
            if let Turn::Over(_) = game.turn() {
                break;
            }
            position = game.fen();
        }
        puzzles
    }

    /// Checks that every move of the solver is the only one that wins.
    pub fn check(self, puzzle: &Puzzle) -> PuzzleCheck {
        let Some(mut game) = start(&puzzle.position) else { return PuzzleCheck::Unreadable };
        for outcome in &puzzle.dice {
            let Ok(event) = outcome.parse() else { return PuzzleCheck::Unreadable };
            if game.apply(Step::Chance(event), &mut NullSink).is_err() {
                return PuzzleCheck::Unreadable;
            }
        }
        let Turn::Player(solver) = game.turn() else { return PuzzleCheck::Unreadable };
        let mut played = 0;
        for (ply, text) in puzzle.moves.iter().enumerate() {
            let Ok(action) = text.parse::<Action>() else { return PuzzleCheck::Unreadable };
            let is_own = game.turn() == Turn::Player(solver);
            if is_own && self.search(solver, puzzle.dice.len()).only_action(&game, played) != Some(action) {
                return PuzzleCheck::NotUnique { ply };
            }
            if game.apply(Step::Action(action), &mut NullSink).is_err() {
                return PuzzleCheck::Unreadable;
            }
            played += usize::from(is_own);
        }
        if is_won_by(&game, solver) {
            PuzzleCheck::Unique
        } else {
            PuzzleCheck::NotUnique { ply: puzzle.moves.len() }
        }
    }

    const fn search(self, solver: Side, dice: usize) -> DiceWinSearch {
        DiceWinSearch::new(solver, dice, self.nodes)
    }

    fn make_puzzle(self, position: &str, dice: &[String], game: &Chess) -> Option<Puzzle> {
        let Turn::Player(solver) = game.turn() else { return None };
        let choices = actions(game).len();
        if choices < MIN_CHOICES || dice.iter().all(|die| *die == dice[0]) {
            return None;
        }
        let line = self.search(solver, dice.len()).only_line(game)?;
        let own_moves = line.iter().filter(|(side, _)| *side == solver).count();
        // One move is no question of order.
        if own_moves < 2 {
            return None;
        }
        // The standard position is written out, because a puzzle is read by itself.
        let position = if position == "startpos" { start(position)?.fen() } else { position.to_owned() };
        Some(Puzzle {
            position,
            moves: line.iter().map(|(_, action)| action.to_string()).collect(),
            themes: vec![PuzzleTheme::Mate, PuzzleTheme::DiceOrder],
            difficulty: 500 + 250 * own_moves as u32 + 10 * choices as u32,
            dice: dice.to_vec(),
        })
    }
}

/// Starts a game at a position, before its dice are rolled.
fn start(position: &str) -> Option<Chess> {
    Some(Chess::start(&PuzzleSet::Dice.options(position).chess_setup().ok()?))
}

/// Starts a game and rolls the dice of the first turn; `None` if that ends the game.
fn roll(position: &str, random: &mut RandomChoice) -> Option<(Chess, Vec<String>)> {
    let (mut game, mut dice) = (start(position)?, Vec::new());
    while game.turn() == Turn::Chance {
        let mut outcomes = Vec::new();
        game.chance_outcomes(&mut outcomes);
        let mut number = random.below(outcomes.iter().map(|(_, weight)| *weight as usize).sum());
        let drawn = outcomes.into_iter().find(|(_, weight)| match number.checked_sub(*weight as usize) {
            Some(rest) => {
                number = rest;
                false
            }
            None => true,
        });
        let (event, _) = drawn?;
        dice.push(event.to_string());
        game.apply(Step::Chance(event), &mut NullSink).ok()?;
    }
    matches!(game.turn(), Turn::Player(_)).then_some((game, dice))
}

/// Chooses an action, more often one that takes a piece.
fn random_action(game: &Chess, random: &mut RandomChoice) -> Action {
    let (all, position) = (actions(game), game.position());
    let is_capture =
        |action: &Action| matches!(action, Action::Move(mv) if position.piece_at(mv.to).is_some());
    let captures: Vec<_> = all.iter().copied().filter(is_capture).collect();
    let wants_capture = random.below(100) < CAPTURE_PERCENT;
    random.choose(if wants_capture && !captures.is_empty() { &captures } else { &all })
}
