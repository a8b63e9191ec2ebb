//! Games on this device, against the computer or between two players.

mod discard_game_dialog;
mod game_view;
mod labels;
mod liuzichong;
mod local;
mod local_engine;

use leptos::prelude::*;
use yipan_client::{LocalGame, LocalGameExt};
use yipan_games::GameKind;

pub(crate) use self::discard_game_dialog::DiscardGameDialog;

use self::game_view::GameView;
use self::liuzichong::LiuzichongPlay;
use self::local::LocalGameState;
use crate::browser::local_storage;
use crate::local_setup::default_setup;
use crate::saved_games::game_storage_key;

/// The play page. Liuzichong has its own view.
#[component]
pub(crate) fn Play(kind: GameKind) -> impl IntoView {
    if kind == GameKind::Liuzichong {
        return view! { <LiuzichongPlay/> }.into_any();
    }
    let local = local_storage::read(&game_storage_key(kind)).and_then(|text| LocalGame::restore(&text));
    let local = local
        .or_else(|| LocalGame::start(default_setup(kind)).ok())
        .expect("the default setup starts a game");
    let game = LocalGameState::new(local);
    view! { <GameView game/> }.into_any()
}
