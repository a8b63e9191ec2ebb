use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::{game_name, pool_label};
use yipan_client::text::online;
use yipan_client::{LocalizedText, Route};
use yipan_core::Language;
use yipan_games::GameKind;
use yipan_wire::Pool;

use super::request_room::request_room;
use crate::context::use_app_context;

/// The pools of quick pairing: a choice of the game, and a button for each clock.
#[component]
pub(super) fn Pools(pools: RwSignal<Vec<Pool>>) -> impl IntoView {
    let context = use_app_context();
    let (error, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    // A reader of Chinese looks for xiangqi first.
    let games = match context.language.get_untracked() {
        Language::English => [GameKind::Chess, GameKind::Xiangqi, GameKind::Liuzichong],
        Language::Simplified | Language::Traditional => {
            [GameKind::Xiangqi, GameKind::Chess, GameKind::Liuzichong]
        }
    };
    let chosen = RwSignal::new(games[0]);
    let waiting_in = move |kind: GameKind| -> u32 {
        let is_of = |pool: &&Pool| pool.game == kind.name();
        pools.with(|pools| pools.iter().filter(is_of).map(|pool| pool.waiting).sum())
    };
    let tab = move |kind: GameKind| {
        view! {
            <button type="button" data-pool-game=kind.name() aria-pressed=move || (chosen.get() == kind).to_string() on:click=move |_| chosen.set(kind)>
                {move || game_name(kind.name(), context.language.get())}
                <Show when=move || waiting_in(kind) != 0><span class="badge">{move || waiting_in(kind)}</span></Show>
            </button>
        }
    };
    let seek = move |pool: &Pool| {
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        error.set(LocalizedText::default());
        let config = pool.room_config();
        spawn_local(async move {
            let found = request_room(context, true, &config).await;
            // The component may have been unmounted.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match found {
                Ok(room) => context.navigate(Route::Room(room)),
                Err(message) => error.set(message),
            }
        });
    };
    let button = move |pool: Pool| {
        let (clock, detail) = pool_label(&pool, context.language.get());
        let waiting = pool.waiting;
        let count = (waiting != 0).then(|| {
            let text = context.t_args(online::POOL_WAITING, &[&waiting.to_string()]);
            view! { <span class="badge">{text}</span> }
        });
        let (key, modes) = (pool.clock.clone(), pool.modes.join(" "));
        view! {
            <button type="button" class="pool" data-pool=key data-modes=modes disabled=move || is_busy.get() on:click=move |_| seek(&pool)>
                <b>{clock}</b>
                <span>{detail}</span>
                {count}
            </button>
        }
    };
    let shown = move || {
        let name = chosen.get().name();
        pools.get().into_iter().filter(|pool| pool.game == name).map(button).collect_view()
    };
    view! {
        <div class="pool-games" role="group" aria-label=move || context.t(online::GAME)>{games.map(tab).collect_view()}</div>
        <div class="pools" role="group" aria-label=move || context.t(online::POOLS)>{shown}</div>
        <p class="error" role="alert">{move || context.localized(error)}</p>
    }
}
