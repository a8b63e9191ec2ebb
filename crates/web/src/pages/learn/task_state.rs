use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{game, learn as text};
use yipan_client::{
    Course, CourseProgress, CourseTask, Grid, LocalizedText, MoveMarks, Route, TaskAnswer, TaskAttempt,
    TaskState as AttemptState,
};
use yipan_core::Cell;
use yipan_games::GameKind;

use super::course_store::{load_progress, record_solved};
use crate::board_view::BoardView;
use crate::browser::{sound, timer};
use crate::context::{AppContext, use_app_context};

/// The pause before the opponent replies, in milliseconds.
const REPLY_PAUSE_MS: u32 = 350;

/// The state of the page: the task on the board, and the progress.
#[derive(Clone, Copy)]
pub(super) struct TaskState {
    pub(super) context: AppContext,
    pub(super) course: StoredValue<Course>,
    pub(super) kind: GameKind,
    /// The index of the task.
    pub(super) index: RwSignal<usize>,
    pub(super) attempt: RwSignal<TaskAttempt>,
    pub(super) board: BoardView,
    hint_cells: RwSignal<Vec<Cell>>,
    /// The answer to the last move.
    pub(super) message: RwSignal<LocalizedText>,
    pub(super) progress: RwSignal<CourseProgress>,
    /// Counts the attempts, so that a reply to an earlier one is dropped.
    generation: StoredValue<u32>,
}

impl TaskState {
    /// Opens the task with this number, or the first one that is not solved; `None` if there is none.
    pub(super) fn new(course: Course, number: Option<usize>) -> Option<TaskState> {
        let context = use_app_context();
        context.settings.with_untracked(sound::create_audio_context);
        let progress = load_progress();
        let index = number.map_or_else(|| progress.next_task(&course), |number| number - 1);
        let attempt = TaskAttempt::start(course.tasks.get(index)?.clone())?;
        let kind = attempt.task().setup.kind();
        let state = TaskState {
            context,
            kind,
            board: BoardView::new(Grid::new(kind), attempt.view()),
            course: StoredValue::new(course),
            index: RwSignal::new(index),
            attempt: RwSignal::new(attempt),
            hint_cells: RwSignal::new(Vec::new()),
            message: RwSignal::new(LocalizedText::default()),
            progress: RwSignal::new(progress),
            generation: StoredValue::new(0),
        };
        state.show_address(false);
        Some(state)
    }

    /// Returns the number of tasks.
    pub(super) fn task_count(self) -> usize {
        self.course.with_value(|course| course.tasks.len())
    }

    /// Returns the topic of the course.
    pub(super) fn topic(self) -> String {
        self.course.with_value(|course| course.topic.clone())
    }

    /// Opens another task. After the last one comes the list of courses.
    pub(super) fn open_task(self, index: usize) {
        if index >= self.task_count() {
            return self.context.navigate(Route::Learn);
        }
        self.index.set(index);
        self.start_over();
        self.show_address(true);
        self.context.announce(untrack(|| self.task_text(|task| &task.texts.title)));
    }

    /// Starts the task again.
    pub(super) fn start_over(self) {
        let task = self.course.with_value(|course| course.tasks.get(self.index.get_untracked()).cloned());
        let Some(attempt) = task.and_then(TaskAttempt::start) else { return };
        self.generation.update_value(|generation| *generation += 1);
        self.board.set_now(attempt.view(), MoveMarks::default());
        self.board.explaining_cells.set(Vec::new());
        self.attempt.set(attempt);
        self.hint_cells.set(Vec::new());
        self.message.set(LocalizedText::default());
    }

    fn show_address(self, is_new_entry: bool) {
        let number = self.index.get_untracked() + 1;
        self.context.show_address(&Route::Course(self.topic(), Some(number)), is_new_entry);
    }

    /// Returns a text of the task; reactive.
    pub(super) fn task_text(self, text: impl Fn(&CourseTask) -> &LocalizedText) -> String {
        let language = self.context.language.get();
        self.attempt.with(|attempt| text(attempt.task()).localize(language).to_owned())
    }

    /// Returns the cells to highlight: those to visit, and those of a hint; reactive.
    pub(super) fn marked_cells(self) -> Vec<Cell> {
        let open = self.attempt.with(TaskAttempt::open_cells);
        open.into_iter().chain(self.hint_cells.get()).collect()
    }

    /// Plays a move of the user.
    pub(super) fn play_action(self, action: &str) {
        if !self.attempt.with_untracked(TaskAttempt::awaits_move) {
            return;
        }
        self.board.explaining_cells.set(Vec::new());
        let before = self.attempt.with_untracked(|attempt| attempt.line().len());
        match self.attempt.try_update(|attempt| attempt.play(action)) {
            Some(Err(error)) => {
                self.board.explaining_cells.set(error.explaining_cells());
                self.message.set(LocalizedText::from_message(&error));
            }
            Some(Ok(answer)) => {
                if answer != TaskAnswer::Wrong {
                    self.show_steps_after(before);
                }
                self.react(answer);
            }
            None => {}
        }
    }

    /// Answers with a cell.
    pub(super) fn answer(self, cell: Cell) {
        if let Some(answer) = self.attempt.try_update(|attempt| attempt.answer(cell)).flatten() {
            if answer == TaskAnswer::Solved {
                self.hint_cells.set(vec![cell]);
            }
            self.react(answer);
        }
    }

    fn react(self, answer: TaskAnswer) {
        let texts = self.attempt.with_untracked(|attempt| attempt.task().texts.clone());
        match answer {
            TaskAnswer::Wrong | TaskAnswer::Failed => self.message.set(texts.wrong),
            TaskAnswer::Right => {
                self.message.set(LocalizedText::default());
                self.reply_after_pause();
            }
            TaskAnswer::Solved => {
                let key = self.attempt.with_untracked(|attempt| attempt.task().key.clone());
                record_solved(self.progress, &self.topic(), &key);
                self.message.set(texts.success);
            }
        }
    }

    /// Animates the steps of the attempt after the first `step_count`.
    fn show_steps_after(self, step_count: usize) {
        self.hint_cells.set(Vec::new());
        let updates = self.attempt.with_untracked(|attempt| attempt.updates_after(step_count));
        updates.into_iter().for_each(|update| self.board.enqueue_step(update));
    }

    fn reply_after_pause(self) {
        if !self.attempt.with_untracked(TaskAttempt::awaits_reply) {
            return;
        }
        let generation = self.generation.get_value();
        let pause = REPLY_PAUSE_MS + self.context.settings.with_untracked(|settings| settings.animation_ms);
        spawn_local(async move {
            timer::sleep(pause).await;
            if self.generation.try_get_value() != Some(generation) {
                return;
            }
            let Some(before) = self.attempt.try_with_untracked(|attempt| attempt.line().len()) else {
                return;
            };
            if self.attempt.try_update(TaskAttempt::reply) != Some(true) {
                return;
            }
            self.show_steps_after(before);
            if self.attempt.with_untracked(|attempt| attempt.state() == AttemptState::Failed) {
                self.react(TaskAnswer::Failed);
            } else {
                self.announce_position();
            }
        });
    }

    /// Gives a hint: the text, then the move or the answer.
    pub(super) fn hint(self) {
        if self.attempt.with_untracked(|attempt| attempt.state() != AttemptState::Solving) {
            return;
        }
        let cells = self.attempt.try_update(TaskAttempt::hint).unwrap_or_default();
        let attempt = self.attempt.get_untracked();
        let style =
            |language| self.context.settings.with_untracked(|settings| settings.notation_style(language));
        self.message.set(match cells.is_empty() || attempt.asks_for_cell() {
            true => attempt.task().texts.hint.clone(),
            false => LocalizedText::new(|language| {
                game::HINT_IS.localize_with(language, &[&attempt.next_move_text(style(language))])
            }),
        });
        self.hint_cells.set(cells);
    }

    /// Shows the keys.
    pub(super) fn show_keys(self) {
        self.message.set(text::KEYS.into());
    }

    fn announce_position(self) {
        let style = untrack(|| self.context.notation_style());
        let spoken = self
            .attempt
            .with_untracked(|attempt| attempt.line().announce(attempt.line().len(), attempt.viewer(), style));
        self.context.announce(spoken);
    }
}
