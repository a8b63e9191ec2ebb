//! Courses: tasks at the board that teach a game or a mode, and the progress on this device.

pub(crate) mod course;
pub(crate) mod course_list;
pub(crate) mod course_progress;
pub(crate) mod course_task;
mod parse_course;
pub(crate) mod task_attempt;
