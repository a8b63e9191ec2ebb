//! Liuzichong on this device. Its UI state machine decides which input is accepted and what is animated.

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

/// The stored game, or a new one.
#[component]
pub(super) fn LiuzichongPlay() -> impl IntoView {
    let kind = GameKind::Liuzichong;
    let stored = local_storage::read(&game_storage_key(kind)).and_then(|text| LiuzichongGame::restore(&text));
    let liuzichong_game = stored
        .or_else(|| LiuzichongGame::start(default_setup(kind)))
        .expect("the default setup starts a game");
    let game = LiuzichongState::new(liuzichong_game);
    view! { <LiuzichongGameView game/> }
}
