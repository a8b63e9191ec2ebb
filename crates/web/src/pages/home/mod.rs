//! The home page: a card for each game, and the lobby.

mod modes;
mod options;

use leptos::prelude::*;
use yipan_client::text::{Text, common, home};
use yipan_client::{Grid, Orientation, Route};
use yipan_core::Side;
use yipan_games::GameKind;

use self::options::GameOptionsForm;
use crate::board::Board;
use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::icons;
use crate::link::Link;
use crate::local_setup::initial_view;
use crate::online::{CreateRoomForm, Lobby};
use crate::preferences::PreferenceSignals;
use crate::saved_games::{has_unfinished_game, start_game};

#[component]
pub(crate) fn Home() -> impl IntoView {
    let context = use_app_context();
    view! {
        <section class="home">
            <h1>{move || context.t(home::TITLE)}</h1>
            <div class="games">
                <GameCard kind=GameKind::Xiangqi name=common::XIANGQI description=home::XIANGQI_HINT/>
                <GameCard kind=GameKind::Chess name=common::CHESS description=home::CHESS_HINT/>
                <GameCard kind=GameKind::Liuzichong name=common::LIUZICHONG description=home::LIUZICHONG_HINT/>
            </div>
            <Lobby/>
        </section>
    }
}

#[component]
fn GameCard(kind: GameKind, name: Text, description: Text) -> impl IntoView {
    let context = use_app_context();
    let preferences = PreferenceSignals::new(kind);
    let board = BoardView::new(Grid::new(kind), initial_view(kind));
    let orientation = Orientation { bottom: Side::First, rotated: false };
    let play = move |two: bool| start_game(context, preferences.local_setup(kind, two));
    let inviting = RwSignal::new(false);
    let unfinished = has_unfinished_game(kind);
    view! {
        <article class="card" data-game=kind.name()>
            <h2>{move || context.t(name)}</h2>
            <button type="button" class="preview" on:click=move |_| play(false) aria-label=move || format!("{}: {}", context.t(name), context.t(home::PLAY_COMPUTER))>
                <div inert=true><Board board orientation=Signal::derive(move || orientation) own_side=Signal::derive(|| None) on_action=Callback::new(|_: String| ())/></div>
            </button>
            <p class="description">{move || context.t(description)}</p>
            <div class="start">
                <button type="button" class="accent" data-do="computer" on:click=move |_| play(false)>
                    <span inner_html=icons::COMPUTER></span>{move || context.t(home::PLAY_COMPUTER)}
                </button>
                <button type="button" data-do="two" on:click=move |_| play(true)>
                    <span inner_html=icons::TWO_PLAYERS></span>{move || context.t(home::TWO_PLAYERS)}
                </button>
                <button type="button" data-do="invite" aria-expanded=move || inviting.get().to_string() on:click=move |_| inviting.update(|shown| *shown = !*shown)>
                    <span inner_html=icons::LINK></span>{move || context.t(home::INVITE)}
                </button>
                {unfinished.then(|| view! { <Link to=Route::Play(kind) class="continue">{move || context.t(home::CONTINUE)}</Link> })}
            </div>
            <Show when=move || inviting.get()><CreateRoomForm kind preferences/></Show>
            <GameOptionsForm kind preferences/>
        </article>
    }
}
