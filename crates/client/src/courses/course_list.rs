use crate::text::messages::text::Text;
use crate::text::messages::{common, home};

/// A course in the list. Its tasks are in a file, which is loaded when the course is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourseListing {
    /// The name in URLs, which is also the topic of the rule page.
    pub topic: &'static str,
    /// The title.
    pub title: Text,
    /// The number of tasks in the file.
    pub task_count: usize,
}

const fn listing(topic: &'static str, title: Text, task_count: usize) -> CourseListing {
    CourseListing { topic, title, task_count }
}

/// Every course.
pub const COURSES: [CourseListing; 8] = [
    listing("chess", common::CHESS, 11),
    listing("xiangqi", common::XIANGQI, 11),
    listing("liuzichong", common::LIUZICHONG, 8),
    listing("dice", home::DICE, 8),
    listing("fog", home::FOG, 8),
    listing("gravity", home::GRAVITY, 8),
    listing("portals", home::PORTALS, 8),
    listing("mines", home::MINES, 8),
];

/// Returns the course with this topic.
#[must_use]
pub fn find_course(topic: &str) -> Option<CourseListing> {
    COURSES.into_iter().find(|course| course.topic == topic)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fs;
    use std::path::Path;

    use yipan_core::Language;

    use super::*;
    use crate::courses::course::Course;
    use crate::courses::course_task::{CourseTask, TaskGoal, TaskTexts};
    use crate::courses::task_attempt::{TaskAnswer, TaskAttempt, TaskState};
    use crate::text::localized_text::LocalizedText;
    use crate::text::rulebook::TOPICS;
    use crate::text::text_run::unknown_terms;

    fn courses() -> Vec<Course> {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/site/courses");
        let read = |topic: &str| {
            let path = directory.join(format!("{topic}.txt"));
            let text =
                fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            text.parse().unwrap_or_else(|error| panic!("{topic}: {error:?}"))
        };
        COURSES.iter().map(|course| read(course.topic)).collect()
    }

    /// Iterates over the tasks with their names.
    fn tasks() -> impl Iterator<Item = (String, CourseTask)> {
        courses().into_iter().flat_map(|course| {
            let topic = course.topic;
            course.tasks.into_iter().map(move |task| (format!("{topic}/{}", task.key), task))
        })
    }

    #[test]
    fn every_course_is_listed_with_its_tasks_and_has_a_rule_page() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/site/courses");
        assert_eq!(fs::read_dir(directory).expect("the courses").count(), COURSES.len());
        for (listing, course) in COURSES.iter().zip(courses()) {
            assert_eq!((listing.topic, listing.task_count), (course.topic.as_str(), course.tasks.len()));
            assert!(TOPICS.iter().any(|(topic, _)| *topic == listing.topic), "{}", listing.topic);
            let keys: HashSet<&str> = course.tasks.iter().map(|task| task.key.as_str()).collect();
            assert_eq!(keys.len(), course.tasks.len(), "{} repeats a key", course.topic);
        }
    }

    #[test]
    fn every_course_is_kept_for_offline_use() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/site/service-worker.js");
        let text = fs::read_to_string(path).expect("the service worker");
        let list =
            text.lines().find(|line| line.starts_with("const COURSE_FILES")).expect("the list of courses");
        for course in COURSES {
            assert!(list.contains(&format!("\"{}\"", course.topic)), "{}", course.topic);
        }
    }

    #[test]
    fn every_solution_is_legal_and_reaches_its_goal() {
        let problems: Vec<String> = tasks()
            .filter_map(|(name, task)| Some(format!("{name}: {}", play_solution(&task).err()?)))
            .collect();
        assert!(problems.is_empty(), "{problems:#?}");
    }

    /// Plays the solution of a task, and every other accepted move in its place.
    fn play_solution(task: &CourseTask) -> Result<(), String> {
        let mut attempt = TaskAttempt::start(task.clone()).ok_or("no player is to move")?;
        if let TaskGoal::Answer(cells) = &task.goal {
            attempt.answer(cells[0]).ok_or("no answer is expected")?;
        }
        for accepted in &task.solution {
            if attempt.awaits_reply() {
                attempt.reply();
                let played = attempt.line().actions_before(attempt.line().len());
                if played.last() != accepted.first() {
                    return Err(format!("the reply is {:?}", played.last()));
                }
                continue;
            }
            for action in accepted.iter().rev() {
                let mut tried = attempt.clone();
                let answer = tried.play(action).map_err(|error| format!("{action}: {error:?}"))?;
                if !matches!(answer, TaskAnswer::Right | TaskAnswer::Solved) {
                    return Err(format!("{action} is {answer:?}"));
                }
                if action == &accepted[0] {
                    attempt = tried;
                }
            }
        }
        // An impossible outcome would have been replaced by one of the seed.
        let outcomes = attempt.line().chance_outcomes();
        if attempt.state() != TaskState::Solved || !outcomes.starts_with(&task.setup.chance_outcomes) {
            return Err(format!("{:?} after {outcomes:?}", attempt.state()));
        }
        Ok(())
    }

    #[test]
    fn every_task_has_a_legal_move_or_an_answer_that_does_not_solve_it() {
        let can_fail = |task: &CourseTask| {
            let attempt = TaskAttempt::start(task.clone())?;
            let fails = match &task.goal {
                TaskGoal::Answer(cells) => attempt.line().grid().cells().any(|cell| !cells.contains(&cell)),
                _ => attempt.game().actions().iter().any(|action| {
                    let answer = attempt.clone().play(action).expect("an action of the game is legal");
                    answer == TaskAnswer::Wrong || (task.solution.len() > 1 && answer == TaskAnswer::Right)
                }),
            };
            Some(fails)
        };
        let trivial: Vec<String> =
            tasks().filter_map(|(name, task)| (can_fail(&task) != Some(true)).then_some(name)).collect();
        assert!(trivial.is_empty(), "solved by every move: {trivial:?}");
    }

    #[test]
    fn every_text_exists_in_every_language() {
        let check = |name: &str, text: &LocalizedText| {
            for language in Language::ALL {
                let text = text.localize(language);
                let count = |of: fn(char) -> bool| text.chars().filter(|character| of(*character)).count();
                let is_chinese = count(|character| ('\u{4E00}'..='\u{9FFF}').contains(&character)) > 0;
                let is_english = count(|character| character.is_ascii_alphabetic()) > text.len() / 2;
                let is_right = if language == Language::English { is_english } else { is_chinese };
                assert!(is_right, "{name} in {language}: {text}");
            }
        };
        for course in courses() {
            check(&course.topic, &course.summary);
        }
        for (name, task) in tasks() {
            let TaskTexts { title, instruction, hint, wrong, success } = &task.texts;
            for text in [title, instruction, hint, wrong, success] {
                check(&name, text);
            }
        }
    }

    #[test]
    fn every_text_uses_known_terms_and_no_rejected_ones() {
        for course in courses() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join(format!("../web/site/courses/{}.txt", course.topic));
            let text = fs::read_to_string(path).expect("a course");
            assert_eq!(unknown_terms(&text), [""; 0], "{}", course.topic);
            for (index, language) in Language::ALL.into_iter().enumerate() {
                let parts: String = text
                    .lines()
                    .filter_map(|line| line.split_once(": ")?.1.split(" | ").nth(index))
                    .collect::<Vec<_>>()
                    .join("\n");
                let found: Vec<&str> =
                    crate::text::messages::glossary::rejected_in(language, &parts).collect();
                assert!(found.is_empty(), "{} in {language}: {found:?}", course.topic);
            }
        }
    }
}
