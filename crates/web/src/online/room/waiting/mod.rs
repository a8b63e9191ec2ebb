//! A room whose game has not started.

mod actions;
mod seek_again;
mod share_link;
mod terms;

use leptos::prelude::*;
use yipan_client::online::{RoomClient, WaitingState, rated_name, waiting_opponent, waiting_state};
use yipan_client::text::online;

use self::actions::WaitingActions;
use self::seek_again::seek_again_after_reconnect;
use self::share_link::ShareLink;
use self::terms::{RoomDetails, Terms};
use super::chat::Chat;
use super::game::OnlineGame;
use super::spectator_count::SpectatorCount;

/// A waiting room: the terms, the one thing to do, and for a host the link to share.
#[component]
pub(crate) fn WaitingRoom(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    seek_again_after_reconnect(game);
    let state = Memo::new(move |_| game.room_client.with(waiting_state));
    let opponent = Memo::new(move |_| {
        let name = |client: &_| waiting_opponent(client).map(rated_name);
        game.room_client.with(name).unwrap_or_default()
    });
    let room = game.room_client.with_untracked(|room_client| room_client.room().to_owned());
    let is_host = Memo::new(move |_| game.room_client.with(RoomClient::is_host));
    let title = move || match state.get() {
        Some(WaitingState::HostSeeks) => context.t(online::SEEKING).to_owned(),
        Some(WaitingState::HostInvites) => context.t(online::YOUR_INVITATION).to_owned(),
        Some(WaitingState::MayJoin) if !is_host.get() => context.t_args(online::INVITES, &[&opponent.get()]),
        _ => context.t_args(online::ROOM_TITLE, &[&room]),
    };
    let is_seeking = move || state.get() == Some(WaitingState::HostSeeks);
    // A friend may be sent the link of a public room too, but that is not the main thing there.
    let share = move || match state.get() {
        Some(WaitingState::HostInvites) => Some(view! { <ShareLink game/> }.into_any()),
        Some(WaitingState::HostSeeks) => Some(
            view! {
                <details aria-label=move || context.t(online::YOUR_INVITATION)>
                    <summary>{move || context.t(online::YOUR_INVITATION)}</summary>
                    <ShareLink game/>
                </details>
            }
            .into_any(),
        ),
        _ => None,
    };
    view! {
        <section class="waiting" data-waiting=move || state.get().map(|state| format!("{state:?}"))>
            <div class="waiting-card">
                <h1 class:seeking=is_seeking>{title}</h1>
                <Terms game/>
                <WaitingActions game state opponent/>
                <p class="message" role="alert">{move || context.localized(game.message)}</p>
                {share}
                <RoomDetails game/>
                <SpectatorCount game/>
                <Chat game/>
            </div>
        </section>
    }
}
