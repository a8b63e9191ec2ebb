use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::RoomClient;
use yipan_client::{DiceHistory, import_record};
use yipan_core::Viewer;

use super::super::game::OnlineGame;
use crate::browser::fetch;
use crate::panel::DiceHistoryPanel;

/// The rolls seen by this client. After the game they are replaced by all rolls of the record, with statistics.
#[component]
pub(crate) fn OnlineDiceHistory(game: OnlineGame) -> impl IntoView {
    let full_rolls = RwSignal::new(None::<DiceHistory>);
    let seen_rolls =
        Memo::new(move |_| game.room_client.with(|room_client| room_client.dice_history().cloned()));
    let is_due = Memo::new(move |_| game.is_over() && seen_rolls.with(Option::is_some));
    Effect::new(move |_| {
        if !is_due.get() {
            return;
        }
        let room = game.room_client.with_untracked(|room_client| room_client.room().to_owned());
        let language = game.context.language.get_untracked();
        spawn_local(async move {
            // If the record cannot be fetched, the rolls seen so far stay.
            let Ok(record) = fetch::get(&format!("/api/games/{room}/record"), language).await else { return };
            let replay = import_record(&record).map(|tree| tree.replay(&tree.main_line())).ok();
            let all = replay.and_then(|replay| replay.dice_history(replay.len(), Viewer::Arbiter));
            let _ = full_rolls.try_set(all);
        });
    });
    let rolls = Signal::derive(move || full_rolls.get().or_else(|| seen_rolls.get()));
    let joined_late = Signal::derive(move || {
        full_rolls.with(Option::is_none) && game.room_client.with(RoomClient::joined_late)
    });
    let game_name =
        Signal::derive(move || game.room_client.with(|room_client| Some(room_client.room().to_owned())));
    view! { <DiceHistoryPanel rolls joined_late game_name/> }
}
