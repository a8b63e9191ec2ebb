use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::text::{ratings as text, rules};
use yipan_wire::{GamePage, GameSummary};

use super::game_filters::{GameFilterFields, GameFilters};
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::pages::account::games::GameRow;

/// The games of an account, the latest first, with filters. More are loaded on request.
#[component]
pub(super) fn ProfileGames(id: String) -> impl IntoView {
    let context = use_app_context();
    let filters = RwSignal::new(GameFilters::default());
    let games = RwSignal::new(Vec::<GameSummary>::new());
    let next = RwSignal::new(None::<String>);
    let (is_loading, error) = (RwSignal::new(true), RwSignal::new(LocalizedText::default()));
    let has_failed = RwSignal::new(false);
    let load = move |before: Option<String>| {
        let (wanted, language) = (filters.get_untracked(), context.language.get_untracked());
        let start = before.as_ref().map(|before| format!("&before={before}")).unwrap_or_default();
        let path = format!("/api/users/{id}/games?{}{start}", wanted.query());
        is_loading.set(true);
        has_failed.set(false);
        if before.is_none() {
            games.update(Vec::clear);
            next.set(None);
        }
        error.set(LocalizedText::default());
        spawn_local(async move {
            let response = async { fetch::parse_json(&fetch::get(&path, language).await?, language) };
            let page: Result<GamePage, _> = response.await;
            // The component may have been unmounted, or other games are wanted by now.
            if filters.try_get_untracked() != Some(wanted) {
                return;
            }
            is_loading.set(false);
            match page {
                Ok(page) => {
                    games.update(|games| games.extend(page.games));
                    next.set(page.next);
                }
                Err(failure) => {
                    has_failed.set(true);
                    error.set(fetch::error_text(&failure, language));
                }
            }
        });
    };
    let load = StoredValue::new(load);
    Effect::new(move |_| {
        filters.track();
        load.with_value(|load| load(None));
    });
    let rows = move || games.get().into_iter().map(|game| view! { <GameRow game/> }).collect_view();
    let note = move || match (is_loading.get(), games.with(Vec::is_empty)) {
        (true, _) => context.t(rules::LOADING),
        (false, true) if !has_failed.get() => context.t(text::NO_GAMES),
        (false, _) => "",
    };
    let more = move |_| load.with_value(|load| load(next.get_untracked()));
    view! {
        <section>
            <h2>{move || context.t(text::GAMES)}</h2>
            <GameFilterFields filters/>
            <ul class="rooms" data-list="profile-games">{rows}</ul>
            <p class="secondary" role="status">{note}</p>
            <p class="error" role="alert">{move || context.localized(error)}</p>
            <Show when=move || next.get().is_some()>
                <button type="button" data-do="more-games" disabled=move || is_loading.get() on:click=more>{move || context.t(text::MORE_GAMES)}</button>
            </Show>
        </section>
    }
}
