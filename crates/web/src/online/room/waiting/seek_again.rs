use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::Route;
use yipan_client::online::{WaitingState, waiting_state};

use super::super::game::OnlineGame;
use crate::online::connection::ConnectionStatus;
use crate::online::lobby::request_room;

/// Asks for an opponent again after a lost connection: meanwhile another user may have begun to wait in the same pool.
pub(super) fn seek_again_after_reconnect(game: OnlineGame) {
    Effect::new(move |before: Option<ConnectionStatus>| {
        let status = game.connection_status.get();
        if before == Some(ConnectionStatus::Lost) && status == ConnectionStatus::Open {
            seek_again(game);
        }
        status
    });
}

fn seek_again(game: OnlineGame) {
    let config = game.room_client.with_untracked(|room_client| {
        let state = room_client.state().filter(|state| state.config.auto_start)?;
        (waiting_state(room_client) == Some(WaitingState::HostSeeks)).then(|| state.config.clone())
    });
    let Some(config) = config else { return };
    spawn_local(async move {
        let Ok(room) = request_room(game.context, true, &config).await else { return };
        // The component may have been unmounted.
        let is_here = game.room_client.try_with_untracked(|room_client| room_client.room() == room);
        if is_here == Some(false) {
            game.context.navigate(Route::Room(room));
        }
    });
}
