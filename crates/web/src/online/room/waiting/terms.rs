use leptos::prelude::*;
use yipan_client::online::{config_summary, has_chance_events, room_terms};
use yipan_client::text::online;

use super::super::game::OnlineGame;

/// The terms of the room, as a row of short texts.
#[component]
pub(crate) fn Terms(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let terms = move || {
        let language = context.language.get();
        let terms = game.room_client.with(|room_client| {
            room_client.state().map(|state| room_terms(&state.config, room_client.is_host(), language))
        });
        terms.unwrap_or_default().into_iter().map(|term| view! { <li>{term}</li> }).collect_view()
    };
    view! { <ul class="terms" aria-label=move || context.t(online::GAME_SETTINGS)>{terms}</ul> }
}

/// All options of the room, and the commitment to its seed.
#[component]
pub(crate) fn RoomDetails(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let config = move || {
        let language = context.language.get();
        let summary = game
            .room_client
            .with(|room_client| room_client.state().map(|state| config_summary(&state.config, language)));
        let row = |(label, value): (yipan_client::Text, String)| {
            view! { <div><dt>{label.localize(language)}</dt><dd>{value}</dd></div> }
        };
        summary.unwrap_or_default().into_iter().map(row).collect_view()
    };
    let commitment = move || {
        game.room_client
            .with(|room_client| room_client.state().map(|state| state.commitment.clone()).unwrap_or_default())
    };
    let has_chance = move || {
        game.room_client
            .with(|room_client| room_client.state().is_some_and(|state| has_chance_events(&state.config)))
    };
    view! {
        <details aria-label=move || context.t(online::GAME_SETTINGS)>
            <summary>{move || context.t(online::GAME_SETTINGS)}</summary>
            <dl class="config">{config}</dl>
            <Show when=has_chance>
                <div data-fairness="">
                    <h3>{move || context.t(online::SEED_COMMITMENT)}</h3>
                    <p class="secondary">{move || context.t(online::SEED_COMMITMENT_HINT)}</p>
                    <code class="hash">{commitment}</code>
                </div>
            </Show>
        </details>
    }
}
