use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::text::{common, online};

use crate::link::Link;
use crate::online::{ClosedRoom, ConnectionStatus, OnlineGame, RoomBoard, RoomScreen, WaitingRoom};

/// A room before, during and after its game.
#[component]
pub(crate) fn Room(code: String) -> impl IntoView {
    let game = OnlineGame::enter(code);
    let context = game.context;
    let screen = Memo::new(move |_| game.screen());
    let shown = move || {
        match screen.get() {
        RoomScreen::Connecting => {
            view! { <section class="not-found"><p role="status">{move || context.t(online::CONNECTING)}</p></section> }.into_any()
        }
        RoomScreen::Rejected(message) => view! {
            <section class="not-found">
                <h1>{move || context.t_args(online::ROOM_UNAVAILABLE, &[&message])}</h1>
                <Link to=Route::Home>{move || context.t(common::BACK_HOME)}</Link>
            </section>
        }
        .into_any(),
        RoomScreen::Waiting => view! { <WaitingRoom game/> }.into_any(),
        RoomScreen::Closed => view! { <ClosedRoom game/> }.into_any(),
        RoomScreen::Board(kind) => view! { <RoomBoard game kind/> }.into_any(),
    }
    };
    view! {
        <Show when=move || game.connection_status.get() == ConnectionStatus::Lost && !matches!(screen.get(), RoomScreen::Rejected(_))>
            <p class="notice connection-lost" role="status">{move || context.t(online::RECONNECTING)}</p>
        </Show>
        {shown}
    }
}
