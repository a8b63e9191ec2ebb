use leptos::prelude::*;
use yipan_board::Route;
use yipan_board::text::{common, online};

use crate::app::Go;
use crate::online::{Closed, Link, OnlineGame, OnlineTable, Place, WaitingRoom};

/// A table of the hall: before, during and after its game.
#[component]
pub(crate) fn Room(code: String) -> impl IntoView {
    let game = OnlineGame::enter(code);
    let page = game.page;
    let place = Memo::new(move |_| game.place());
    let shown = move || {
        match place.get() {
        Place::Nowhere => {
            view! { <section class="lost"><p role="status">{move || page.say(online::CONNECTING)}</p></section> }.into_any()
        }
        Place::Shut(words) => view! {
            <section class="lost">
                <h1>{move || page.fill(online::NO_ROOM, &[&words])}</h1>
                <Go to=Route::Home>{move || page.say(common::BACK_HOME)}</Go>
            </section>
        }
        .into_any(),
        Place::Waiting => view! { <WaitingRoom game/> }.into_any(),
        Place::Closed => view! { <Closed game/> }.into_any(),
        Place::Board(kind) => view! { <OnlineTable game kind/> }.into_any(),
    }
    };
    view! {
        <Show when=move || game.link.get() == Link::Lost && !matches!(place.get(), Place::Shut(_))>
            <p class="notice lost-line" role="status">{move || page.say(online::RECONNECTING)}</p>
        </Show>
        {shown}
    }
}
