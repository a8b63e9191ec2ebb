use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_board::online::own_game;
use yipan_board::text::{account as text, rules};
use yipan_board::{Route, Said};
use yipan_wire::Summary;

use super::date;
use crate::app::Go;
use crate::fetch;
use crate::page::page;

/// The games of the person at this hall, the latest first: those that go on can be played, the others looked at again.
#[component]
pub(super) fn OwnGames() -> impl IntoView {
    let page = page();
    let told = RwSignal::new(None::<Result<Vec<Summary>, Said>>);
    spawn_local(async move {
        let language = page.language.get_untracked();
        let asked = async { fetch::read(&fetch::get("/api/games", language).await?, language) };
        let games = asked.await.map_err(|fault| fetch::said(fault, language));
        let _ = told.try_set(Some(games));
    });
    let shown = move || match told.get() {
        None => view! { <p class="quiet">{page.say(rules::LOADING)}</p> }.into_any(),
        Some(Err(said)) => {
            view! { <p class="fault" role="alert">{said.say(page.language.get()).to_owned()}</p> }.into_any()
        }
        Some(Ok(games)) if games.is_empty() => {
            view! { <p class="quiet">{page.say(text::NO_GAMES)}</p> }.into_any()
        }
        Some(Ok(games)) => {
            let rows = games.into_iter().map(|game| view! { <GameRow game/> }).collect_view();
            view! { <ul class="rooms" data-list="games">{rows}</ul> }.into_any()
        }
    };
    view! {
        <section>
            <h2>{move || page.say(text::GAMES)}</h2>
            {shown}
        </section>
    }
}

#[component]
fn GameRow(game: Summary) -> impl IntoView {
    let page = page();
    let (room, began) = (game.room.clone(), game.began);
    let told = Memo::new(move |_| own_game(&game, page.language.get()));
    let goes_on = told.with_untracked(|told| told.is_going_on);
    let (to, label) = match goes_on {
        true => (Route::Room(room.clone()), text::REJOIN),
        false => (Route::Replay(room.clone()), text::LOOK_AGAIN),
    };
    let about = move || {
        let told = told.get();
        format!("{} · {} · {}", told.result, told.about, date(began, page.language.get()))
    };
    view! {
        <li data-room=room data-going-on=goes_on.to_string()>
            <span class="room-host">{move || told.get().players}</span>
            <span class="room-terms">{about}</span>
            <Go to class="button">{move || page.say(label)}<span class="unseen">{move || format!(" {}", told.get().players)}</span></Go>
        </li>
    }
}
