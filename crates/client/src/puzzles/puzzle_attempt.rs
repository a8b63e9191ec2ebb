use yipan_core::{Cell, Side, Turn, Viewer};
use yipan_games::{AnyGame, AnyGameError};
use yipan_local_play::{LocalSetup, PlayedStep, PlayerKind};
use yipan_puzzles::{Puzzle, PuzzleSet};
use yipan_wire::View;

use crate::board::board_update::BoardUpdate;
use crate::board::move_options::MoveOption;
use crate::local::replay::Replay;
use crate::text::notation_style::NotationStyle;
use crate::text::step_text::step_text;

/// A puzzle that a player solves: the player's moves are compared with the solution, and the opponent replies.
#[derive(Clone, Debug)]
pub struct PuzzleAttempt {
    set: PuzzleSet,
    puzzle: Puzzle,
    /// The solution, or the same with another last move that wins at once.
    line: Replay,
    /// The number of steps played: the dice that were rolled, and the moves.
    ply: usize,
    solver: Side,
    mistakes: u32,
    hints: u32,
    /// Whether an earlier attempt needed help, which the player still knows.
    was_helped: bool,
    state: AttemptState,
}

/// The state of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptState {
    /// The player looks for a move, or the opponent replies.
    Solving,
    /// The player has made every move of the solution.
    Solved,
    /// The solution was shown.
    Shown,
}

/// The answer to a legal move of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleAnswer {
    /// Another move is better. The board does not change.
    Wrong,
    /// The move of the solution. The opponent replies next.
    Right,
    /// The last move of the solution, or another one that wins at once.
    Solved,
}

impl PuzzleAttempt {
    /// Starts an attempt; `None` if the solution breaks the rules of the game.
    #[must_use]
    pub fn start(set: PuzzleSet, puzzle: Puzzle) -> Option<PuzzleAttempt> {
        let options = set.options(&puzzle.position);
        let setup = LocalSetup {
            position: options.position,
            rules: options.rules,
            modes: options.modes,
            chance_outcomes: puzzle.dice.clone(),
            ..LocalSetup::default_for(set.game(), [PlayerKind::Human; 2], 0)
        };
        let line = Replay::from_actions(setup, &puzzle.moves).ok()?;
        let ply = puzzle.dice.len();
        let Turn::Player(solver) = line.game_at(ply).turn() else { return None };
        let state = AttemptState::Solving;
        let attempt =
            PuzzleAttempt { set, line, ply, solver, mistakes: 0, hints: 0, was_helped: false, state, puzzle };
        (attempt.line.len() == ply + attempt.puzzle.moves.len()).then_some(attempt)
    }

    /// Starts the same puzzle again. The help of this attempt still counts.
    #[must_use]
    pub fn restarted(&self) -> Option<PuzzleAttempt> {
        let attempt = PuzzleAttempt::start(self.set, self.puzzle.clone())?;
        Some(PuzzleAttempt { was_helped: !self.is_unaided(), ..attempt })
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the side of the player.
    #[must_use]
    pub const fn solver(&self) -> Side {
        self.solver
    }

    /// Returns the state.
    #[must_use]
    pub const fn state(&self) -> AttemptState {
        self.state
    }

    /// Whether the player needed neither a second try nor a hint, in this attempt and those before it.
    #[must_use]
    pub const fn is_unaided(&self) -> bool {
        let is_shown = matches!(self.state, AttemptState::Shown);
        self.mistakes == 0 && self.hints == 0 && !self.was_helped && !is_shown
    }

    /// Returns the number of steps before the first move: the dice.
    #[must_use]
    pub const fn first_ply(&self) -> usize {
        self.puzzle.dice.len()
    }

    /// Returns the number of steps played, which is the whole solution once it is shown.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the line with the moves to come.
    #[must_use]
    pub const fn line(&self) -> &Replay {
        &self.line
    }

    /// Returns the game as it stands.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        self.line.game_at(self.ply)
    }

    /// Returns the first plies as a replay of their own, for the analysis.
    #[must_use]
    pub fn replay_until(&self, ply: usize) -> Option<Replay> {
        Replay::from_actions(self.line.setup().clone(), &self.line.actions_before(ply)).ok()
    }

    /// Whether the player is to move.
    #[must_use]
    pub fn awaits_move(&self) -> bool {
        self.state == AttemptState::Solving && self.game().turn() == Turn::Player(self.solver)
    }

    /// Returns the view after this many plies. It has actions only where the player is to move.
    #[must_use]
    pub fn view(&self, ply: usize) -> View {
        self.without_foreign_actions(ply, self.line.view(ply, Viewer::Arbiter))
    }

    /// Returns the effects of the ply that leads here, and the view after it.
    #[must_use]
    pub fn update_at(&self, ply: usize) -> BoardUpdate {
        let update = self.line.update_at(ply, Viewer::Arbiter);
        BoardUpdate { view: self.without_foreign_actions(ply, update.view), ..update }
    }

    fn without_foreign_actions(&self, ply: usize, mut view: View) -> View {
        if ply != self.ply || !self.awaits_move() {
            view.actions.clear();
        }
        view
    }

    /// Plays a move of the player, who must be to move, in any notation. A wrong one is counted and not played.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the move is illegal; the attempt is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<PuzzleAnswer, AnyGameError> {
        let line = self.line.branch(self.ply, text)?;
        let is_solution = line.next_action(self.ply) == self.line.next_action(self.ply);
        let wins = line.game_at(self.ply + 1).outcome().is_some_and(|end| end.winner == Some(self.solver));
        if !is_solution && !wins {
            self.mistakes += 1;
            return Ok(PuzzleAnswer::Wrong);
        }
        self.line = line;
        self.ply += 1;
        if self.ply < self.line.len() {
            return Ok(PuzzleAnswer::Right);
        }
        self.state = AttemptState::Solved;
        Ok(PuzzleAnswer::Solved)
    }

    /// Plays the reply of the opponent, if it is due.
    pub fn reply(&mut self) -> Option<BoardUpdate> {
        let is_due = self.state == AttemptState::Solving && !self.awaits_move();
        is_due.then(|| {
            self.ply += 1;
            self.update_at(self.ply)
        })
    }

    /// Returns the cells of a hint: first the piece, then its move.
    pub fn hint(&mut self) -> Vec<Cell> {
        let action = self.line.next_action(self.ply).filter(|_| self.awaits_move());
        let option = action.and_then(|action| MoveOption::parse(self.line.grid(), action));
        let Some(MoveOption { from, to, .. }) = option else { return Vec::new() };
        self.hints += 1;
        if self.hints == 1 { vec![from] } else { vec![from, to] }
    }

    /// Shows the rest of the solution. Does nothing to a solved puzzle.
    pub fn show_solution(&mut self) {
        if self.state == AttemptState::Solving {
            self.state = AttemptState::Shown;
            self.ply = self.line.len();
        }
    }

    /// Writes the next move of the player.
    #[must_use]
    pub fn next_move_text(&self, style: NotationStyle) -> String {
        let action = self.line.next_action(self.ply).unwrap_or_default();
        style.write_move(self.game(), action)
    }

    /// Writes the rolls and moves so far, all of them once the solution is shown, each with its side. Those of a puzzle with
    /// dice are all the solver's.
    #[must_use]
    pub fn written_steps(&self, style: NotationStyle) -> Vec<(Side, String)> {
        let written = |played: PlayedStep<'_>| {
            let side = if let Turn::Player(side) = played.before.turn() { side } else { self.solver };
            (side, step_text(&played, Viewer::Arbiter, style).notation.unwrap_or_default())
        };
        self.line.played().steps().take(self.ply).map(written).collect()
    }

    /// Writes a move of the player that was tried.
    #[must_use]
    pub fn move_text(&self, text: &str, style: NotationStyle) -> String {
        let line = self.line.branch(self.ply, text).ok();
        let action = line.as_ref().and_then(|line| line.next_action(self.ply)).unwrap_or(text);
        style.write_move(self.game(), action)
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::Language;

    use super::*;

    /// The rook is lured away, then the other one mates.
    const TWO_MOVES: &str = "5rk1/5ppp/8/8/8/8/R7/R5K1 w - - 0 1|a2a8 f8a8 a1a8|mate|900";

    fn attempt(line: &str) -> PuzzleAttempt {
        PuzzleAttempt::start(PuzzleSet::Chess, line.parse().expect("a puzzle")).expect("a legal solution")
    }

    #[test]
    fn the_solution_is_played_against_the_replies() {
        let mut attempt = attempt(TWO_MOVES);
        assert!(attempt.awaits_move() && attempt.solver() == Side::First);
        assert_eq!(attempt.play("Ra8"), Ok(PuzzleAnswer::Right));
        assert!(!attempt.awaits_move() && attempt.view(1).actions.is_empty());
        let reply = attempt.reply().expect("the opponent is to move");
        assert!(!reply.view.actions.is_empty() && attempt.reply().is_none());
        assert_eq!(attempt.play("a1a8"), Ok(PuzzleAnswer::Solved));
        assert_eq!((attempt.state(), attempt.is_unaided()), (AttemptState::Solved, true));
        assert_eq!(attempt.replay_until(2).expect("a replay").len(), 2);
    }

    #[test]
    fn a_wrong_move_is_counted_and_an_illegal_one_is_explained() {
        let mut attempt = attempt(TWO_MOVES);
        assert!(attempt.play("a2h8").is_err());
        assert!(attempt.is_unaided());
        assert_eq!(attempt.play("g1f1"), Ok(PuzzleAnswer::Wrong));
        assert_eq!((attempt.ply(), attempt.is_unaided()), (0, false));
        assert_eq!(attempt.move_text("g1f1", Language::English.into()), "Kf1");
        assert_eq!(attempt.play("a2a8"), Ok(PuzzleAnswer::Right));
    }

    #[test]
    fn another_mate_is_as_good() {
        let mut attempt = attempt("6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1|a1a8|mate|600");
        assert_eq!(attempt.play("b1b8"), Ok(PuzzleAnswer::Solved));
        assert_eq!(attempt.line().actions_before(1), ["b1b8"]);
    }

    #[test]
    fn a_hint_names_the_piece_and_then_the_move() {
        let mut attempt = attempt(TWO_MOVES);
        let grid = attempt.line().grid();
        let names = |cells: Vec<Cell>| cells.into_iter().map(|cell| grid.name(cell)).collect::<Vec<_>>();
        assert_eq!(names(attempt.hint()), ["a2"]);
        assert_eq!(names(attempt.hint()), ["a2", "a8"]);
        assert_eq!(attempt.next_move_text(Language::English.into()), "Ra8");
        assert!(!attempt.is_unaided());
    }

    #[test]
    fn a_shown_solution_ends_the_attempt() {
        let mut attempt = attempt(TWO_MOVES);
        attempt.show_solution();
        assert_eq!((attempt.state(), attempt.ply()), (AttemptState::Shown, 3));
        assert!(!attempt.awaits_move() && attempt.view(0).actions.is_empty() && attempt.hint().is_empty());
        assert!(!attempt.is_unaided());
    }

    #[test]
    fn help_counts_after_a_restart() {
        let is_unaided_after = |help: fn(&mut PuzzleAttempt)| {
            let mut attempt = attempt(TWO_MOVES);
            help(&mut attempt);
            let again = attempt.restarted().and_then(|again| again.restarted()).expect("the same puzzle");
            assert!(again.awaits_move() && again.ply() == 0);
            again.is_unaided()
        };
        assert!(is_unaided_after(|_| ()));
        assert!(!is_unaided_after(PuzzleAttempt::show_solution));
        assert!(!is_unaided_after(|attempt| assert_eq!(attempt.hint().len(), 1)));
        assert!(!is_unaided_after(|attempt| assert_eq!(attempt.play("g1f1"), Ok(PuzzleAnswer::Wrong))));
    }

    #[test]
    fn dice_are_rolled_before_the_first_move() {
        let line = "6k1/5ppp/8/8/8/8/7P/R6K w - - 0 1|a1a8|mate|600|die rook,die king,die pawn";
        let mut attempt =
            PuzzleAttempt::start(PuzzleSet::Dice, line.parse().expect("a puzzle")).expect("a legal solution");
        assert_eq!((attempt.first_ply(), attempt.ply()), (3, 3));
        assert!(attempt.awaits_move() && !attempt.view(3).actions.is_empty());
        assert!(attempt.play("a2a3").is_err());
        assert_eq!(attempt.play("h1g1"), Ok(PuzzleAnswer::Wrong));
        assert_eq!(attempt.play("a1a8"), Ok(PuzzleAnswer::Solved));
    }

    #[test]
    fn an_illegal_solution_is_no_puzzle() {
        let start = |line: &str| PuzzleAttempt::start(PuzzleSet::Chess, line.parse().expect("a line"));
        assert!(start("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1|a1b8|mate|600").is_none());
        assert!(start("nonsense|a1b8|mate|600").is_none());
    }
}
