use leptos::prelude::*;
use yipan_client::puzzle_set_name;
use yipan_client::text::puzzles as text;
use yipan_puzzles::PuzzleSet;
use yipan_wire::PuzzleRating;

use crate::context::use_app_context;

/// The ratings of an account for puzzles; nothing without one.
#[component]
pub(super) fn PuzzleRatings(ratings: Vec<PuzzleRating>) -> impl IntoView {
    let context = use_app_context();
    let row = move |rating: PuzzleRating| {
        let PuzzleRating { set, rating, attempts, solved } = rating;
        // A newer server may have other sets.
        let set: PuzzleSet = set.parse().ok()?;
        let results =
            move || context.t_args(text::PUZZLE_RESULTS, &[&solved.to_string(), &attempts.to_string()]);
        Some(view! {
            <li class="puzzle-rating" data-puzzle-set=set.name()>
                <span class="rating-name">{move || context.t(puzzle_set_name(set))}</span>
                <b class="rating-points">{rating.to_string()}</b>
                <span class="rating-results">{results}</span>
            </li>
        })
    };
    let rows: Vec<_> = ratings.into_iter().filter_map(row).collect();
    (!rows.is_empty()).then(|| {
        view! {
            <section>
                <h2>{move || context.t(text::TITLE)}</h2>
                <ul class="rating-list" data-list="puzzle-ratings">{rows}</ul>
            </section>
        }
    })
}
