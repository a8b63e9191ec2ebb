//! Liuzichong at this screen, by the flow of its game: what can be done at a time, and what is shown of it, is the flow's to
//! say.

mod buttons;
mod engine;
mod game_over;
mod game_view;
mod input;
mod state;

use leptos::prelude::*;
use yipan_client::LiuzichongGame;
use yipan_games::GameKind;

use self::game_view::LiuzichongGameView;
use self::state::LiuzichongState;
use crate::browser::local_storage;
use crate::local_setup::default_setup;
use crate::saved_games::game_storage_key;

/// The game that was kept, or a new one.
#[component]
pub(super) fn LiuzichongPlay() -> impl IntoView {
    let kind = GameKind::Liuzichong;
    let stored = local_storage::read(&game_storage_key(kind)).and_then(|text| LiuzichongGame::restore(&text));
    let liuzichong_game =
        stored.or_else(|| LiuzichongGame::start(default_setup(kind))).expect("the usual start of a game");
    let game = LiuzichongState::new(liuzichong_game);
    view! { <LiuzichongGameView game/> }
}
