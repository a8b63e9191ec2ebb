use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::{RatingGraph, category_name};
use yipan_client::text::ratings as text;
use yipan_wire::{CategoryRating, RatingHistory};

use crate::browser::fetch;
use crate::context::use_app_context;

/// The width of the numbers beside a graph.
const LABEL_WIDTH: f64 = 72.0;

/// The space around a graph.
const MARGIN: f64 = 16.0;

/// The ratings of an account, with the graph of one category.
#[component]
pub(super) fn RatingList(id: String, ratings: Vec<CategoryRating>) -> impl IntoView {
    let context = use_app_context();
    let chosen = RwSignal::new(ratings.first().map(|rating| rating.category.clone()));
    let has_ratings = !ratings.is_empty();
    let row = move |rating: CategoryRating| {
        let CategoryRating { category, rating, wins, draws, losses, .. } = rating;
        let (key, own) = (category.clone(), category.clone());
        let name = {
            let category = category.clone();
            move || category_name(&category, context.language.get())
        };
        let label = {
            let name = name.clone();
            move || context.t_args(text::SHOW_GRAPH, &[&name()])
        };
        let results = move || {
            context.t_args(text::RESULTS, &[&wins.to_string(), &draws.to_string(), &losses.to_string()])
        };
        let is_chosen = move || chosen.with(|chosen| chosen.as_ref() == Some(&own));
        view! {
            <li data-category=key>
                <button type="button" aria-pressed=move || is_chosen().to_string() title=label on:click=move |_| chosen.set(Some(category.clone()))>
                    <span class="rating-name">{name}</span>
                    <b class="rating-points">{rating.to_string()}</b>
                    <span class="rating-results">{results}</span>
                </button>
            </li>
        }
    };
    let graph = move || chosen.get().map(|category| view! { <CategoryGraph id=id.clone() category/> });
    view! {
        <section>
            <h2>{move || context.t(text::RATINGS)}</h2>
            <Show when=move || !has_ratings><p class="secondary">{move || context.t(text::NO_RATINGS)}</p></Show>
            <ul class="rating-list" data-list="ratings">{ratings.into_iter().map(row).collect_view()}</ul>
            {graph}
            <Show when=move || has_ratings><p class="secondary">{move || context.t(text::PROVISIONAL)}</p></Show>
        </section>
    }
}

/// The rating after each game of a category, as a line.
#[component]
fn CategoryGraph(id: String, category: String) -> impl IntoView {
    let context = use_app_context();
    let history = RwSignal::new(RatingHistory { games: Vec::new() });
    let path = format!("/api/users/{id}/ratings/{category}");
    spawn_local(async move {
        let language = context.language.get_untracked();
        let response = async { fetch::parse_json(&fetch::get(&path, language).await?, language) };
        // Without the graph the page still shows the rating.
        if let Ok(found) = response.await {
            let _ = history.try_set(found);
        }
    });
    let picture = move || {
        let (graph, count) =
            history.with(|history| Some((RatingGraph::new(&history.games)?, history.games.len())))?;
        let name = category_name(&category, context.language.get());
        let numbers = [graph.latest, graph.lowest, graph.highest].map(|number| number.to_string());
        let [latest, lowest, highest] = &numbers;
        let label = context.t_args(text::GRAPH, &[&name, latest, lowest, highest, &count.to_string()]);
        let level = |(value, height): (i32, f64)| {
            view! {
                <line x1="0" x2=RatingGraph::WIDTH y1=height y2=height class="graph-level"/>
                <text x="-8" y=height class="graph-text">{value}</text>
            }
        };
        Some(view! {
            <figure class="rating-graph">
                <svg viewBox=format!("-{LABEL_WIDTH} -{MARGIN} {} {}", RatingGraph::WIDTH + LABEL_WIDTH + MARGIN, RatingGraph::HEIGHT + 2.0 * MARGIN) role="img" aria-label=label.clone() data-graph=category.clone()>
                    {graph.levels.into_iter().map(level).collect_view()}
                    <polyline points=graph.line class="graph-line"/>
                </svg>
                <figcaption class="secondary" aria-hidden="true">{label}</figcaption>
            </figure>
        })
    };
    view! { {picture} }
}
