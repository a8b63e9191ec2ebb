use yipan_core::Cell;
use yipan_local_play::LocalSetup;

use crate::text::localized_text::LocalizedText;

/// A task of a course: a position, a goal and its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseTask {
    /// The name in the stored progress, unique in its course.
    pub key: String,
    /// The game in which the task is solved.
    pub setup: LocalSetup,
    /// The condition under which the task is solved.
    pub goal: TaskGoal,
    /// The plies of a solution. A ply lists the accepted actions, the best first; a reply of the opponent is one action.
    pub solution: Vec<Vec<String>>,
    /// The replies of the opponent while the player moves freely: the first legal one is played.
    pub replies: Vec<String>,
    /// The texts.
    pub texts: TaskTexts,
}

/// The condition under which a task is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskGoal {
    /// The player makes every own move of the solution.
    Line,
    /// A move gives check.
    Check,
    /// A move wins the game.
    Win,
    /// The player's pieces move onto all of these cells, in any order. Every legal move is played.
    Visit(Vec<Cell>),
    /// The player presses one of these cells. No piece is moved.
    Answer(Vec<Cell>),
}

/// The texts of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskTexts {
    /// The title.
    pub title: LocalizedText,
    /// The explanation and the instruction.
    pub instruction: LocalizedText,
    /// The hint.
    pub hint: LocalizedText,
    /// The reason why a legal move or an answer is not the one that was asked for.
    pub wrong: LocalizedText,
    /// The text after the task is solved.
    pub success: LocalizedText,
}
