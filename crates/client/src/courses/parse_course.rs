//! The text form of a course.
//!
//! The first line is `course TOPIC GAME`. A task begins with `== KEY` and has lines `FIELD: VALUE`. A text has three
//! parts, English, 简体中文 and 繁體中文, separated by ` | `.

use std::str::FromStr;

use yipan_core::{Cell, Language};
use yipan_games::{GameKind, Grid};
use yipan_local_play::{LocalSetup, PlayerKind};

use super::course::{Course, CourseProblem, ParseCourseError};
use super::course_task::{CourseTask, TaskGoal, TaskTexts};
use crate::text::localized_text::LocalizedText;

impl FromStr for Course {
    type Err = ParseCourseError;

    fn from_str(text: &str) -> Result<Course, ParseCourseError> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        let header = lines.next().and_then(|(_, line)| parse_header(line));
        let (topic, kind) = header.ok_or(ParseCourseError { line: 1, problem: CourseProblem::Header })?;
        let mut course = Course { topic, summary: LocalizedText::default(), tasks: Vec::new() };
        let (mut draft, mut last) = (None::<TaskDraft>, 1);
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let at_line = |problem| ParseCourseError { line: number, problem };
            last = number;
            if let Some(key) = line.strip_prefix("== ") {
                if let Some(draft) = draft.replace(TaskDraft::new(kind, key)) {
                    course.tasks.push(draft.finish().map_err(at_line)?);
                }
                continue;
            }
            let (field, value) = line.split_once(": ").ok_or_else(|| at_line(CourseProblem::UnknownField))?;
            match &mut draft {
                Some(draft) => draft.set(field, value).map_err(at_line)?,
                None if field == "summary" => course.summary = parse_text(value).map_err(at_line)?,
                None => return Err(at_line(CourseProblem::UnknownField)),
            }
        }
        if let Some(draft) = draft {
            course.tasks.push(draft.finish().map_err(|problem| ParseCourseError { line: last, problem })?);
        }
        Ok(course)
    }
}

fn parse_header(line: &str) -> Option<(String, GameKind)> {
    let (topic, game) = line.strip_prefix("course ")?.split_once(' ')?;
    Some((topic.to_owned(), game.parse().ok()?))
}

/// A task whose fields are being read.
struct TaskDraft {
    key: String,
    grid: Grid,
    setup: LocalSetup,
    goal: Option<TaskGoal>,
    solution: Vec<Vec<String>>,
    replies: Vec<String>,
    texts: TaskTexts,
}

impl TaskDraft {
    fn new(kind: GameKind, key: &str) -> TaskDraft {
        TaskDraft {
            key: key.to_owned(),
            grid: Grid::new(kind),
            setup: LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0),
            goal: None,
            solution: Vec::new(),
            replies: Vec::new(),
            texts: TaskTexts::default(),
        }
    }

    fn set(&mut self, field: &str, value: &str) -> Result<(), CourseProblem> {
        let words = || value.split(' ').map(str::to_owned).collect::<Vec<String>>();
        match field {
            "position" => self.setup.position = Some(value.to_owned()),
            "modes" => self.setup.modes = words(),
            "rules" => self.setup.rules = words(),
            "chance" => self.setup.chance_outcomes = value.split(", ").map(str::to_owned).collect(),
            "goal" => self.goal = Some(parse_goal(self.grid, value).ok_or(CourseProblem::Goal)?),
            "solution" => {
                let alternatives = |ply: &str| ply.split('/').map(str::to_owned).collect();
                self.solution = value.split(' ').map(alternatives).collect();
            }
            "replies" => self.replies = words(),
            "title" => self.texts.title = parse_text(value)?,
            "task" => self.texts.instruction = parse_text(value)?,
            "hint" => self.texts.hint = parse_text(value)?,
            "wrong" => self.texts.wrong = parse_text(value)?,
            "done" => self.texts.success = parse_text(value)?,
            _ => return Err(CourseProblem::UnknownField),
        }
        Ok(())
    }

    fn finish(self) -> Result<CourseTask, CourseProblem> {
        let TaskDraft { key, setup, goal, solution, replies, texts, .. } = self;
        let goal = goal.ok_or(CourseProblem::MissingGoal)?;
        Ok(CourseTask { key, setup, goal, solution, replies, texts })
    }
}

fn parse_goal(grid: Grid, text: &str) -> Option<TaskGoal> {
    let (name, cells) = text.split_once(' ').unwrap_or((text, ""));
    let cells: Vec<Cell> = cells.split_whitespace().map(|cell| grid.cell(cell)).collect::<Option<_>>()?;
    match (name, cells.is_empty()) {
        ("line", true) => Some(TaskGoal::Line),
        ("check", true) => Some(TaskGoal::Check),
        ("win", true) => Some(TaskGoal::Win),
        ("visit", false) => Some(TaskGoal::Visit(cells)),
        ("answer", false) => Some(TaskGoal::Answer(cells)),
        _ => None,
    }
}

fn parse_text(text: &str) -> Result<LocalizedText, CourseProblem> {
    let parts: Vec<&str> = text.split(" | ").map(str::trim).collect();
    let [english, simplified, traditional] = parts[..] else { return Err(CourseProblem::Languages) };
    let choose = |language: Language| language.choose(english, simplified, traditional).to_owned();
    Ok(LocalizedText::new(choose))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COURSE: &str = "course chess chess\nsummary: One. | 一。 | 一。\n\n== rook\nposition: 7k/8/8/8/8/8/8/R6K w - - 0 1\n\
        goal: visit a8 b8\nsolution: a1a8 h8g7 a8b8\nreplies: h8g7 g7h7\ntitle: The rook | 车 | 城堡\n\n\
        == dice\nmodes: dice-a\nrules: dice=2\nchance: die pawn, die knight\ngoal: line\nsolution: e2e4/d2d4 b1c3\n";

    #[test]
    fn a_course_is_read_task_by_task() {
        let course: Course = COURSE.parse().expect("a course");
        assert_eq!((course.topic.as_str(), course.tasks.len()), ("chess", 2));
        assert_eq!(course.summary.localize(Language::English), "One.");
        let [rook, dice] = &course.tasks[..] else { panic!("{course:?}") };
        assert!(matches!(&rook.goal, TaskGoal::Visit(cells) if cells.len() == 2));
        assert_eq!((rook.solution.len(), rook.replies.len()), (3, 2));
        assert_eq!(rook.texts.title.localize(Language::Traditional), "城堡");
        assert_eq!((dice.key.as_str(), &dice.goal), ("dice", &TaskGoal::Line));
        assert_eq!(dice.solution, [vec!["e2e4".to_owned(), "d2d4".to_owned()], vec!["b1c3".to_owned()]]);
        assert_eq!(dice.setup.chance_outcomes, ["die pawn", "die knight"]);
    }

    #[test]
    fn a_problem_is_reported_with_its_line() {
        let error = |text: &str| {
            let ParseCourseError { line, problem } = text.parse::<Course>().expect_err("not a course");
            (line, problem)
        };
        assert_eq!(error(""), (1, CourseProblem::Header));
        assert_eq!(error("course go go"), (1, CourseProblem::Header));
        assert_eq!(error("course a chess\nhint: x | y | z"), (2, CourseProblem::UnknownField));
        assert_eq!(error("course a chess\n== a\ncolor: red"), (3, CourseProblem::UnknownField));
        assert_eq!(error("course a chess\n== a\ntitle: x | y"), (3, CourseProblem::Languages));
        assert_eq!(error("course a chess\n== a\ngoal: visit z9"), (3, CourseProblem::Goal));
        assert_eq!(error("course a chess\n== a\ngoal: line a1"), (3, CourseProblem::Goal));
        assert_eq!(error("course a chess\n== a\n== b\ngoal: win"), (3, CourseProblem::MissingGoal));
        assert_eq!(error("course a chess\n\n== a"), (3, CourseProblem::MissingGoal));
    }
}
