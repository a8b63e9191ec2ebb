use yipan_core::{Cell, Side, Turn, Viewer};
use yipan_games::{AnyGame, AnyGameError};
use yipan_wire::View;

use super::course_task::{CourseTask, TaskGoal};
use crate::board::board_update::BoardUpdate;
use crate::board::move_options::MoveOption;
use crate::local::replay::Replay;
use crate::text::notation_style::NotationStyle;

/// A task that a player solves. The rules of the game decide what is legal, and the goal what is right.
#[derive(Clone, Debug)]
pub struct TaskAttempt {
    task: CourseTask,
    line: Replay,
    solver: Side,
    /// The cells onto which the player has moved.
    visited: Vec<Cell>,
    hints: u32,
    state: TaskState,
}

/// The state of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// The player looks for a move or an answer, or the opponent replies.
    Solving,
    /// The goal is reached.
    Solved,
    /// The game ended before the goal was reached. The task can be started again.
    Failed,
}

/// The result of a legal move or an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskAnswer {
    /// The move or the answer does not fit the goal. The board does not change.
    Wrong,
    /// The move was played, and the goal is not reached yet.
    Right,
    /// The goal is reached.
    Solved,
    /// The move was played, and now the goal cannot be reached.
    Failed,
}

impl TaskAttempt {
    /// Starts an attempt; `None` if the position is invalid or no player is to move in it.
    #[must_use]
    pub fn start(task: CourseTask) -> Option<TaskAttempt> {
        let line = Replay::start(task.setup.clone()).ok()?;
        let Turn::Player(solver) = line.game_at(line.len()).turn() else { return None };
        Some(TaskAttempt { task, line, solver, visited: Vec::new(), hints: 0, state: TaskState::Solving })
    }

    /// Returns the task.
    #[must_use]
    pub const fn task(&self) -> &CourseTask {
        &self.task
    }

    /// Returns the side of the player.
    #[must_use]
    pub const fn solver(&self) -> Side {
        self.solver
    }

    /// Returns the state.
    #[must_use]
    pub const fn state(&self) -> TaskState {
        self.state
    }

    /// Returns the steps so far: chance outcomes and moves.
    #[must_use]
    pub const fn line(&self) -> &Replay {
        &self.line
    }

    /// Returns the game as it stands.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        self.line.game_at(self.line.len())
    }

    /// Returns the viewer of the board: the player, who does not see what the opponent hides.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        Viewer::Player(self.solver)
    }

    /// Returns the number of moves so far.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.line.actions_before(self.line.len()).len()
    }

    /// Whether the task is answered with a cell, not with a move.
    #[must_use]
    pub const fn asks_for_cell(&self) -> bool {
        matches!(self.task.goal, TaskGoal::Answer(_))
    }

    /// Whether the player is to move.
    #[must_use]
    pub fn awaits_move(&self) -> bool {
        let is_turn = self.game().turn() == Turn::Player(self.solver);
        self.state == TaskState::Solving && is_turn && !self.asks_for_cell()
    }

    /// Returns the view of the current position. It has actions only where the player is to move.
    #[must_use]
    pub fn view(&self) -> View {
        self.without_foreign_actions(self.line.len(), self.line.view(self.line.len(), self.viewer()))
    }

    /// Returns the updates of the steps after the first `step_count`.
    #[must_use]
    pub fn updates_after(&self, step_count: usize) -> Vec<BoardUpdate> {
        let update = |step: usize| {
            let update = self.line.update_at(step, self.viewer());
            BoardUpdate { view: self.without_foreign_actions(step, update.view), ..update }
        };
        (step_count + 1..=self.line.len()).map(update).collect()
    }

    fn without_foreign_actions(&self, step: usize, mut view: View) -> View {
        if step != self.line.len() || !self.awaits_move() {
            view.actions.clear();
        }
        view
    }

    /// Plays a move of the player, in any notation. A wrong one is not played.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the move is illegal; the attempt is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<TaskAnswer, AnyGameError> {
        let mut line = self.line.clone();
        line.push_action(text)?;
        let action = line.next_action(self.line.len()).unwrap_or(text).to_owned();
        let after = line.game_at(line.len());
        let wins = after.outcome().is_some_and(|outcome| outcome.winner == Some(self.solver));
        let gives_check = after.in_check() && after.turn() == Turn::Player(self.solver.other());
        let is_right = match &self.task.goal {
            TaskGoal::Line => {
                let accepted = self.task.solution.get(self.move_count());
                accepted.is_some_and(|accepted| accepted.contains(&action))
            }
            TaskGoal::Check => gives_check || wins,
            TaskGoal::Win => wins,
            TaskGoal::Visit(_) => true,
            TaskGoal::Answer(_) => false,
        };
        if !is_right {
            return Ok(TaskAnswer::Wrong);
        }
        self.visited.extend(MoveOption::parse(line.grid(), &action).map(|option| option.to));
        self.line = line;
        let is_solved = match &self.task.goal {
            TaskGoal::Line => self.move_count() >= self.task.solution.len(),
            TaskGoal::Visit(_) => self.open_cells().is_empty(),
            TaskGoal::Check | TaskGoal::Win | TaskGoal::Answer(_) => true,
        };
        let is_over = self.game().outcome().is_some();
        let (state, answer) = match (is_solved, is_over) {
            (true, _) => (TaskState::Solved, TaskAnswer::Solved),
            (false, true) => (TaskState::Failed, TaskAnswer::Failed),
            (false, false) => (TaskState::Solving, TaskAnswer::Right),
        };
        self.state = state;
        Ok(answer)
    }

    /// Answers with a cell. Does nothing to a task that asks for moves.
    pub fn answer(&mut self, cell: Cell) -> Option<TaskAnswer> {
        let TaskGoal::Answer(cells) = &self.task.goal else { return None };
        if self.state != TaskState::Solving {
            return None;
        }
        if !cells.contains(&cell) {
            return Some(TaskAnswer::Wrong);
        }
        self.state = TaskState::Solved;
        Some(TaskAnswer::Solved)
    }

    /// Whether a reply of the opponent is due.
    #[must_use]
    pub fn awaits_reply(&self) -> bool {
        self.state == TaskState::Solving && self.game().turn() == Turn::Player(self.solver.other())
    }

    /// Plays the reply of the opponent, if it is due. Returns whether it was.
    pub fn reply(&mut self) -> bool {
        if !self.awaits_reply() {
            return false;
        }
        let planned = self.task.solution.get(self.move_count()).cloned().unwrap_or_default();
        let legal = self.game().actions();
        let candidates = match self.task.goal {
            TaskGoal::Visit(_) => self.task.replies.clone(),
            _ => planned,
        };
        let chosen = candidates.into_iter().find(|reply| legal.contains(reply));
        let is_played = chosen
            .or_else(|| legal.first().cloned())
            .is_some_and(|action| self.line.push_action(&action).is_ok());
        if self.game().outcome().is_some() || !is_played {
            self.state = TaskState::Failed;
        }
        is_played
    }

    /// Returns the cells that are still to be visited.
    #[must_use]
    pub fn open_cells(&self) -> Vec<Cell> {
        match &self.task.goal {
            TaskGoal::Visit(cells) => {
                cells.iter().copied().filter(|cell| !self.visited.contains(cell)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Counts a hint. Returns the cells of the solution from the second one on: the move, or the answer.
    pub fn hint(&mut self) -> Vec<Cell> {
        self.hints += 1;
        if self.hints < 2 || self.state != TaskState::Solving {
            return Vec::new();
        }
        match &self.task.goal {
            TaskGoal::Answer(cells) => cells.clone(),
            TaskGoal::Visit(_) => Vec::new(),
            TaskGoal::Line | TaskGoal::Check | TaskGoal::Win => {
                let option =
                    self.next_action().and_then(|action| MoveOption::parse(self.line.grid(), action));
                option.map(|option| vec![option.from, option.to]).unwrap_or_default()
            }
        }
    }

    /// Writes the next move of the solution.
    #[must_use]
    pub fn next_move_text(&self, style: NotationStyle) -> String {
        self.next_action().map(|action| style.write_move(self.game(), action)).unwrap_or_default()
    }

    fn next_action(&self) -> Option<&str> {
        self.task.solution.get(self.move_count())?.first().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::Language;

    use super::*;
    use crate::courses::course::Course;

    fn attempt(task: &str) -> TaskAttempt {
        let course: Course = format!("course chess chess\n== a\n{task}").parse().expect("a course");
        TaskAttempt::start(course.tasks[0].clone()).expect("a position")
    }

    #[test]
    fn a_line_is_played_against_its_replies_and_a_wrong_move_is_not_played() {
        let mut attempt = attempt(
            "position: 5rk1/5ppp/8/8/8/8/R7/R5K1 w - - 0 1\ngoal: line\nsolution: a2a8/a2e2 f8a8 a1a8",
        );
        assert!(attempt.play("a2h8").is_err());
        assert_eq!(attempt.play("g1f1"), Ok(TaskAnswer::Wrong));
        assert_eq!((attempt.move_count(), attempt.play("Ra8")), (0, Ok(TaskAnswer::Right)));
        assert!(!attempt.awaits_move() && attempt.view().actions.is_empty());
        assert!(attempt.reply() && !attempt.reply());
        assert_eq!(attempt.updates_after(1).len(), 1);
        assert_eq!(attempt.next_move_text(Language::English.into()), "Rxa8#");
        assert_eq!((attempt.play("a1a8"), attempt.state()), (Ok(TaskAnswer::Solved), TaskState::Solved));
    }

    #[test]
    fn every_move_with_check_or_mate_is_as_good() {
        let position = "position: 6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1";
        for (goal, moves) in [("win", ["a1a8", "b1b8"]), ("check", ["a1a8", "b1b8"])] {
            for action in moves {
                let mut attempt = attempt(&format!("{position}\ngoal: {goal}\nsolution: a1a8"));
                assert_eq!(attempt.play("a1a7"), Ok(TaskAnswer::Wrong));
                assert_eq!(attempt.play(action), Ok(TaskAnswer::Solved), "{goal} {action}");
            }
        }
    }

    #[test]
    fn cells_are_visited_in_any_order_while_the_opponent_replies() {
        let mut attempt = attempt(
            "position: 7k/8/8/8/8/8/8/R5K1 w - - 0 1\ngoal: visit a4 e4\nsolution: a1a4 h8g8 a4e4\nreplies: h8g8 g8h8",
        );
        let names = |attempt: &TaskAttempt| -> Vec<String> {
            attempt.open_cells().into_iter().map(|cell| attempt.line().grid().name(cell)).collect()
        };
        assert_eq!(attempt.play("a1e1"), Ok(TaskAnswer::Right));
        assert!(attempt.reply());
        assert_eq!((attempt.play("e1e4"), names(&attempt)), (Ok(TaskAnswer::Right), vec!["a4".to_owned()]));
        assert!(attempt.reply());
        assert_eq!(attempt.line().actions_before(4)[3], "g8h8");
        assert_eq!(attempt.play("e4a4"), Ok(TaskAnswer::Solved));
    }

    #[test]
    fn a_game_that_ends_early_fails_the_task() {
        let mut attempt = attempt("position: 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\ngoal: visit a1\nsolution: f1a1");
        assert_eq!((attempt.play("f1f7"), attempt.state()), (Ok(TaskAnswer::Failed), TaskState::Failed));
        assert!(!attempt.awaits_move() && !attempt.reply());
    }

    #[test]
    fn a_question_is_answered_with_a_cell_and_no_piece_moves() {
        let mut attempt = attempt("goal: answer e4 d4");
        let cell = |name: &str| attempt.line().grid().cell(name).expect("a cell");
        let (right, wrong) = (cell("d4"), cell("d5"));
        assert!(attempt.asks_for_cell() && attempt.view().actions.is_empty());
        assert_eq!(attempt.play("e2e4"), Ok(TaskAnswer::Wrong));
        assert_eq!(attempt.answer(wrong), Some(TaskAnswer::Wrong));
        assert!(attempt.hint().is_empty());
        assert_eq!(attempt.hint().len(), 2);
        assert_eq!(attempt.answer(right), Some(TaskAnswer::Solved));
        assert_eq!(attempt.answer(right), None);
    }

    #[test]
    fn the_second_hint_shows_the_move() {
        let mut attempt = attempt("goal: line\nsolution: e2e4/d2d4");
        let grid = attempt.line().grid();
        assert!(attempt.hint().is_empty());
        assert_eq!(attempt.hint().iter().map(|cell| grid.name(*cell)).collect::<Vec<_>>(), ["e2", "e4"]);
    }
}
