use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::text::{common, online};

use crate::app::Go;
use crate::online::{Closed, ConnectionStatus, OnlineGame, OnlineTable, RoomScreen, WaitingRoom};

/// A table of the hall: before, during and after its game.
#[component]
pub(crate) fn Room(code: String) -> impl IntoView {
    let game = OnlineGame::enter(code);
    let page = game.page;
    let place = Memo::new(move |_| game.screen());
    let shown = move || {
        match place.get() {
        RoomScreen::Connecting => {
            view! { <section class="lost"><p role="status">{move || page.t(online::CONNECTING)}</p></section> }.into_any()
        }
        RoomScreen::Rejected(words) => view! {
            <section class="lost">
                <h1>{move || page.t_args(online::ROOM_UNAVAILABLE, &[&words])}</h1>
                <Go to=Route::Home>{move || page.t(common::BACK_HOME)}</Go>
            </section>
        }
        .into_any(),
        RoomScreen::Waiting => view! { <WaitingRoom game/> }.into_any(),
        RoomScreen::Closed => view! { <Closed game/> }.into_any(),
        RoomScreen::Board(kind) => view! { <OnlineTable game kind/> }.into_any(),
    }
    };
    view! {
        <Show when=move || game.connection_status.get() == ConnectionStatus::Lost && !matches!(place.get(), RoomScreen::Rejected(_))>
            <p class="notice lost-line" role="status">{move || page.t(online::RECONNECTING)}</p>
        </Show>
        {shown}
    }
}
