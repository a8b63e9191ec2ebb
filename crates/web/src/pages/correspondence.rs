use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::{room_line, time_left_text};
use yipan_client::text::{account as account_text, correspondence as text, online};
use yipan_client::{LocalizedText, Route};
use yipan_wire::{CorrespondenceGame, CorrespondenceGames};

use crate::browser::fetch;
use crate::context::use_app_context;
use crate::link::Link;

const PATH: &str = "/api/me/correspondence";

/// The running correspondence games of the account, first those where it is its turn.
#[component]
pub(super) fn CorrespondencePage() -> impl IntoView {
    let context = use_app_context();
    let games = RwSignal::new(None::<Result<CorrespondenceGames, LocalizedText>>);
    // It is fetched again when the user changes, and when it is their turn in another game.
    Effect::new(move |_| {
        let _ = context.notifications.with(|list| list.version);
        if !context.account.has_account() {
            return games.set(None);
        }
        spawn_local(async move {
            let language = context.language.get_untracked();
            let found = async { fetch::parse_json(&fetch::get(PATH, language).await?, language) }.await;
            let found = found.map_err(|error| fetch::error_text(&error, language));
            // The component may have been unmounted.
            let _ = games.try_set(Some(found));
        });
    });
    let row = move |game: CorrespondenceGame, now: u64| {
        let left = game.deadline.saturating_sub(now);
        let (key, room, is_own_turn) = (game.room.clone(), game.room.clone(), game.is_own_turn);
        let turn = move || {
            let left = time_left_text(left, context.language.get());
            context.t_args(if is_own_turn { text::OWN_TURN } else { text::OPPONENT_TURN }, &[&left])
        };
        view! {
            <li data-game=key data-own-turn=is_own_turn.to_string()>
                <Link to=Route::Room(room) class="room-host">{game.opponent.name.clone()}</Link>
                <span class="room-config">{move || format!("{} · {}", room_line(&game.config, context.language.get()), turn())}</span>
            </li>
        }
    };
    let shown = move || {
        match games.get() {
        _ if !context.account.has_account() => view! {
            <p>{move || context.t(text::SIGN_IN)}</p>
            <p class="actions"><Link to=Route::Account class="button">{move || context.t(account_text::TITLE)}</Link></p>
        }
        .into_any(),
        None => view! { <p role="status">{move || context.t(online::CONNECTING)}</p> }.into_any(),
        Some(Err(message)) => {
            view! { <p class="error" role="alert">{move || message.localize(context.language.get()).to_owned()}</p> }
                .into_any()
        }
        Some(Ok(list)) if list.games.is_empty() => {
            view! { <p role="status">{move || context.t(text::NO_GAMES)}</p> }.into_any()
        }
        Some(Ok(list)) => {
            let now = list.now;
            let rows = list.games.into_iter().map(move |game| row(game, now)).collect_view();
            view! { <ul class="rooms" data-list="correspondence">{rows}</ul> }.into_any()
        }
    }
    };
    view! {
        <section class="account">
            <h1>{move || context.t(text::TITLE)}</h1>
            <p class="secondary">{move || context.t(text::INTRO)}</p>
            {shown}
        </section>
    }
}
