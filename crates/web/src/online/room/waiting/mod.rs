//! A room whose game has not started.

mod actions;
mod share_link;

use leptos::prelude::*;
use yipan_client::online::config_summary;
use yipan_client::text::online;
use yipan_wire::Player;

use self::actions::WaitingActions;
use self::share_link::ShareLink;
use super::chat::Chat;
use super::game::OnlineGame;
use super::spectator_count::SpectatorCount;

/// A waiting room: the configuration, the seats and the link to share.
#[component]
pub(crate) fn WaitingRoom(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let room = game.room_client.with_untracked(|room_client| room_client.room().to_owned());
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
    view! {
        <section class="waiting">
            <div class="waiting-main">
                <h1>{move || context.t_args(online::ROOM_TITLE, &[&room])}</h1>
                <Seats game/>
                <WaitingActions game/>
                <p class="message" role="alert">{move || context.localized(game.message)}</p>
                <ShareLink game/>
            </div>
            <aside class="panel">
                <h2>{move || context.t(online::GAME_SETTINGS)}</h2>
                <dl class="config">{config}</dl>
                <details>
                    <summary>{move || context.t(online::SEED_COMMITMENT)}</summary>
                    <p class="secondary">{move || context.t(online::SEED_COMMITMENT_HINT)}</p>
                    <code class="hash">{commitment}</code>
                </details>
                <SpectatorCount game/>
                <Chat game/>
            </aside>
        </section>
    }
}

#[component]
fn Seats(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let seat = move |index: usize| {
        let language = context.language.get();
        game.room_client.with(|room_client| {
            let Some(state) = room_client.state() else { return String::new() };
            let player: Option<&Player> = if index == 0 { Some(&state.host) } else { state.guest.as_ref() };
            match player {
                Some(player) if state.contributions[index].is_some() => player.name.clone(),
                Some(player) => online::NOT_SEATED.localize_with(language, &[&player.name]),
                None => online::SEAT_EMPTY.localize(language).to_owned(),
            }
        })
    };
    view! {
        <ul class="seats">
            <li data-seat="host"><b>{move || context.t(online::HOST)}</b>" "{move || seat(0)}</li>
            <li data-seat="guest"><b>{move || context.t(online::GUEST)}</b>" "{move || seat(1)}</li>
        </ul>
    }
}
