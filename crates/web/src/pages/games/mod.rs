//! The list of the games on this device.

mod row;
mod scores;
mod unfinished;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::game_name;
use yipan_client::text::{Text, games as text, rules};
use yipan_client::{SavedGame, listed_games};
use yipan_games::GameKind;

pub(super) use self::unfinished::UnfinishedGames;

use self::row::SavedGameRow;
use self::scores::LevelScores;
use crate::context::use_app_context;

/// The number of finished games that are shown at first, and that each press on the button adds.
const PAGE_SIZE: usize = 30;

/// The games on this device, unfinished ones first, and the results against the computer.
#[component]
pub(crate) fn GamesPage() -> impl IntoView {
    let context = use_app_context();
    let store = context.game_store;
    spawn_local(store.reload());
    let kind = RwSignal::new(None::<GameKind>);
    let shown = RwSignal::new(PAGE_SIZE);
    let listed = Memo::new(move |_| listed_games(&store.all(), kind.get()));
    let choose = move |event| {
        kind.set(event_target_value(&event).parse().ok());
        shown.set(PAGE_SIZE);
    };
    let is_open = |saved: &SavedGame| saved.is_unfinished();
    let unfinished = Memo::new(move |_| listed.get().into_iter().filter(is_open).collect::<Vec<SavedGame>>());
    let finished = Memo::new(move |_| {
        listed.get().into_iter().filter(|saved| !is_open(saved)).collect::<Vec<SavedGame>>()
    });
    let section = move |title: Text, key: &'static str, games: Signal<Vec<SavedGame>>| {
        let rows =
            move || games.get().into_iter().map(|saved| view! { <SavedGameRow saved/> }).collect_view();
        view! {
            <Show when=move || games.with(|games| !games.is_empty())>
                <h2>{move || context.t(title)}</h2>
                <ul class="saved-games" data-list=key>{rows}</ul>
            </Show>
        }
    };
    let first_finished = Signal::derive(move || {
        finished.with(|finished| finished.iter().take(shown.get()).cloned().collect::<Vec<_>>())
    });
    let note = move || match (store.is_loaded(), listed.with(Vec::is_empty)) {
        (false, _) => Some(context.t(rules::LOADING)),
        (true, true) => Some(context.t(text::NONE)),
        (true, false) => None,
    };
    view! {
        <section class="games-page">
            <h1>{move || context.t(text::TITLE)}</h1>
            <p class="secondary">{move || context.t(text::INTRO)}</p>
            <Show when=move || !store.is_persistent()><p class="banner" role="status" data-not-stored="">{move || context.t(text::NOT_STORED)}</p></Show>
            <label class="games-filter">
                <span>{move || context.t(text::FILTER)}</span>
                <select name="kind" on:change=choose>
                    <option value="">{move || context.t(text::ALL_GAMES)}</option>
                    {GameKind::ALL.map(|kind| view! { <option value=kind.name()>{move || game_name(kind.name(), context.language.get())}</option> })}
                </select>
            </label>
            {move || note().map(|note| view! { <p class="secondary" data-empty="">{note}</p> })}
            {section(text::UNFINISHED, "unfinished", unfinished.into())}
            {section(text::FINISHED, "finished", first_finished)}
            <Show when=move || finished.with(Vec::len).gt(&shown.get())>
                <button type="button" data-do="more" on:click=move |_| shown.update(|shown| *shown += PAGE_SIZE)>{move || context.t(text::MORE)}</button>
            </Show>
            <LevelScores kind/>
        </section>
    }
}
