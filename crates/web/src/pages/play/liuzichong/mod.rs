//! Liuzichong on this device. Its UI state machine decides which input is accepted and what is animated.

mod buttons;
mod engine;
mod game_over;
mod game_view;
mod input;
mod state;

use leptos::prelude::*;
use yipan_client::LiuzichongGame;

use self::game_view::LiuzichongGameView;
use self::state::LiuzichongState;
use super::opened_game::OpenedGame;

/// A stored game of liuzichong.
#[component]
pub(super) fn LiuzichongPlay(liuzichong_game: LiuzichongGame, opened: OpenedGame) -> impl IntoView {
    let game = LiuzichongState::new(liuzichong_game, opened);
    view! { <LiuzichongGameView game/> }
}
