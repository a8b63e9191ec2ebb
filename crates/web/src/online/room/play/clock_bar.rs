use leptos::prelude::*;
use yipan_client::online::clock_display;
use yipan_core::Side;

use super::super::game::OnlineGame;
use crate::board_view::BoardView;
use crate::panel::PlayerBar;

/// A player bar with the running clock.
#[component]
pub(crate) fn ClockBar(game: OnlineGame, board: BoardView, side: Memo<Side>) -> impl IntoView {
    let face = Memo::new(move |_| {
        let side = side.get();
        game.room_client.with(|room_client| {
            let state = room_client.state()?;
            let clocks = state.clocks?;
            // Stopped clocks, and clocks before the first time sample, show the time of the last message.
            let now = if game.is_playing() { game.server_now.get().max(clocks.at) } else { clocks.at };
            clock_display(&clocks, &state.config.clock, side, now)
        })
    });
    let clock = Memo::new(move |_| face.get().map(|face| face.text));
    let is_low_time = Memo::new(move |_| face.get().is_some_and(|face| face.is_low && game.is_playing()));
    let is_clock_running = Memo::new(move |_| game.running_clock() == Some(side.get()));
    let is_away = Memo::new(move |_| game.is_side_away(side.get()));
    let name = Memo::new(move |_| game.player_name(side.get()));
    view! { <PlayerBar board side name clock is_clock_running is_low_time is_away/> }
}
