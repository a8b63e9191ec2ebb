use yipan_chess::{Action, Chess};
use yipan_core::{Game, NullSink, Side, Step, Turn, splitmix64};

use crate::{Puzzle, PuzzleCheck, PuzzleSet, PuzzleTheme};

/// The longest random game, in turns.
const MAX_TURNS: usize = 60;
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
        let mut random = RandomChoice(seed);
        let (mut position, mut puzzles) = ("startpos".to_owned(), Vec::new());
        for _ in 0..MAX_TURNS {
            // Each turn begins a game of its own, as it does for the solver.
            let Some((mut game, dice)) = roll(&position, &mut random) else { break };
            puzzles.extend(self.make_puzzle(&position, &dice, &game));
            while let Turn::Player(_) = game.turn() {
                let action = random.choose(&actions(&game));
                apply(&mut game, action);
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
        for (ply, text) in puzzle.moves.iter().enumerate() {
            let Ok(action) = text.parse::<Action>() else { return PuzzleCheck::Unreadable };
            let is_own = game.turn() == Turn::Player(solver);
            if is_own && WinSearch::new(solver, self.nodes).only_action(&game) != Some(action) {
                return PuzzleCheck::NotUnique { ply };
            }
            if game.apply(Step::Action(action), &mut NullSink).is_err() {
                return PuzzleCheck::Unreadable;
            }
        }
        if wins(&game, solver) {
            PuzzleCheck::Unique
        } else {
            PuzzleCheck::NotUnique { ply: puzzle.moves.len() }
        }
    }

    fn make_puzzle(self, position: &str, dice: &[String], game: &Chess) -> Option<Puzzle> {
        let Turn::Player(solver) = game.turn() else { return None };
        let choices = actions(game).len();
        if choices < MIN_CHOICES || dice.iter().all(|die| *die == dice[0]) {
            return None;
        }
        let mut search = WinSearch::new(solver, self.nodes);
        let line = search.only_line(game)?;
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

/// An exact search for forced wins with the dice that are rolled.
struct WinSearch {
    solver: Side,
    nodes_left: u64,
}

impl WinSearch {
    const fn new(solver: Side, nodes: u64) -> WinSearch {
        WinSearch { solver, nodes_left: nodes }
    }

    /// Whether the solver wins by force before the dice are rolled again; `None` if the nodes are used up.
    fn is_won(&mut self, game: &Chess) -> Option<bool> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        match game.turn() {
            Turn::Over(outcome) => Some(outcome.winner == Some(self.solver)),
            Turn::Chance => Some(false),
            Turn::Player(side) => {
                let is_own = side == self.solver;
                for action in actions(game) {
                    if self.is_won(&after(game, action))? == is_own {
                        return Some(is_own);
                    }
                }
                Some(!is_own)
            }
        }
    }

    /// Returns the only action of the solver that wins.
    fn only_action(&mut self, game: &Chess) -> Option<Action> {
        let mut only = None;
        for action in actions(game) {
            if self.is_won(&after(game, action))? && only.replace(action).is_some() {
                return None;
            }
        }
        only
    }

    /// Returns the line to the end of the game in which every action of the solver is the only one that wins. The
    /// opponent chooses the longest.
    fn only_line(&mut self, game: &Chess) -> Option<Vec<(Side, Action)>> {
        let (side, action, rest) = match game.turn() {
            Turn::Over(outcome) => return (outcome.winner == Some(self.solver)).then(Vec::new),
            Turn::Chance => return None,
            Turn::Player(side) if side == self.solver => {
                let only = self.only_action(game)?;
                (side, only, self.only_line(&after(game, only))?)
            }
            Turn::Player(side) => {
                let replies = actions(game).into_iter();
                let lines = replies.filter_map(|reply| Some((reply, self.only_line(&after(game, reply))?)));
                let (reply, rest) = lines.max_by_key(|(_, line)| line.len())?;
                (side, reply, rest)
            }
        };
        let mut line = vec![(side, action)];
        line.extend(rest);
        Some(line)
    }
}

/// Random choices from a seed.
struct RandomChoice(u64);

impl RandomChoice {
    fn below(&mut self, limit: u64) -> u64 {
        let (state, value) = splitmix64(self.0);
        self.0 = state;
        value % limit.max(1)
    }

    fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
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
        let mut number = random.below(outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum());
        let drawn = outcomes.into_iter().find(|(_, weight)| match number.checked_sub(u64::from(*weight)) {
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

fn actions(game: &Chess) -> Vec<Action> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions
}

fn apply(game: &mut Chess, action: Action) {
    game.apply(Step::Action(action), &mut NullSink).expect("a listed action is legal");
}

fn after(game: &Chess, action: Action) -> Chess {
    let mut next = game.clone();
    apply(&mut next, action);
    next
}

fn wins(game: &Chess, side: Side) -> bool {
    matches!(game.turn(), Turn::Over(outcome) if outcome.winner == Some(side))
}
