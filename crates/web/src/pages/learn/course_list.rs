use leptos::prelude::*;
use yipan_client::text::{common, learn as text};
use yipan_client::{COURSES, CourseListing, Route};

use super::course_store::load_progress;
use crate::context::use_app_context;
use crate::icons;
use crate::link::Link;

/// The list of courses, with the progress of each.
#[component]
pub(crate) fn LearnPage() -> impl IntoView {
    let context = use_app_context();
    let progress = load_progress();
    let item = move |course: CourseListing| {
        let (solved, total) = (progress.solved_count(course.topic), course.task_count);
        let action = match solved {
            0 => text::START,
            _ if solved < total => text::CONTINUE,
            _ => text::AGAIN,
        };
        let count = move || context.t_args(text::PROGRESS, &[&solved.to_string(), &total.to_string()]);
        let name = move || context.t(course.title);
        view! {
            <li class="course" data-course=course.topic>
                <h2>{name}{(solved >= total).then(|| view! { <span class="puzzle-solved" aria-hidden="true" inner_html=icons::CHECK></span> })}</h2>
                <p class="secondary" data-progress="">{count}</p>
                <progress max=total.to_string() value=solved.to_string() aria-hidden="true"></progress>
                <div class="course-links">
                    <Link to=Route::Course(course.topic.to_owned(), None) class="button accent">{move || context.t(action)}<span class="visually-hidden">{move || format!(": {}", name())}</span></Link>
                    <Link to=Route::Rules(course.topic.to_owned()) class="button">{move || context.t(common::RULES)}<span class="visually-hidden">{move || format!(": {}", name())}</span></Link>
                </div>
            </li>
        }
    };
    view! {
        <section class="learn">
            <h1>{move || context.t(text::TITLE)}</h1>
            <ul class="courses" aria-label=move || context.t(text::COURSES)>{COURSES.map(item).into_iter().collect_view()}</ul>
        </section>
    }
}
