use yipan_core::Side;

use super::game_review::{ReviewedMove, probability_for};
use super::judgment::Judgment;
use crate::worker_protocol::WorkerResponse;

/// The mistakes of a side as puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    mistakes: Vec<ReviewedMove>,
    index: usize,
    state: LessonState,
    /// The answer that the engine compares.
    compared: Option<String>,
}

/// The state of the displayed puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonState {
    /// A better move is asked for.
    Asking,
    /// The engine compares the answer.
    Comparing,
    /// The answer was the move of the game, or as bad.
    Wrong,
    /// The answer was good.
    Solved,
    /// The best move was shown.
    Shown,
}

impl Lesson {
    /// Starts with the first mistake; `None` if there are none.
    #[must_use]
    pub fn start(mistakes: Vec<ReviewedMove>) -> Option<Lesson> {
        let is_empty = mistakes.is_empty();
        let lesson = Lesson { mistakes, index: 0, state: LessonState::Asking, compared: None };
        (!is_empty).then_some(lesson)
    }

    /// Returns the mistake of the displayed puzzle.
    #[must_use]
    pub fn mistake(&self) -> &ReviewedMove {
        &self.mistakes[self.index]
    }

    /// Returns the number of the displayed puzzle, counted from 1, and that of all puzzles.
    #[must_use]
    pub const fn progress(&self) -> (usize, usize) {
        (self.index + 1, self.mistakes.len())
    }

    /// Returns the state of the displayed puzzle.
    #[must_use]
    pub const fn state(&self) -> LessonState {
        self.state
    }

    /// Whether an answer is expected.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.state, LessonState::Asking | LessonState::Wrong)
    }

    /// Answers with an action. `response` is that of the engine about the displayed position.
    ///
    /// The state is [`LessonState::Comparing`] if only a search of the position after the action can tell.
    pub fn answer(&mut self, action: &str, response: Option<&WorkerResponse>) -> LessonState {
        let mistake = self.mistake();
        let value = response.and_then(|response| response.action_value(action, mistake.side));
        self.state = if action == mistake.best {
            LessonState::Solved
        } else if action == mistake.action {
            LessonState::Wrong
        } else if let Some(pawns) = value {
            self.compare(pawns)
        } else {
            LessonState::Comparing
        };
        self.compared = (self.state == LessonState::Comparing).then(|| action.to_owned());
        self.state
    }

    /// Judges an answer after `ply` steps by the value of the position after it, in pawns for the first side.
    ///
    /// Returns `None` if another answer is compared now, or none.
    pub fn judge_answer(&mut self, ply: usize, action: &str, pawns: f64) -> Option<LessonState> {
        let is_compared = self.mistake().ply == ply && self.compared.as_deref() == Some(action);
        is_compared.then(|| {
            self.compared = None;
            self.state = self.compare(pawns);
            self.state
        })
    }

    /// Asks again if an answer is compared. Returns whether that was so.
    pub fn cancel_comparison(&mut self) -> bool {
        let is_comparing = self.compared.take().is_some();
        if is_comparing {
            self.state = LessonState::Asking;
        }
        is_comparing
    }

    /// Shows the best move.
    pub fn show(&mut self) {
        self.compared = None;
        self.state = LessonState::Shown;
    }

    /// Goes on to the next mistake. Returns whether there is one.
    pub fn go_to_next(&mut self) -> bool {
        let has_next = self.index + 1 < self.mistakes.len();
        if has_next {
            self.index += 1;
            self.state = LessonState::Asking;
            self.compared = None;
        }
        has_next
    }

    fn compare(&self, pawns: f64) -> LessonState {
        let mistake = self.mistake();
        let loss = mistake.before - probability_for(mistake.side, pawns);
        if Judgment::of_loss(loss).is_none() { LessonState::Solved } else { LessonState::Wrong }
    }
}

impl WorkerResponse {
    /// Returns the value of an action for the first side in pawns, where the response ranks all actions.
    #[must_use]
    pub fn action_value(&self, action: &str, side: Side) -> Option<f64> {
        let ranked = self.action_values.iter().find(|value| value.action == action).map(|value| value.pawns);
        let sign = if side == Side::First { 1.0 } else { -1.0 };
        let solved = self.tablebase_moves.iter().find(|(name, ..)| name == action);
        ranked.or_else(|| solved.map(|(_, value, _)| f64::from(*value) * sign * 100.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker_protocol::ActionValue;

    fn lesson(count: usize) -> Lesson {
        let mistake = ReviewedMove {
            ply: 4,
            side: Side::Second,
            action: "g8f6".to_owned(),
            best: "d8h4".to_owned(),
            before: 0.9,
            loss: 0.4,
            judgment: Some(Judgment::Blunder),
            luck: None,
            hindsight_loss: None,
        };
        Lesson::start(vec![mistake; count]).expect("mistakes")
    }

    #[test]
    fn the_best_move_solves_and_the_move_of_the_game_does_not() {
        let mut lesson = lesson(2);
        assert_eq!(lesson.answer("g8f6", None), LessonState::Wrong);
        assert!(lesson.is_open());
        assert_eq!(lesson.answer("d8h4", None), LessonState::Solved);
        assert!(!lesson.is_open() && lesson.go_to_next());
        assert_eq!((lesson.progress(), lesson.state()), ((2, 2), LessonState::Asking));
        lesson.show();
        assert!(!lesson.go_to_next() && lesson.state() == LessonState::Shown);
        assert_eq!(Lesson::start(Vec::new()), None);
    }

    #[test]
    fn another_move_is_as_good_if_it_keeps_the_win_probability() {
        let mut lesson = lesson(1);
        assert_eq!(lesson.answer("b8c6", None), LessonState::Comparing);
        // The advantage of the first side is negative where the second side stands better.
        assert_eq!(lesson.judge_answer(4, "b8c6", -6.0), Some(LessonState::Solved));
        assert_eq!(lesson.answer("b8c6", None), LessonState::Comparing);
        assert_eq!(lesson.judge_answer(4, "b8c6", -2.0), Some(LessonState::Wrong));
    }

    #[test]
    fn a_response_about_another_answer_judges_nothing() {
        let mut lesson = lesson(2);
        lesson.answer("b8c6", None);
        assert_eq!(lesson.judge_answer(4, "a7a6", -6.0), None);
        assert_eq!(lesson.judge_answer(6, "b8c6", -6.0), None, "that of another mistake");
        assert_eq!(lesson.state(), LessonState::Comparing);
        assert!(lesson.cancel_comparison() && !lesson.cancel_comparison());
        assert_eq!((lesson.judge_answer(4, "b8c6", -6.0), lesson.state()), (None, LessonState::Asking));
        lesson.answer("b8c6", None);
        assert!(lesson.go_to_next());
        assert_eq!((lesson.judge_answer(4, "b8c6", -6.0), lesson.state()), (None, LessonState::Asking));
    }

    #[test]
    fn a_response_that_ranks_all_actions_needs_no_search() {
        let mut lesson = lesson(1);
        let ranked = WorkerResponse {
            action_values: vec![ActionValue::of("b8c6", -6.0)],
            tablebase_moves: vec![("a7a6".to_owned(), -1, Some(4))],
            ..WorkerResponse::default()
        };
        assert_eq!(lesson.answer("b8c6", Some(&ranked)), LessonState::Solved);
        assert_eq!(lesson.answer("a7a6", Some(&ranked)), LessonState::Wrong, "it loses for the second side");
    }
}
