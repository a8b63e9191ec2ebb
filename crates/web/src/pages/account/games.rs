use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::game_list_item;
use yipan_client::text::{account as text, online, rules};
use yipan_client::{LocalizedText, Route};
use yipan_wire::GameSummary;

use super::date::format_date;
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::link::Link;

/// The user's games, latest first, with links to rejoin or review them.
#[component]
pub(super) fn OwnGames() -> impl IntoView {
    let context = use_app_context();
    let games_result = RwSignal::new(None::<Result<Vec<GameSummary>, LocalizedText>>);
    spawn_local(async move {
        let language = context.language.get_untracked();
        let response = async { fetch::parse_json(&fetch::get("/api/games", language).await?, language) };
        let games = response.await.map_err(|error| fetch::error_text(&error, language));
        let _ = games_result.try_set(Some(games));
    });
    let shown = move || match games_result.get() {
        None => view! { <p class="secondary">{context.t(rules::LOADING)}</p> }.into_any(),
        Some(Err(message)) => {
            view! { <p class="error" role="alert">{message.localize(context.language.get()).to_owned()}</p> }
                .into_any()
        }
        Some(Ok(games)) if games.is_empty() => {
            view! { <p class="secondary">{context.t(text::NO_GAMES)}</p> }.into_any()
        }
        Some(Ok(games)) => {
            let rows = games.into_iter().map(|game| view! { <GameRow game/> }).collect_view();
            view! { <ul class="rooms" data-list="games">{rows}</ul> }.into_any()
        }
    };
    view! {
        <section>
            <h2>{move || context.t(text::GAMES)}</h2>
            {shown}
        </section>
    }
}

/// A game with a link to rejoin, watch or review it.
#[component]
pub(crate) fn GameRow(game: GameSummary) -> impl IntoView {
    let context = use_app_context();
    let (room, began) = (game.room.clone(), game.started_at);
    let players = game.players.each_ref().map(|player| player.id.clone());
    let summary = Memo::new(move |_| game_list_item(&game, context.language.get()));
    let is_running = summary.with_untracked(|summary| summary.is_unfinished);
    let is_player = Memo::new(move |_| {
        let current_user = context.account.current_user;
        current_user.with(|user| user.as_ref().is_some_and(|user| players.contains(&user.id)))
    });
    let to = if is_running { Route::Room(room.clone()) } else { Route::Replay(room.clone()) };
    let label = move || match (is_running, is_player.get()) {
        (false, _) => text::REVIEW,
        (true, true) => text::REJOIN,
        (true, false) => online::WATCH_THIS,
    };
    let about = move || {
        let summary = summary.get();
        format!(
            "{} · {} · {}",
            summary.result,
            summary.description,
            format_date(began, context.language.get())
        )
    };
    view! {
        <li data-room=room data-running=is_running.to_string()>
            <span class="room-host">{move || summary.get().players}</span>
            <span class="room-config">{about}</span>
            <Link to class="button">{move || context.t(label())}<span class="visually-hidden">{move || format!(" {}", summary.get().players)}</span></Link>
        </li>
    }
}
