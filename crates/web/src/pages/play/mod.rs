//! Games on this device, against the computer or between two players.

mod game_view;
mod handover;
mod labels;
mod level_field;
mod liuzichong;
mod local;
mod local_engine;
mod local_result;
mod next_setup;
mod opened_game;
mod pending_reply;

use leptos::prelude::*;
use yipan_client::text::{common, games, rules};
use yipan_client::{LiuzichongGame, LocalGame, LocalGameExt, Route};
use yipan_games::GameKind;

use self::game_view::GameView;
use self::liuzichong::LiuzichongPlay;
use self::local::LocalGameState;
use self::opened_game::OpenedGame;
use crate::context::{AppContext, use_app_context};
use crate::link::Link;
use crate::local_setup::default_setup;

/// The play page: the game with this identifier, or else the latest unfinished one, or a new one.
#[component]
pub(crate) fn Play(kind: GameKind, #[prop(optional)] id: Option<String>) -> impl IntoView {
    let context = use_app_context();
    // Reading takes a few milliseconds after the page was loaded.
    let is_loaded = Memo::new(move |_| context.game_store.is_loaded());
    move || {
        if !is_loaded.get() {
            return view! { <p class="not-found">{context.t(rules::LOADING)}</p> }.into_any();
        }
        match untrack(|| open_game(context, kind, id.as_deref())) {
            Some((local, opened)) if kind == GameKind::Liuzichong => {
                match LiuzichongGame::restore(&local.save()) {
                    Some(liuzichong_game) => view! { <LiuzichongPlay liuzichong_game opened/> }.into_any(),
                    None => view! { <GameNotFound/> }.into_any(),
                }
            }
            Some((local, opened)) => view! { <GameView game=LocalGameState::new(local, opened)/> }.into_any(),
            None => view! { <GameNotFound/> }.into_any(),
        }
    }
}

/// Restores a game, or starts a new one if none is asked for and none is unfinished.
fn open_game(context: AppContext, kind: GameKind, id: Option<&str>) -> Option<(LocalGame, OpenedGame)> {
    let store = context.game_store;
    let saved = match id {
        Some(id) => Some(store.find(kind, id)?),
        None => store.latest_unfinished(kind),
    };
    let restored = saved.and_then(|saved| Some((saved.restore()?, saved.id)));
    let (local, id) = match (restored, id) {
        (Some(restored), _) => restored,
        (None, Some(_)) => return None,
        (None, None) => {
            let local = LocalGame::start(default_setup(kind)).ok()?;
            let id = store.add(&local);
            (local, id)
        }
    };
    Some((local, OpenedGame::open(context, kind, id)))
}

#[component]
fn GameNotFound() -> impl IntoView {
    let context = use_app_context();
    view! {
        <section class="not-found">
            <p role="alert">{move || context.t(games::NOT_FOUND)}</p>
            <Link to=Route::SavedGames>{move || context.t(games::TITLE)}</Link>
            " · "
            <Link to=Route::Home>{move || context.t(common::BACK_HOME)}</Link>
        </section>
    }
}
