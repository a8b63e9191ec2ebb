use super::course_task::CourseTask;
use crate::text::localized_text::LocalizedText;

/// A course with its tasks, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The name in URLs.
    pub topic: String,
    /// The description in one sentence.
    pub summary: LocalizedText,
    /// The tasks.
    pub tasks: Vec<CourseTask>,
}

/// The error of a course file, with the number of the line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCourseError {
    /// The number of the line.
    pub line: usize,
    /// The problem.
    pub problem: CourseProblem,
}

/// A problem with a course file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseProblem {
    /// The first line is not `course TOPIC GAME`.
    Header,
    /// The line is neither `== KEY` nor `FIELD: VALUE` with a known field.
    UnknownField,
    /// The text does not have three parts, one for each language.
    Languages,
    /// The goal is unknown or names no cell of the board.
    Goal,
    /// The task that ends before this line has no goal.
    MissingGoal,
}
