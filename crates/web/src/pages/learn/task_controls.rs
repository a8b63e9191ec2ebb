use leptos::prelude::*;
use yipan_client::text::{common, game, learn as text};
use yipan_client::{Route, TaskAttempt, TaskState as AttemptState};

use super::task_state::TaskState;
use crate::icons;
use crate::link::Link;

/// The buttons of a task.
#[component]
pub(super) fn TaskControls(state: TaskState) -> impl IntoView {
    let context = state.context;
    let attempt_state = move || state.attempt.with(TaskAttempt::state);
    let is_unchanged = move || {
        state.attempt.with(|attempt| attempt.move_count() == 0 && attempt.state() == AttemptState::Solving)
    };
    let is_last = move || state.index.get() + 1 == state.task_count();
    let next_text = move || if is_last() { text::FINISH } else { text::NEXT };
    view! {
        <div class="buttons">
            <button type="button" class="labelled" data-do="hint" disabled=move || attempt_state() != AttemptState::Solving on:click=move |_| state.hint()>
                <span inner_html=icons::HINT></span>{move || context.t(game::HINT)}
            </button>
            <button type="button" class="labelled" data-do="start-over" class:accent=move || attempt_state() == AttemptState::Failed disabled=is_unchanged on:click=move |_| state.start_over()>
                <span inner_html=icons::UNDO></span>{move || context.t(text::START_OVER)}
            </button>
            <Link to=Route::Rules(state.topic()) class="button labelled"><span inner_html=icons::RULES></span>{move || context.t(common::RULES)}</Link>
            <button type="button" class="labelled" data-do="previous" disabled=move || state.index.get() == 0 on:click=move |_| state.open_task(state.index.get_untracked() - 1)>
                <span inner_html=icons::PREVIOUS></span>{move || context.t(text::PREVIOUS)}
            </button>
            <button type="button" class="labelled" data-do="next" class:accent=move || attempt_state() == AttemptState::Solved on:click=move |_| state.open_task(state.index.get_untracked() + 1)>
                <span inner_html=icons::NEXT></span>{move || context.t(next_text())}
            </button>
        </div>
    }
}

/// The tasks of the course, with a mark on those that are solved.
#[component]
pub(super) fn TaskList(state: TaskState) -> impl IntoView {
    let context = state.context;
    let tasks = state.course.with_value(|course| {
        course.tasks.iter().map(|task| (task.key.clone(), task.texts.title.clone())).collect::<Vec<_>>()
    });
    let item = move |(index, (key, title)): (usize, (String, yipan_client::LocalizedText))| {
        let is_solved = {
            let (topic, key) = (state.topic(), key.clone());
            Memo::new(move |_| state.progress.with(|progress| progress.is_solved(&topic, &key)))
        };
        let label = move || {
            let title = title.localize(context.language.get()).to_owned();
            match is_solved.get() {
                true => format!("{}. {title}, {}", index + 1, context.t(text::SOLVED)),
                false => format!("{}. {title}", index + 1),
            }
        };
        view! {
            <li>
                <button type="button" data-task=key class:solved=move || is_solved.get() aria-label=label.clone() title=label
                    aria-current=move || (state.index.get() == index).then_some("step") on:click=move |_| state.open_task(index)>
                    {index + 1}
                </button>
            </li>
        }
    };
    view! {
        <nav class="task-list" aria-label=move || context.t(text::TASKS)>
            <ol>{tasks.into_iter().enumerate().map(item).collect_view()}</ol>
        </nav>
    }
}
