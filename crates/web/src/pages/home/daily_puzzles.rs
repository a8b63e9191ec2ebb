use leptos::prelude::*;
use yipan_client::text::{learn, puzzles as text};
use yipan_client::{PuzzleProgress, Route, puzzle_set_name};
use yipan_puzzles::PuzzleSet;

use crate::context::use_app_context;
use crate::icons;
use crate::link::Link;
use crate::puzzle_store::{load_progress, today};

/// The puzzles of the day, one of each set, with a mark on those that are solved, and the way to the courses.
#[component]
pub(super) fn DailyPuzzles() -> impl IntoView {
    let context = use_app_context();
    let (progress, day): (PuzzleProgress, u64) = (load_progress(), today());
    let item = move |set: PuzzleSet| {
        let is_solved = progress.is_daily_solved(set, day);
        let solved = move || {
            is_solved.then(|| {
                view! { <span class="puzzle-solved" role="img" aria-label=context.t(text::SOLVED_TODAY) inner_html=icons::CHECK></span> }
            })
        };
        view! {
            <li data-daily=set.name()>
                <Link to=Route::Puzzle(set, "daily".to_owned()) class="button">{move || context.t(puzzle_set_name(set))}{solved}</Link>
            </li>
        }
    };
    view! {
        <nav class="daily-puzzles" aria-label=move || context.t(text::DAILY)>
            <h2><span inner_html=icons::PUZZLE></span>{move || context.t(text::DAILY)}</h2>
            <ul>{PuzzleSet::ALL.map(item).into_iter().collect_view()}</ul>
            <Link to=Route::Learn class="button learn-link"><span inner_html=icons::RULES></span>{move || context.t(learn::TITLE)}</Link>
        </nav>
    }
}
