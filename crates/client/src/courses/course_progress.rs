use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::course::Course;

/// The progress with courses on this device. Missing or invalid stored values fall back to the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CourseProgress {
    /// The keys of the solved tasks, by the topic of the course.
    solved: BTreeMap<String, BTreeSet<String>>,
}

impl CourseProgress {
    /// Parses stored progress.
    #[must_use]
    pub fn parse(text: &str) -> CourseProgress {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Returns the progress as JSON, for storage.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Records a task that was solved.
    pub fn record_solved(&mut self, topic: &str, key: &str) {
        self.solved.entry(topic.to_owned()).or_default().insert(key.to_owned());
    }

    /// Whether a task was solved.
    #[must_use]
    pub fn is_solved(&self, topic: &str, key: &str) -> bool {
        self.solved.get(topic).is_some_and(|keys| keys.contains(key))
    }

    /// Returns the number of solved tasks of a course.
    #[must_use]
    pub fn solved_count(&self, topic: &str) -> usize {
        self.solved.get(topic).map_or(0, BTreeSet::len)
    }

    /// Returns the index of the first task that is not solved, or of the first one if all are.
    #[must_use]
    pub fn next_task(&self, course: &Course) -> usize {
        course.tasks.iter().position(|task| !self.is_solved(&course.topic, &task.key)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_continues_at_the_first_open_task_after_storage() {
        let course: Course = "course chess chess\n== a\ngoal: win\n== b\ngoal: win\n== c\ngoal: win"
            .parse()
            .expect("a course");
        let mut progress = CourseProgress::default();
        assert_eq!(progress.next_task(&course), 0);
        progress.record_solved("chess", "a");
        progress.record_solved("chess", "c");
        let mut again = CourseProgress::parse(&progress.to_json());
        assert_eq!((again.next_task(&course), again.solved_count("chess")), (1, 2));
        assert!(!again.is_solved("fog", "a") && again.solved_count("fog") == 0);
        again.record_solved("chess", "b");
        assert_eq!(again.next_task(&course), 0);
    }

    #[test]
    fn damaged_progress_is_empty() {
        for text in ["", "{", "[]", r#"{"solved":{"chess":3}}"#] {
            assert_eq!(CourseProgress::parse(text), CourseProgress::default(), "{text}");
        }
    }
}
