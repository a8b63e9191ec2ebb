use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::online::{favorite_modes, mode_name, mode_results_name};
use yipan_client::text::{ratings as text, rules};
use yipan_core::Language;
use yipan_wire::{ModeResults, UserResults};

use crate::browser::fetch;
use crate::context::use_app_context;

/// The results of an account by game and modes, its win streaks and its favorite modes.
#[component]
pub(super) fn ProfileResults(id: String) -> impl IntoView {
    let context = use_app_context();
    let results = RwSignal::new(None::<Result<UserResults, LocalizedText>>);
    spawn_local(async move {
        let (path, language) = (format!("/api/users/{id}/results"), context.language.get_untracked());
        let response = async { fetch::parse_json(&fetch::get(&path, language).await?, language) };
        let found = response.await.map_err(|error| fetch::error_text(&error, language));
        let _ = results.try_set(Some(found));
    });
    let shown = move || match results.get() {
        None => view! { <p class="secondary" role="status">{context.t(rules::LOADING)}</p> }.into_any(),
        Some(Err(message)) => {
            view! { <p class="error" role="alert">{message.localize(context.language.get()).to_owned()}</p> }
                .into_any()
        }
        Some(Ok(found)) if found.results.is_empty() => {
            view! { <p class="secondary">{context.t(text::NO_RESULTS)}</p> }.into_any()
        }
        Some(Ok(found)) => view! { <ResultList found/> }.into_any(),
    };
    view! {
        <section data-results="">
            <h2>{move || context.t(text::ALL_RESULTS)}</h2>
            {shown}
        </section>
    }
}

#[component]
fn ResultList(found: UserResults) -> impl IntoView {
    let context = use_app_context();
    let UserResults { results, current_win_streak, longest_win_streak } = found;
    let counts = move |results: &ModeResults| {
        let counts = [results.wins, results.draws, results.losses].map(|number| number.to_string());
        context.t_args(text::RESULTS, &counts.each_ref().map(String::as_str))
    };
    let streaks = [(text::CURRENT_STREAK, current_win_streak), (text::LONGEST_STREAK, longest_win_streak)];
    let streak = move |(label, length): (_, u32)| view! { <li>{move || context.t_args(label, &[&length.to_string()])}</li> };
    let (total, is_total_needed) = (sum(&results), results.len() > 1);
    let favorites = {
        let results = results.clone();
        move || {
            let language = context.language.get();
            let named = |(mode, games): (&str, u32)| {
                context.t_args(text::MODE_GAMES, &[&mode_name(mode, language), &games.to_string()])
            };
            let modes: Vec<String> = favorite_modes(&results).into_iter().map(named).collect();
            let separator = if language == Language::English { ", " } else { "、" };
            (!modes.is_empty()).then(|| {
                view! { <li data-favorites="">{context.t_args(text::FAVORITE_MODES, &[&modes.join(separator)])}</li> }
            })
        }
    };
    let row = move |results: ModeResults| {
        let (named, game, games) = (results.clone(), results.game.clone(), results.games());
        view! {
            <li class="puzzle-rating" data-result-of=game>
                <span class="rating-name">{move || mode_results_name(&named, context.language.get())}</span>
                <b class="rating-points">{games}</b>
                <span class="rating-results">{move || counts(&results)}</span>
            </li>
        }
    };
    let total = move || {
        is_total_needed.then(|| {
            view! {
                <li class="puzzle-rating" data-result-of="all">
                    <span class="rating-name">{context.t(text::TOTAL)}</span>
                    <b class="rating-points">{total.games()}</b>
                    <span class="rating-results">{counts(&total)}</span>
                </li>
            }
        })
    };
    view! {
        <ul class="streaks" data-list="streaks">{streaks.map(streak).collect_view()}{favorites}</ul>
        <ul class="rating-list" data-list="results">{total}{results.into_iter().map(row).collect_view()}</ul>
    }
}

/// Returns the results of all games together.
fn sum(results: &[ModeResults]) -> ModeResults {
    results.iter().fold(ModeResults::default(), |sum, results| ModeResults {
        wins: sum.wins + results.wins,
        draws: sum.draws + results.draws,
        losses: sum.losses + results.losses,
        ..sum
    })
}
