use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::game_list_item;
use yipan_client::text::{account as text, rules};
use yipan_client::{LocalizedText, Route};
use yipan_wire::GameSummary;

use super::format_date;
use crate::app::Go;
use crate::context::use_app_context;
use crate::fetch;

/// The games of the person at this hall, the latest first: those that go on can be played, the others looked at again.
#[component]
pub(super) fn OwnGames() -> impl IntoView {
    let page = use_app_context();
    let games_result = RwSignal::new(None::<Result<Vec<GameSummary>, LocalizedText>>);
    spawn_local(async move {
        let language = page.language.get_untracked();
        let response = async { fetch::parse_json(&fetch::get("/api/games", language).await?, language) };
        let games = response.await.map_err(|fault| fetch::error_text(fault, language));
        let _ = games_result.try_set(Some(games));
    });
    let shown = move || match games_result.get() {
        None => view! { <p class="quiet">{page.t(rules::LOADING)}</p> }.into_any(),
        Some(Err(said)) => {
            view! { <p class="fault" role="alert">{said.localize(page.language.get()).to_owned()}</p> }
                .into_any()
        }
        Some(Ok(games)) if games.is_empty() => {
            view! { <p class="quiet">{page.t(text::NO_GAMES)}</p> }.into_any()
        }
        Some(Ok(games)) => {
            let rows = games.into_iter().map(|game| view! { <GameRow game/> }).collect_view();
            view! { <ul class="rooms" data-list="games">{rows}</ul> }.into_any()
        }
    };
    view! {
        <section>
            <h2>{move || page.t(text::GAMES)}</h2>
            {shown}
        </section>
    }
}

#[component]
fn GameRow(game: GameSummary) -> impl IntoView {
    let page = use_app_context();
    let (room, began) = (game.room.clone(), game.started_at);
    let summary = Memo::new(move |_| game_list_item(&game, page.language.get()));
    let is_running = summary.with_untracked(|told| told.is_unfinished);
    let (to, label) = match is_running {
        true => (Route::Room(room.clone()), text::REJOIN),
        false => (Route::Replay(room.clone()), text::REVIEW),
    };
    let about = move || {
        let told = summary.get();
        format!("{} · {} · {}", told.result, told.description, format_date(began, page.language.get()))
    };
    view! {
        <li data-room=room data-going-on=is_running.to_string()>
            <span class="room-host">{move || summary.get().players}</span>
            <span class="room-terms">{about}</span>
            <Go to class="button">{move || page.t(label)}<span class="unseen">{move || format!(" {}", summary.get().players)}</span></Go>
        </li>
    }
}
