use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_client::text::learn as text;
use yipan_client::{
    Orientation, TaskAttempt, TaskState as AttemptState, capitalize, find_course, parse_text_runs,
};
use yipan_core::Cell;

use super::task_controls::{TaskControls, TaskList};
use super::task_state::TaskState;
use crate::board::Board;
use crate::game_layout::GameLayout;
use crate::panel::{DiceArea, MoveInput, PlayerBar};
use crate::text_runs::text_runs;

/// A task on the board, with its instruction, the answer to the last move and the buttons.
#[component]
pub(super) fn TaskView(state: TaskState) -> impl IntoView {
    let (context, board, kind) = (state.context, state.board, state.kind);
    let bottom_side = Memo::new(move |_| state.attempt.with(TaskAttempt::solver));
    let rotated = Memo::new(move |_| state.attempt.with(|attempt| attempt.game().has_gravity()));
    let orientation =
        Signal::derive(move || Orientation { bottom: bottom_side.get(), rotated: rotated.get() });
    let (top, bottom) =
        (Signal::derive(move || bottom_side.get().other()), Signal::derive(move || bottom_side.get()));
    let name = move |side: yipan_core::Side| capitalize(kind.side_name(side, context.language.get()));
    let on_action = Callback::new(move |action: String| state.play_action(&action));
    let on_message = Callback::new(move |message| state.message.set(message));
    let on_press = Callback::new(move |cell: Cell| state.answer(cell));
    let marked_cells = Signal::derive(move || state.marked_cells());
    let no_side = Signal::derive(|| None);
    let asks_for_cell = Memo::new(move |_| state.attempt.with(TaskAttempt::asks_for_cell));
    let task_board = move || {
        match asks_for_cell.get() {
        true => view! { <Board board orientation own_side=no_side hint_cells=marked_cells on_action on_press on_message/> }.into_any(),
        false => view! { <Board board orientation own_side=no_side hint_cells=marked_cells on_action on_message/> }.into_any(),
    }
    };
    let course_title =
        move || find_course(&state.topic()).map(|course| context.t(course.title)).unwrap_or_default();
    let title = Signal::derive(move || format!("{}: {}", context.t(text::TITLE), course_title()));
    let task_title = move || {
        let (number, count) = ((state.index.get() + 1).to_string(), state.task_count().to_string());
        let title = state.task_text(|task| &task.texts.title);
        context.t_args(text::TASK_OF, &[&number, &count, &title])
    };
    let summary = move || {
        let language = context.language.get();
        state.course.with_value(|course| course.summary.localize(language).to_owned())
    };
    let runs = move |text: String| text_runs(parse_text_runs(&text, context.language.get()));
    let is_complete = move || {
        let solved = state.progress.with(|progress| progress.solved_count(&state.topic()));
        state.index.get() + 1 == state.task_count()
            && solved == state.task_count()
            && state.attempt.with(|attempt| attempt.state() == AttemptState::Solved)
    };
    let keys = window_event_listener(leptos::ev::keydown, move |event| handle_key(state, &event));
    on_cleanup(move || keys.remove());
    let state_key = move || match state.attempt.with(TaskAttempt::state) {
        AttemptState::Solving => "solving",
        AttemptState::Solved => "solved",
        AttemptState::Failed => "failed",
    };
    view! {
        <GameLayout kind class="course-task" title rotated
            top_bar=move || view! { <PlayerBar board side=top name=Signal::derive(move || name(top.get()))/> }
            bottom_bar=move || view! { <PlayerBar board side=bottom name=Signal::derive(move || name(bottom.get()))/> }
            top_dice=move || view! { <DiceArea board side=top on_action/> }
            bottom_dice=move || view! { <DiceArea board side=bottom on_action/> }
            board=move || task_board
            status=move || view! {
                <h2 class="status" data-status="">{task_title}</h2>
                <p class="task-text" data-instruction="">{move || runs(state.task_text(|task| &task.texts.instruction))}</p>
                <p class="message" role="alert">{move || runs(context.localized(state.message))}</p>
                <Show when=is_complete><p class="task-text" data-course-done="">{move || context.t(text::COURSE_DONE)}</p></Show>
            }
            info=move || view! { <p class="secondary task-text">{summary}</p> }
            moves=move || view! { <TaskList state/> }
            actions=move || view! { <TaskControls state/> }
            more=move || view! { <MoveInput on_action move_count=Signal::derive(move || state.attempt.with(TaskAttempt::move_count)) disabled=asks_for_cell/> }
            {..} data-course-task=move || state.attempt.with(|attempt| attempt.task().key.clone()) data-task-state=state_key/>
    }
}

/// Handles keys that no form field has consumed.
fn handle_key(state: TaskState, event: &leptos::ev::KeyboardEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let is_typing =
        target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
    if is_typing || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    match event.key().as_str() {
        "h" => state.hint(),
        "r" => state.start_over(),
        "n" => state.open_task(state.index.get_untracked() + 1),
        "?" => state.show_keys(),
        _ => return,
    }
    event.prevent_default();
}
