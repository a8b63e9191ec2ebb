//! Courses: the list, and the tasks of one at the board.

mod course_list;
mod course_store;
mod task_controls;
mod task_state;
mod task_view;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{game, learn as text, rules};
use yipan_client::{Course, Route, find_course};
use yipan_core::Language;

pub(crate) use self::course_list::LearnPage;
use self::task_state::TaskState;
use self::task_view::TaskView;
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::link::Link;

/// A course, at the task with this number, or at the first one that is not solved.
#[component]
pub(crate) fn CoursePage(topic: String, number: Option<usize>) -> impl IntoView {
    let context = use_app_context();
    let course = RwSignal::new(None::<Option<Course>>);
    let load = move || {
        course.set(None);
        let topic = topic.clone();
        spawn_local(async move {
            let _ = course.try_set(Some(load_course(&topic, context.language.get_untracked()).await));
        });
    };
    load();
    let load = StoredValue::new(load);
    let failed = move || {
        view! {
            <section class="not-found">
                <p role="alert">{move || context.t(text::NOT_LOADED)}</p>
                <button type="button" data-do="retry" on:click=move |_| load.with_value(|load| load())>{move || context.t(game::TRY_AGAIN)}</button>
                <p><Link to=Route::Learn>{move || context.t(text::FINISH)}</Link></p>
            </section>
        }
    };
    move || match course.get() {
        None => {
            view! { <p class="secondary" role="status">{move || context.t(rules::LOADING)}</p> }.into_any()
        }
        Some(course) => match course.and_then(|course| TaskState::new(course, number)) {
            Some(state) => view! { <TaskView state/> }.into_any(),
            None => failed().into_any(),
        },
    }
}

/// Loads a course; `None` if there is none, the server cannot be reached or the file is damaged.
async fn load_course(topic: &str, language: Language) -> Option<Course> {
    let topic = find_course(topic)?.topic;
    let text = fetch::get(&format!("/courses/{topic}.txt"), language).await.ok()?;
    text.parse().ok().filter(|course: &Course| course.topic == topic)
}
